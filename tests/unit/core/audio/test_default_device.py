"""Talk on the system's devices follows them to a headset; talk on named ones stays; rates differ and nothing shows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import numpy as np
import pytest

from core.audio.duplex import DeviceLost
from core.audio.frames import Frame, Samples
from core.audio.sounddevice_duplex import SounddeviceDuplex
from core.clock import SystemClock
from tests.support.pulse import MICROPHONE_RATE, SPEAKER_RATE, PulseServer, null_devices

pytestmark = pytest.mark.audio
PULSE = ("pulse", "pulse")
DESK, HEADSET = ("vspeaker", "vmic"), ("headset", "headset_mic")
SAID, ANSWERED = 1000.0, 640.0


def tone(frequency: float, seconds: float, rate: int) -> Samples:
    return (8000 * np.sin(2 * np.pi * frequency * np.arange(round(seconds * rate)) / rate)).astype(np.int16)


def pitch(sound: Samples, rate: int) -> float | None:
    """Hz of the loudest half second; None for silence."""
    half = rate // 2
    pieces = [sound[start : start + half] for start in range(0, len(sound) - half + 1, half // 2)]
    loudest = max(pieces, key=lambda piece: float(np.abs(piece.astype(np.float64)).mean()), default=sound[:0])
    if not len(loudest) or np.abs(loudest).max() < 300:
        return None
    spectrum = np.abs(np.fft.rfft(loudest * np.hanning(len(loudest))))
    return float(np.argmax(spectrum)) * rate / len(loudest)


class Talk:
    """Somebody who speaks at a desk or into a headset, and a companion that answers."""

    def __init__(self, server: PulseServer, duplex: SounddeviceDuplex) -> None:
        self._server = server
        self._duplex = duplex
        self._frames: AsyncIterator[Frame] = duplex.frames()
        self._said = 0

    async def heard(self, into: str) -> float | None:
        """The pitch that arrives of a tone spoken into a microphone."""
        mouth = self._server.speak(tone(SAID, 1.2, MICROPHONE_RATE), into)
        while self._duplex._waiting:
            self._duplex._waiting.popleft()
        await asyncio.to_thread(mouth.__enter__)
        arrived = np.concatenate([(await self._next()).pcm for _ in range(100)])
        await asyncio.to_thread(mouth.__exit__, None, None, None)
        return pitch(arrived, MICROPHONE_RATE)

    async def sounded(self, *sinks: str) -> list[float | None]:
        """The pitch that each speaker plays of a tone that is written."""
        self._said += 1
        with contextlib.ExitStack() as ears:
            files = [ears.enter_context(self._server.listen(sink)) for sink in sinks]
            self._duplex.write(self._said, tone(ANSWERED, 1.2, SPEAKER_RATE))
            self._duplex.end(self._said)
            for _ in range(100):
                await self._next()
            return [
                pitch(np.frombuffer(file.read_bytes()[: file.stat().st_size // 2 * 2], "<i2"), SPEAKER_RATE)
                for file in files
            ]

    async def begins(self) -> None:
        await self._next()

    async def lost(self) -> bool:
        """Whether the device goes, and stays away when it is asked for at once."""
        gone = 0
        async with asyncio.timeout(15.0):
            while gone < 2:
                try:
                    await anext(self._frames)
                except DeviceLost:
                    gone += 1
                    self._frames = self._duplex.frames()
        return True

    async def _next(self) -> Frame:
        """Asking as the engine does."""
        async with asyncio.timeout(15.0):
            while True:
                with contextlib.suppress(DeviceLost):
                    return await anext(self._frames)
                await asyncio.sleep(0.2)
                self._frames = self._duplex.frames()


@pytest.fixture
def server() -> Iterator[PulseServer]:
    with null_devices() as running:
        running.plug_in_headset()
        running.make_default(*DESK)
        yield running


async def test_talk_on_the_systems_devices_follows_them(
    server: PulseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PULSE_SINK")
    monkeypatch.delenv("PULSE_SOURCE")
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
        talk = Talk(server, duplex)
        assert await talk.heard("vmic_in") == pytest.approx(SAID, abs=5)
        assert await talk.sounded(*DESK[:1], *HEADSET[:1]) == [pytest.approx(ANSWERED, abs=5), None]
        await asyncio.to_thread(server.make_default, *HEADSET)
        await asyncio.sleep(0.5)
        assert await talk.heard("headset_in") == pytest.approx(SAID, abs=5)
        assert await talk.heard("vmic_in") is None
        assert await talk.sounded(*DESK[:1], *HEADSET[:1]) == [None, pytest.approx(ANSWERED, abs=5)]


async def test_talk_on_named_devices_stays_on_them(server: PulseServer) -> None:
    """The server moves named streams too; they are taken back."""
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
        talk = Talk(server, duplex)
        await talk.begins()
        await asyncio.to_thread(server.make_default, "headset", "vmic")
        await asyncio.sleep(1.0)
        assert await talk.heard("vmic_in") == pytest.approx(SAID, abs=5)
        assert await talk.sounded(*DESK[:1], *HEADSET[:1]) == [pytest.approx(ANSWERED, abs=5), None]
        assert await talk.heard("headset_in") is None


async def test_a_named_speaker_that_was_unplugged_is_waited_for(server: PulseServer) -> None:
    """The server would let it sound elsewhere."""
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
        talk = Talk(server, duplex)
        await talk.begins()
        await asyncio.to_thread(server.unplug_speaker)
        assert await talk.lost()
        await asyncio.to_thread(server.plug_in_speaker)
        await talk.begins()
        assert await talk.sounded(*DESK[:1], *HEADSET[:1]) == [pytest.approx(ANSWERED, abs=5), None]


async def test_a_speaker_of_48_and_a_microphone_of_44_1_khz_change_no_pitch(
    server: PulseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULSE_SINK", HEADSET[0])
    monkeypatch.setenv("PULSE_SOURCE", HEADSET[1])
    async with SounddeviceDuplex(SystemClock(), *PULSE, input_rate=44_100, output_rate=48_000) as duplex:
        talk = Talk(server, duplex)
        assert await talk.heard("headset_in") == pytest.approx(SAID, abs=5)
        assert await talk.sounded("headset") == [pytest.approx(ANSWERED, abs=5)]
        assert duplex.health().dropped_frames == 0
