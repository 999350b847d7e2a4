"""Duplexes that run for hours: what they have heard and played is not kept, and the device can be taken away."""

from __future__ import annotations

from collections.abc import AsyncIterator

import numpy as np

from core.audio.duplex import DeviceLost
from core.audio.echo_path import EchoPath, Room
from core.audio.fake import FakeDuplex
from core.audio.file_duplex import FileDuplex
from core.audio.frames import FRAME_SAMPLES, OUTPUT_RATE, Frame, Samples
from core.audio.reference import Sound
from core.audio.virtual import Loudspeaker, samples_at
from core.clock import Clock, ManualClock

_KEPT = 10 * OUTPUT_RATE


class Counted(list[Samples]):
    """Takes the place of a recording: counts what is appended."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def append(self, pcm: Samples) -> None:
        self._count += 1

    def __len__(self) -> int:
        return self._count


class PassingLoudspeaker(Loudspeaker):
    """Keeps the last ten to twenty seconds, as the echo path wants them.

    loud: samples played that were not silence.
    """

    def __init__(self) -> None:
        super().__init__()
        self._recorded = np.zeros(2 * _KEPT, np.int16)
        self._filled = 0
        self.loud = 0

    def recorded(self) -> Samples:
        return self._recorded[: self._filled].copy()

    def _record(self, pcm: Samples) -> None:
        if self._filled + len(pcm) > len(self._recorded):
            keep = min(_KEPT, self._filled)
            self._recorded[:keep] = self._recorded[self._filled - keep : self._filled].copy()
            self._filled = keep
        pcm = pcm[-_KEPT:]
        self._recorded[self._filled : self._filled + len(pcm)] = pcm
        self._filled += len(pcm)
        self._length += len(pcm)
        self.loud += int(np.count_nonzero(pcm))

    def _fetch(self, first: int, count: int) -> Sound:
        gone = self._length - self._filled
        sound = np.zeros(count, np.float32)
        low, high = max(first, gone), min(first + count, self._length)
        if high > low:
            sound[low - first : high - first] = self._recorded[low - gone : high - gone]
        return sound


class EndlessFake(FakeDuplex):
    """In virtual time; ``say`` speaks from now on."""

    def __init__(self, clock: ManualClock, echo: EchoPath | None = None) -> None:
        super().__init__(clock)
        self._microphone = Counted()
        self._speaker = PassingLoudspeaker()
        self._room = Room(echo, self._speaker.played) if echo else None

    def lose(self, seconds: float) -> None:
        """Unplug it, for so long."""
        self.lose_device(self.now(), self.now() + seconds)


class EndlessFile(FileDuplex):
    """In real time."""

    def __init__(self, clock: Clock, echo: EchoPath | None = None) -> None:
        super().__init__(clock)
        self._recorded = Counted()
        self._speaker = PassingLoudspeaker()
        self._room = Room(echo, self._speaker.played) if echo else None
        self._gone_until = 0.0

    def say(self, pcm: Samples) -> float:
        """As FakeDuplex's."""
        return self.feed(pcm)

    def lose(self, seconds: float) -> None:
        """Unplug it, for so long."""
        self._gone_until = self.now() + seconds
        self.stop()

    async def frames(self) -> AsyncIterator[Frame]:
        if self.now() < self._gone_until:
            raise DeviceLost("audio.device_lost", device="file")
        self._next = max(self._next, samples_at(self.now()) // FRAME_SAMPLES)
        async for frame in super().frames():
            if self.now() < self._gone_until:
                raise DeviceLost("audio.device_lost", device="file")
            yield frame
