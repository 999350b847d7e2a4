"""A microphone and a speaker made of samples and a clock, shared by the fake and the file pair."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, OUTPUT_RATE, Position, Samples
from core.audio.playout import Playout
from core.audio.reference import Sound, frame_at

EPSILON = 1e-6
"""Seconds by which sums of 20 ms may miss their round figure."""


class Timeline:
    """Sound placed at sample positions; overlapping sound is added up, silence elsewhere."""

    def __init__(self) -> None:
        self._placed: list[tuple[int, Samples]] = []

    def place(self, start: int, pcm: Samples) -> None:
        """Let ``pcm`` (int16, mono, 16 kHz) begin at sample ``start``; what is already past is lost."""
        if len(pcm):
            self._placed.append((start, pcm))

    def end(self) -> int:
        """The sample after the last one placed and not yet read."""
        return max((start + len(pcm) for start, pcm in self._placed), default=0)

    def frame(self, index: int, echo: NDArray[np.float64] | None = None) -> Samples:
        """Frame ``index`` over ``echo``; earlier frames are forgotten."""
        begin = index * FRAME_SAMPLES
        self._placed = [(start, pcm) for start, pcm in self._placed if start + len(pcm) > begin]
        mixed = np.zeros(FRAME_SAMPLES, np.int32) if echo is None else np.rint(echo).astype(np.int32)
        for start, pcm in self._placed:
            into = max(0, start - begin)
            source = pcm[max(0, begin - start) :][: FRAME_SAMPLES - into] if into < FRAME_SAMPLES else pcm[:0]
            mixed[into : into + len(source)] += source
        if len(self._placed) < 2:
            return mixed.astype(np.int16)  # one sound alone cannot be too loud, and clipping is dear
        return np.clip(mixed, -32_768, 32_767).astype(np.int16)


class Loudspeaker:
    """Plays a :class:`Playout` as time passes and keeps what it played.

    Nothing runs: every call says what time it is, and what should have sounded until then is
    rendered. A command takes effect on the sample of the moment it is given.
    """

    def __init__(self) -> None:
        self.playout = Playout(OUTPUT_RATE)
        self._recorded = np.zeros(OUTPUT_RATE, np.int16)  # twice as long whenever it is full
        self._length = 0
        self._stalls: list[tuple[int, int]] = []
        self.underruns = 0

    def stall(self, at: float, seconds: float) -> None:
        """Plan an underrun: silence for ``seconds`` from ``at`` on, with nothing moving on."""
        start = round(at * OUTPUT_RATE)
        self._stalls.append((start, start + round(seconds * OUTPUT_RATE)))
        self._stalls.sort()

    def play_until(self, seconds: float) -> int:
        """Render up to ``seconds`` after opening; returns the samples played since then."""
        target = int((seconds + EPSILON) * OUTPUT_RATE)
        while self.playout.rendered < target:
            now = self.playout.rendered
            if self._stalls and self._stalls[0][0] <= now:
                self._play_stall(now, target)
                continue
            next_stall = self._stalls[0][0] if self._stalls else target
            self._record(self.playout.render(min(target, next_stall) - now))
        self.playout.forget(target)
        return self.playout.rendered

    def position(self, seconds: float) -> Position | None:
        """Where the speaker is ``seconds`` after opening."""
        return self.playout.position_at(self.play_until(seconds))

    def replace(self, seconds: float) -> tuple[Position | None, frozenset[int]]:
        """Another loudspeaker from ``seconds`` on, with nothing queued: the last one's final position,
        and the utterances that went with it."""
        position = self.position(seconds)
        self.playout.stop()
        over, self.playout = self.playout.stopped, Playout(OUTPUT_RATE)
        self.playout.idle(self._length)
        return position and replace(position, finished=True), over

    def recorded(self) -> Samples:
        """Everything played since opening: int16, mono, 24 kHz."""
        return self._recorded[: self._length].copy()

    def played(self, seconds: float) -> Samples:
        """The 20 ms from ``seconds`` after opening on, at 16 kHz; silence where nothing is known yet."""
        frame = frame_at(seconds * OUTPUT_RATE, OUTPUT_RATE, self._fetch)
        return np.clip(np.rint(frame), -32_768, 32_767).astype(np.int16)

    def _fetch(self, first: int, count: int) -> Sound:
        sound = np.zeros(count, np.float32)
        known = self._recorded[max(first, 0) : min(max(first + count, 0), self._length)]
        start = max(-first, 0)
        sound[start : start + len(known)] = known
        return sound

    def _record(self, pcm: Samples) -> None:
        while self._length + len(pcm) > len(self._recorded):
            self._recorded = np.concatenate([self._recorded, np.zeros_like(self._recorded)])
        self._recorded[self._length : self._length + len(pcm)] = pcm
        self._length += len(pcm)

    def _play_stall(self, now: int, target: int) -> None:
        start, end = self._stalls[0]
        if self.playout.ready() and now == start:
            self.underruns += 1
        if min(end, target) > now:
            self._record(self.playout.idle(min(end, target) - now))
        if end <= target:
            self._stalls.pop(0)


def samples_at(seconds: float) -> int:
    """The microphone sample of a moment, in seconds after opening."""
    return round(seconds * INPUT_RATE)
