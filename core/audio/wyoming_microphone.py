"""Sound that arrives over a network, put on our own clock: gaps filled, late sound dropped. Pure.

TCP loses nothing, but it may halt and then deliver everything at once. Frames go on all the same: what
has not come after LATE_SECONDS is silence, and what comes for a time already filled is dropped.
"""

from __future__ import annotations

import math

import numpy as np

from core.audio.capture_clock import CaptureClock
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Samples
from core.audio.levels import is_clipped

LATE_SECONDS = 0.4
"""How long sound may be on its way. Wi-Fi that roams takes a quarter of a second."""
QUIET_SECONDS = 0.06
"""The same for a satellite that is not sending, whose silence need not be waited for."""
AHEAD_SECONDS = 0.1
"""More sound than time has passed: the satellite sends what it had kept."""
OWED_SECONDS = 10.0
"""Sound that has not come by then after its gap was filled never will."""
LONGEST_FILLED = 2.0
"""Longer gaps are skipped, not filled: the indices say so."""


class NetworkMicrophone:
    """Frames from pieces of any length. ``opened``: the clock's time. Counters are those of Health."""

    def __init__(self, opened: float) -> None:
        self._clock = CaptureClock(INPUT_RATE, opened)
        self._first = opened
        self._placed = 0  # samples since opening, filled ones included
        self._rest: Samples = np.zeros(0, np.int16)
        self._owed = 0  # samples that were filled and may still come
        self._owed_until = opened
        self._held: Samples = np.zeros(0, np.int16)
        self.sending = False
        """Whether sound is expected: none is before the first piece, nor after :meth:`stopped`."""
        self._index = 0
        self._last_at = opened
        self.frames_in = 0
        self.dropped = 0
        self.clipped = 0

    def push(self, pcm: Samples, now: float) -> None:
        """``pcm``: int16, mono, 16 kHz, whose last sample was captured at ``now`` or before."""
        if not self.sending:  # it was silent, and begins now
            self.sending = True
            self._owed = 0
            self._place(np.zeros(max(0, self._missing(now) - len(pcm)), np.int16))
        if self._owed:
            self._held = np.concatenate([self._held, pcm])  # due() decides: it may be late
            return
        ahead = len(pcm) - self._missing(now)
        if ahead > AHEAD_SECONDS * INPUT_RATE:
            self._first -= ahead / INPUT_RATE
            self._clock = CaptureClock(INPUT_RATE, self._first)
        self._place(pcm)
        self._clock.observe(self._placed, now)

    def stopped(self) -> None:
        """The satellite has said that it does not send for now."""
        self.sending = False

    def due(self, now: float) -> list[Frame]:
        """The frames that are whole, or that can be waited for no longer."""
        self._place_held(now)
        wait = LATE_SECONDS if self.sending else QUIET_SECONDS
        missing = self._missing(now) - round(wait * INPUT_RATE)
        if missing > LONGEST_FILLED * INPUT_RATE:
            self._skip(missing // FRAME_SAMPLES)
        elif missing > 0:
            count = math.ceil(missing / FRAME_SAMPLES)
            if self.sending:
                self.dropped += count
                self._owed += count * FRAME_SAMPLES
                self._owed_until = now + OWED_SECONDS
            self._place(np.zeros(count * FRAME_SAMPLES, np.int16))
        return self._cut()

    # Inside

    def _place_held(self, now: float) -> None:
        """Place what came after a gap was filled. Where that is more sound than time, the oldest of it is
        what the gap was for. Where it is not, the gap was lost for good, and this is what follows it."""
        ahead = len(self._held) - self._missing(now)
        late = max(0, min(self._owed, ahead, len(self._held)))
        self._place(self._held[late:])
        self._held = self._held[:0]
        self._owed = 0 if now > self._owed_until else self._owed - late

    def _missing(self, now: float) -> int:
        """Samples between what is placed and ``now``; negative when there is more sound than time."""
        return math.floor((now - self._clock.at(self._placed / INPUT_RATE)) * INPUT_RATE)

    def _place(self, pcm: Samples) -> None:
        self._rest = np.concatenate([self._rest, pcm])
        self._placed += len(pcm)

    def _skip(self, frames: int) -> None:
        self._placed += frames * FRAME_SAMPLES
        self._index += frames
        self.dropped += frames

    def _cut(self) -> list[Frame]:
        frames: list[Frame] = []
        begins = self._placed - len(self._rest)
        whole = len(self._rest) // FRAME_SAMPLES
        for start in range(0, whole * FRAME_SAMPLES, FRAME_SAMPLES):
            pcm = self._rest[start : start + FRAME_SAMPLES]
            self._last_at = max(self._last_at, self._clock.at((begins + start) / INPUT_RATE))
            frames.append(Frame(pcm, self._index, self._last_at))
            self._index += 1
            self.clipped += is_clipped(pcm)
        self._rest = self._rest[whole * FRAME_SAMPLES :]
        self.frames_in += whole
        return frames
