"""A fake duplex that keeps nothing of what it heard and played, so that what grows is not its record."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import numpy as np

from core.audio.echo_path import EchoPath, Room
from core.audio.fake import FakeDuplex
from core.audio.frames import OUTPUT_RATE, Samples
from core.audio.reference import Sound
from core.audio.virtual import Loudspeaker
from core.clock import ManualClock

_KEPT = 2 * OUTPUT_RATE
"""Samples, as far back as an echo and a canceller look."""


class ForgetfulDuplex(FakeDuplex):
    """Its ``heard`` and ``microphone`` are of no use."""

    def __init__(
        self, clock: ManualClock, script: Iterable[tuple[float, Samples]] = (), echo: EchoPath | None = None
    ) -> None:
        super().__init__(clock, script)
        self._microphone = deque(maxlen=1)  # type: ignore[assignment]
        self._speaker = _Forgetful()
        self._room = Room(echo, self._speaker.played) if echo else None


class _Forgetful(Loudspeaker):
    def _record(self, pcm: Samples) -> None:
        known = self._recorded[: min(self._length, _KEPT)]
        self._recorded = np.concatenate([known, pcm])[-_KEPT:]
        self._length += len(pcm)

    def _fetch(self, first: int, count: int) -> Sound:
        before = self._length - min(self._length, _KEPT)
        sound = np.zeros(count, np.float32)
        low, high = max(first, before), min(first + count, self._length)
        if high > low:
            sound[low - first : high - first] = self._recorded[low - before : high - before]
        return sound
