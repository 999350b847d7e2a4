"""Real streams on PulseAudio's null devices beside two busy Python threads: what is lost, and how late it is.

*Lost*: the microphone is spoken into and the speaker speaks all the while, as two threads of pure
Python fight for the interpreter. The rival does the same work the usual way, with sounddevice's Python
callback on the same devices, rates and latency; PortAudio counts its overflows and underflows for both.

*Round trip*: the speaker's own monitor is the microphone. From ``write()`` of a burst of noise to the
frame that holds its beginning having reached the loop: everything between them, PulseAudio's buffers
of both directions included.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
import time
from types import TracebackType

import numpy as np

from core.audio.contract import noise
from core.audio.sounddevice_duplex import LATENCY_SECONDS, SounddeviceDuplex
from core.clock import SystemClock
from tests.bench.report import Figure, absent, figure, percentile, publish, quick
from tests.support.pulse import MICROPHONE_RATE, PROGRAMS, SPEAKER_RATE, PulseServer, null_devices

PULSE = ("pulse", "pulse")
LOUD = 1000


class BusyThreads:
    """Two threads that never let go of the interpreter of their own accord."""

    def __init__(self, count: int = 2) -> None:
        self._go = True
        self._threads = [threading.Thread(target=self._burn) for _ in range(count)]

    def _burn(self) -> None:
        number = 0
        while self._go:
            number += 1

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._go = False
        for thread in self._threads:
            thread.join()


async def ours(seconds: float, pulse: PulseServer) -> tuple[int, int, float]:
    """Dropped frames, underruns, and the share of the frames' seconds that arrived."""
    frames = 0
    said = noise(1, round(SPEAKER_RATE * seconds))
    spoken = noise(2, round(MICROPHONE_RATE * seconds))
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:

        async def listen() -> None:
            nonlocal frames
            async for _ in duplex.frames():
                frames += 1

        listening = asyncio.create_task(listen())
        mouth = pulse.speak(spoken)
        await asyncio.to_thread(mouth.__enter__)
        began, before = time.monotonic(), frames
        with BusyThreads():
            for start in range(0, len(said), SPEAKER_RATE):
                duplex.write(1, said[start : start + SPEAKER_RATE])
            duplex.end(1)
            await asyncio.sleep(seconds)
            health, arrived = duplex.health(), (frames - before) * 0.02 / (time.monotonic() - began)
        await asyncio.to_thread(mouth.__exit__, None, None, None)
    await listening
    return health.dropped_frames, health.underruns, arrived


async def callback(seconds: float, pulse: PulseServer) -> tuple[int, int]:
    """Blocks that PortAudio flagged: input overflows, output underflows."""
    import sounddevice

    overflows = underflows = at = 0
    said = noise(1, round(SPEAKER_RATE * (seconds + 5)))

    def serve(heard: np.ndarray, out: np.ndarray, frames: int, _: object, status: object) -> None:
        nonlocal overflows, underflows, at
        overflows += bool(status.input_overflow)  # type: ignore[attr-defined]
        underflows += bool(status.output_underflow)  # type: ignore[attr-defined]
        piece = said[at : at + frames]
        out[: len(piece), 0], out[len(piece) :, 0] = piece, 0
        at += frames

    mouth = pulse.speak(noise(2, round(MICROPHONE_RATE * seconds)))
    stream = sounddevice.Stream(
        SPEAKER_RATE, device=PULSE, channels=1, dtype="int16", latency=LATENCY_SECONDS, callback=serve
    )
    await asyncio.to_thread(mouth.__enter__)
    with stream:
        await asyncio.sleep(0.5)
        overflows = underflows = 0  # of opening
        with BusyThreads():
            await asyncio.sleep(seconds)
    await asyncio.to_thread(mouth.__exit__, None, None, None)
    return overflows, underflows


async def round_trips(count: int, *, busy: bool) -> list[float]:
    """Seconds each."""
    burst, taken = noise(3, SPEAKER_RATE // 20), []
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
        frames = duplex.frames()
        for _ in range(50):
            await anext(frames)
        with BusyThreads(2 if busy else 0):
            for number in range(1, count + 1):
                written = time.monotonic()
                duplex.write(number, burst)
                duplex.end(number)
                async with asyncio.timeout(10):
                    while np.abs((await anext(frames)).pcm.astype(np.int32)).max() < LOUD:
                        pass
                taken.append(time.monotonic() - written)
                for _ in range(20):  # until it is quiet again
                    await anext(frames)
    return taken


async def main(seconds: float, trips: int) -> tuple[list[Figure], list[str]]:
    """Counts, and milliseconds."""
    with null_devices() as pulse:
        dropped, underruns, arrived = await ours(seconds, pulse)
        overflows, underflows = await callback(seconds, pulse)
        os.environ["PULSE_SOURCE"] = "vspeaker.monitor"  # null_devices() restores it
        alone = [1000 * trip for trip in await round_trips(trips, busy=False)]
        beside = [1000 * trip for trip in await round_trips(trips, busy=True)]
    rival = "sounddevice with a Python callback"
    return [
        figure("dropped input frames beside two busy threads", "frames", dropped, {rival: overflows},
               target=0, bounds="ours"),
        figure("output underruns beside two busy threads", "underruns", underruns, {rival: underflows},
               target=0, bounds="ours"),
        figure("frames that had reached the loop by then, of those spoken", "%", 100 * arrived),
        *(
            figure(f"round trip, {label}, {rank}", "ms", percentile(times, share))
            for label, times in (("alone", alone), ("beside two busy threads", beside))
            for rank, share in (("p50", 0.5), ("p95", 0.95))
        ),
    ], [
        f"{seconds:g} s each, latency {LATENCY_SECONDS * 1000:g} ms asked of both directions, {trips} round "
        "trips each. The rival's counts are blocks that PortAudio flagged."
    ]  # fmt: skip


if __name__ == "__main__":
    short = quick(__doc__)
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        absent("audio", f"{', '.join(missing)}: apt-get install pulseaudio libasound2-plugins")
    measured, of = asyncio.run(main(*((5.0, 5) if short else (30.0, 40))))
    publish("audio", measured, notes=of)
