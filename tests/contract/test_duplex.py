"""Every duplex keeps the contract: the fake, the file pair, and real devices on PulseAudio's null ones."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import numpy as np
import pytest

from core.audio.contract import CHECKS, Bench, Check
from core.audio.duplex import Duplex
from core.audio.echo_cancelling import EchoCancellingDuplex
from core.audio.echo_path import EchoPath
from core.audio.fake import FakeDuplex
from core.audio.file_duplex import FileDuplex
from core.audio.frames import Frame, Samples
from core.audio.sounddevice_duplex import SounddeviceDuplex
from core.audio.webrtc_echo import WebRtcEchoCanceller
from core.clock import ManualClock, SystemClock
from tests.support.pulse import MICROPHONE_RATE, SPEAKER_RATE, PulseServer, hurry, native_threads

ATTEMPTS = 3
IDS = [check.__name__ for check in CHECKS]


class Reader:
    """Reads a duplex's frames in a task of its own."""

    output_buffer = 0.0

    def __init__(self, duplex: Duplex, exact: bool) -> None:
        self.duplex = duplex
        self.frames: list[Frame] = []
        self.exact = exact

    async def read(self) -> None:
        async for frame in self.duplex.frames():
            self.frames.append(frame)


@asynccontextmanager
async def reading(bench: Reader) -> AsyncIterator[Reader]:
    task = asyncio.create_task(bench.read())
    try:
        yield bench
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


class VirtualBench(Reader):
    """The fake or the file pair on a clock that is moved by hand."""

    def __init__(self, duplex: FakeDuplex | FileDuplex, clock: ManualClock) -> None:
        super().__init__(duplex, exact=True)
        self._virtual, self._clock = duplex, clock

    async def pass_time(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.02)):
            for _ in range(5):
                await asyncio.sleep(0)
            self._clock.advance(0.02)

    async def speak(self, pcm: Samples) -> None:
        say = self._virtual.say if isinstance(self._virtual, FakeDuplex) else self._virtual.feed
        say(pcm)

    def heard(self) -> Samples:
        return self._virtual.heard


class FileBench(VirtualBench):
    """The file pair in real time."""

    def __init__(self, duplex: FileDuplex) -> None:
        super().__init__(duplex, ManualClock())

    async def pass_time(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class PulseBench(Reader):
    """Real streams; the ear records the null sink's monitor, the mouth plays into the other sink."""

    def __init__(self, duplex: SounddeviceDuplex, pulse: PulseServer, ear: Path, exact: bool) -> None:
        super().__init__(duplex, exact=exact)
        self._pulse, self._ear = pulse, ear
        self._mouths = contextlib.ExitStack()
        self._device = duplex

    @property
    def output_buffer(self) -> float:
        return self._device.latency[1]

    async def pass_time(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def speak(self, pcm: Samples) -> None:
        padding = np.zeros(MICROPHONE_RATE // 10, np.int16)
        mouth = self._pulse.speak(np.concatenate([padding, pcm, padding]))
        await asyncio.to_thread(self._mouths.enter_context, mouth)

    def heard(self) -> Samples:
        raw = self._ear.read_bytes()
        return np.frombuffer(raw[: len(raw) // 2 * 2], "<i2").astype(np.int16)

    async def hush(self) -> None:
        await asyncio.to_thread(self._mouths.close)


@asynccontextmanager
async def on_pulse(pulse: PulseServer, exact: bool) -> AsyncIterator[PulseBench]:
    # Twice the default latency: the server, which has no real-time priority here, shares two cores.
    options = {"latency": 0.1} | (
        {"input_rate": MICROPHONE_RATE, "output_rate": SPEAKER_RATE} if exact else {}
    )
    async with AsyncExitStack() as stack:
        ear = pulse.listen()
        path = await asyncio.to_thread(ear.__enter__)
        stack.callback(ear.__exit__, None, None, None)
        others = native_threads()
        duplex = await stack.enter_async_context(
            SounddeviceDuplex(SystemClock(), "pulse", "pulse", **options)
        )
        hurry(native_threads() - others)
        bench = PulseBench(duplex, pulse, path, exact)
        await stack.enter_async_context(reading(bench))
        stack.push_async_callback(bench.hush)
        yield bench


@pytest.mark.parametrize("check", CHECKS, ids=IDS)
async def test_the_fake_keeps_the_contract(check: Check) -> None:
    clock = ManualClock()
    async with FakeDuplex(clock) as duplex, reading(VirtualBench(duplex, clock)) as bench:
        await check(bench)


@pytest.mark.parametrize("echo", [None, EchoPath()], ids=["headset", "room"])
@pytest.mark.parametrize("check", CHECKS, ids=IDS)
async def test_a_duplex_without_its_echo_keeps_the_contract(check: Check, echo: EchoPath | None) -> None:
    if echo and check.__name__ == "what_is_spoken_arrives_whole":
        echo = EchoPath(noise_dbfs=None)  # bit by bit, because nothing is played meanwhile
    clock = ManualClock()
    virtual = FakeDuplex(clock, echo=echo)
    async with EchoCancellingDuplex(virtual, WebRtcEchoCanceller()) as duplex:
        bench = VirtualBench(virtual, clock)
        bench.duplex = duplex
        async with reading(bench):
            await check(bench)


@pytest.mark.parametrize("check", CHECKS, ids=IDS)
async def test_the_file_pair_keeps_the_contract(check: Check) -> None:
    clock = ManualClock()
    async with FileDuplex(clock) as duplex, reading(VirtualBench(duplex, clock)) as bench:
        await check(bench)


@pytest.mark.parametrize("check", CHECKS, ids=IDS)
async def test_the_file_pair_keeps_the_contract_in_real_time(check: Check) -> None:
    async with FileDuplex(SystemClock()) as duplex, reading(FileBench(duplex)) as bench:
        await check(bench)


async def on_real_devices(check: Check, pulse: PulseServer, exact: bool) -> None:
    """Run a check. An attempt in which PortAudio's own threads were not given a processor in time (it
    counts that itself) says nothing about us and is made again; three in a row are a fault."""
    for attempt in range(ATTEMPTS):
        async with on_pulse(pulse, exact) as bench:
            try:
                return await check(bench)
            except AssertionError:
                health = bench.duplex.health()
                if attempt == ATTEMPTS - 1 or not health.underruns + health.dropped_frames:
                    raise
    return None


@pytest.mark.audio
@pytest.mark.parametrize("check", CHECKS, ids=IDS)
async def test_real_devices_keep_the_contract_bit_by_bit(check: Check, pulse: PulseServer) -> None:
    await on_real_devices(check, pulse, exact=True)


@pytest.mark.audio
@pytest.mark.parametrize("check", CHECKS, ids=IDS)
async def test_real_devices_keep_the_contract_at_their_native_rate(check: Check, pulse: PulseServer) -> None:
    await on_real_devices(check, pulse, exact=False)


class Broken:
    """Wraps a duplex and spoils one method."""

    def __init__(self, duplex: Duplex, **spoilt: Callable[..., object]) -> None:
        self._duplex = duplex
        self.__dict__.update(spoilt)

    def __getattr__(self, name: str) -> object:
        return getattr(self._duplex, name)


@pytest.mark.parametrize(
    ("spoilt", "check"),
    [
        ("pause", "pause_falls_silent_and_resume_loses_nothing"),
        ("stop", "stop_falls_silent_and_nothing_stopped_is_heard_later"),
        ("duck", "duck_scales_what_sounds_and_back"),
        ("write", "utterances_play_whole_and_in_the_order_of_first_writing"),
        ("end", "the_position_only_grows_and_ends_finished"),
    ],
)
async def test_the_contract_notices_a_duplex_that_does_nothing(spoilt: str, check: str) -> None:
    clock = ManualClock()
    async with FakeDuplex(clock) as duplex, reading(VirtualBench(duplex, clock)) as bench:
        bench.duplex = Broken(duplex, **{spoilt: lambda *_: None})
        with pytest.raises(AssertionError):
            await dict(zip(IDS, CHECKS, strict=True))[check](bench)


def test_the_benches_are_what_the_contract_asks_for() -> None:
    clock = ManualClock()
    bench: Bench = VirtualBench(FakeDuplex(clock), clock)
    assert bench.exact
