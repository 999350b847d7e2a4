"""Real streams on null devices: busy interpreters, lost devices, absent ones."""

import asyncio
import subprocess
import sys
import threading
import time
from itertools import pairwise

import numpy as np
import pytest

from core.audio.contract import noise
from core.audio.duplex import DeviceLost
from core.audio.frames import Frame, Health, Position
from core.audio.microphone_stream import RING_SECONDS
from core.audio.sounddevice_duplex import LOST_AFTER_SECONDS, SounddeviceDuplex
from core.audio.speaker_stream import SpeakerStream
from core.clock import SystemClock
from core.errors import Unavailable
from tests.support.pulse import (
    MICROPHONE_RATE,
    SPEAKER_RATE,
    PulseServer,
    hurry,
    native_threads,
    null_devices,
)

pytestmark = pytest.mark.audio
# What is tested is the interpreter's being busy. That PulseAudio and PortAudio's own threads, which have
# no real-time priority here, wait for one of two shared cores is what the generous latency is for.
EXACT = {"input_rate": MICROPHONE_RATE, "output_rate": SPEAKER_RATE, "latency": 0.2}
PULSE = ("pulse", "pulse")


class BusyThreads:
    """Pure Python that never lets go of the interpreter of its own accord."""

    def __enter__(self) -> None:
        self._go = True
        self._threads = [threading.Thread(target=self._burn) for _ in range(2)]
        for thread in self._threads:
            thread.start()

    def _burn(self) -> None:
        count = 0
        while self._go:
            count += 1

    def __exit__(self, *exc: object) -> None:
        self._go = False
        for thread in self._threads:
            thread.join()


@pytest.mark.slow
async def test_ten_seconds_beside_two_busy_threads_lose_and_change_not_one_sample(pulse: PulseServer) -> None:
    """Three attempts: a crowded machine may also starve PortAudio's threads in C, which is not meant."""
    said, spoken = noise(20, SPEAKER_RATE * 10), noise(21, MICROPHONE_RATE * 10)
    for _ in range(3):
        health, heard, frames = await _converse_beside_busy_threads(pulse, said, spoken)
        if not health.dropped_frames + health.underruns:
            break
    assert (health.dropped_frames, health.underruns) == (0, 0)
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert _contains(heard, said), "the speaker changed what was said"
    assert _contains(np.concatenate([frame.pcm for frame in frames]), spoken), "the microphone changed it"


async def _converse_beside_busy_threads(
    pulse: PulseServer, said: np.ndarray, spoken: np.ndarray
) -> tuple[Health, np.ndarray, list[Frame]]:
    frames: list[Frame] = []
    others = native_threads()
    with pulse.listen() as ear:
        async with SounddeviceDuplex(SystemClock(), *PULSE, **EXACT) as duplex:
            hurry(native_threads() - others)

            async def listen() -> None:
                frames.extend([frame async for frame in duplex.frames()])

            listening = asyncio.create_task(listen())
            mouth = pulse.speak(np.concatenate([np.zeros(1600, np.int16), spoken, np.zeros(1600, np.int16)]))
            await asyncio.to_thread(mouth.__enter__)
            with BusyThreads():
                for start in range(0, len(said), SPEAKER_RATE):
                    duplex.write(1, said[start : start + SPEAKER_RATE])
                duplex.end(1)
                await asyncio.sleep(11.0)
                assert duplex.position() == Position(1, len(said), finished=True, basis="measured")
            await asyncio.to_thread(mouth.__exit__, None, None, None)
            await asyncio.sleep(0.5)
            health = duplex.health()
        await listening
        return health, np.frombuffer(ear.read_bytes()[: ear.stat().st_size // 2 * 2], "<i2"), frames


def _contains(sound: np.ndarray, wanted: np.ndarray) -> bool:
    return sound.astype("<i2").tobytes().find(wanted.astype("<i2").tobytes()) >= 0


async def test_a_call_never_holds_the_loop_for_as_long_as_a_frame(pulse: PulseServer) -> None:
    pcm = noise(22, SPEAKER_RATE * 10)
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
        calls = {
            "write": lambda: duplex.write(1, pcm),
            "position": duplex.position,
            "duck": lambda: duplex.duck(0.25),
            "pause": duplex.pause,
            "resume": duplex.resume,
            "health": duplex.health,
            "stop": duplex.stop,
        }
        for name, call in calls.items():
            await asyncio.sleep(0.1)
            began = time.thread_time()
            call()
            assert time.thread_time() - began < 0.005, name


async def test_frames_end_when_the_duplex_is_closed(pulse: PulseServer) -> None:
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
        frames = duplex.frames()
        first = await anext(frames)
        assert abs(SystemClock().monotonic() - first.at) < 1.0
    remaining = [frame async for frame in frames]
    assert len(remaining) < 100


async def test_a_loop_that_was_away_for_too_long_loses_frames_and_says_which(pulse: PulseServer) -> None:
    async with SounddeviceDuplex(SystemClock(), *PULSE, **EXACT) as duplex:
        frames = duplex.frames()
        before = [await anext(frames) for _ in range(10)]
        time.sleep(RING_SECONDS + 1.0)  # noqa: ASYNC251 (the stuck loop is what is tested)
        after = [await anext(frames) for _ in range(int(RING_SECONDS / 0.02) + 50)]
        lost = duplex.health().dropped_frames
    everything = before + after
    gaps = [later.index - earlier.index - 1 for earlier, later in pairwise(everything)]
    assert [gap for gap in gaps if gap] == [lost]
    assert 0.7 < lost * 0.02 < 1.5
    assert everything[-1].at - everything[0].at == pytest.approx(0.02 * everything[-1].index, abs=0.1)


async def test_a_vanished_server_is_a_lost_device_in_time() -> None:
    with null_devices() as server:
        async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
            frames = duplex.frames()
            await anext(frames)
            duplex.write(1, noise(23, SPEAKER_RATE * 10))
            await asyncio.sleep(0.5)
            server.stop()
            async with asyncio.timeout(LOST_AFTER_SECONDS + 3.0):
                with pytest.raises(DeviceLost):
                    async for _ in frames:
                        pass
            duplex.write(1, noise(24, 100))
            stopped = duplex.stop()
            assert stopped is not None
            assert 0 < stopped.samples < SPEAKER_RATE


@pytest.mark.parametrize("names", [("nonesuch", None), (None, "nonesuch")])
async def test_an_unknown_name_is_answered_with_the_known_ones(pulse: PulseServer, names: tuple) -> None:
    with pytest.raises(Unavailable) as caught:
        async with SounddeviceDuplex(SystemClock(), *names):
            pass
    assert caught.value.message_id == "audio.device_missing"
    assert "pulse" in caught.value.values["available"]


async def test_without_any_device_it_says_so_and_sees_one_that_comes_later(
    pulse: PulseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("PULSE_SERVER", "unix:/nowhere/at/all")
        with pytest.raises(Unavailable) as caught:
            async with SounddeviceDuplex(SystemClock()):
                pass
    assert caught.value.message_id == "audio.no_microphone"
    async with SounddeviceDuplex(SystemClock()) as duplex:
        assert (await anext(duplex.frames())).index == 0


@pytest.mark.parametrize("rates", [{"input_rate": 1}, {"output_rate": 1}])
async def test_a_device_that_refuses_to_open_is_named(pulse: PulseServer, rates: dict) -> None:
    with pytest.raises(Unavailable) as caught:
        async with SounddeviceDuplex(SystemClock(), *PULSE, **rates):
            pass
    assert caught.value.message_id == "audio.device_busy"
    assert caught.value.values == {"device": "pulse"}


def test_the_room_can_be_entered_without_any_sound_library(monkeypatch: pytest.MonkeyPatch) -> None:
    heavy = {"sounddevice", "rtmixer", "soundfile", "soxr"}
    code = "import sys, core.audio.sounddevice_duplex, core.audio.file_duplex, core.audio.fake; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not heavy & set(loaded.split())


async def test_a_beginning_that_the_callback_overtook_is_begun_anew(
    pulse: PulseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is put aside for 100 ms between deciding where to begin and writing it there."""
    first, second = noise(25, SPEAKER_RATE), noise(26, SPEAKER_RATE)
    with pulse.listen() as ear:
        async with SounddeviceDuplex(SystemClock(), *PULSE, **EXACT) as duplex:
            duplex.write(1, first)
            await asyncio.sleep(0.4)
            duplex.stop()
            await asyncio.sleep(0.1)
            earliest = SpeakerStream._earliest
            delays = iter([0.1])

            def and_then_put_aside(stream: SpeakerStream) -> int:
                decided = earliest(stream)
                time.sleep(next(delays, 0.0))
                return decided

            monkeypatch.setattr(SpeakerStream, "_earliest", and_then_put_aside)
            duplex.write(2, second)
            duplex.end(2)
            await asyncio.sleep(2.0)
        heard = np.frombuffer(ear.read_bytes()[: ear.stat().st_size // 2 * 2], "<i2")
    assert _contains(heard, second)
