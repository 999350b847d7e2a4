"""A microphone and a speaker opened together, on the one thread that may open and close devices.

PortAudio must not open, close and look for devices at the same time, and any of them may block for as
long as a sound server likes. All of it therefore happens on one thread of its own, in order.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from core.audio.devices import Device, Kind, find, library, refresh
from core.audio.microphone_stream import MicrophoneStream
from core.audio.speaker_stream import SpeakerStream
from core.errors import Unavailable

Stream = TypeVar("Stream", MicrophoneStream, SpeakerStream)
_LOG = logging.getLogger(__name__)
_DEVICES = ThreadPoolExecutor(max_workers=1, thread_name_prefix="audio devices")
OTHER_RATES = (48_000, 44_100, 32_000, 24_000, 16_000, 8_000)
"""Tried where a device refuses the rate it calls its own, as a headset does that has just changed profile."""
INVALID_RATE = -9997  # PortAudio's paInvalidSampleRate


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to open: see SounddeviceDuplex."""

    microphone: str | None
    speaker: str | None
    latency: str | float
    input_rate: int | None
    output_rate: int | None
    now: Callable[[], float]

    def name(self, kind: Kind) -> str | None:
        return self.microphone if kind == "input" else self.speaker

    def rates(self, device: Device, kind: Kind) -> tuple[int, ...]:
        """Those to try, in order."""
        asked = self.input_rate if kind == "input" else self.output_rate
        if asked is not None:
            return (asked,)
        return (device.rate, *(rate for rate in OTHER_RATES if rate != device.rate))


class StreamPair:
    """Both streams, running. names: of the microphone and the speaker.

    Creating one looks for newly plugged devices first, unless another pair is open, which that would
    kill. Raises Unavailable (no library, no device, busy) and UserFacing (ambiguous name). Blocks;
    see :func:`open_pair`.
    """

    _open: ClassVar[int] = 0

    def __init__(self, wanted: Wanted) -> None:
        if not StreamPair._open:
            refresh()
        microphone, speaker = find(wanted.name("input"), "input"), find(wanted.name("output"), "output")
        self.names = (microphone.name, speaker.name)
        opened: list[MicrophoneStream | SpeakerStream] = []
        device = microphone
        try:
            self.microphone = _at_any_rate(
                lambda rate: MicrophoneStream(microphone, rate, wanted.latency, wanted.now),
                wanted.rates(microphone, "input"),
            )
            opened.append(self.microphone)
            device = speaker
            self.speaker = _at_any_rate(
                lambda rate: SpeakerStream(speaker, rate, wanted.latency, wanted.now),
                wanted.rates(speaker, "output"),
            )
            opened.append(self.speaker)
            self.speaker.start()
            device = microphone
            self.microphone.start()
        except library().PortAudioError as problem:
            for stream in opened:
                stream.close()
            raise Unavailable("audio.device_busy", device=device.name) from problem
        StreamPair._open += 1

    def close(self) -> None:
        """Stop at once and give both devices back. Blocks."""
        self.microphone.close()
        self.speaker.close()
        StreamPair._open -= 1


async def open_pair(wanted: Wanted) -> StreamPair:
    """As StreamPair(), without blocking. Cancelled at any moment, it leaves nothing open."""
    opened: list[StreamPair] = []

    def abandon() -> None:  # on the same thread, so after whatever is under way
        for pair in opened:
            pair.close()

    try:
        await asyncio.get_running_loop().run_in_executor(_DEVICES, lambda: opened.append(StreamPair(wanted)))
    except asyncio.CancelledError:
        _DEVICES.submit(abandon)
        raise
    return opened[0]


def close_pair(pair: StreamPair) -> asyncio.Future[None]:
    """Close it in its turn; it will be closed whether or not anybody waits."""
    return asyncio.get_running_loop().run_in_executor(_DEVICES, pair.close)


def _at_any_rate(open_at: Callable[[int], Stream], rates: tuple[int, ...]) -> Stream:
    error = library().PortAudioError
    for rate in rates[:-1]:
        try:
            return open_at(rate)
        except error as refused:
            if INVALID_RATE not in refused.args:
                raise
            _LOG.info("the device does not run at %d Hz", rate)
    return open_at(rates[-1])
