"""When a sample was captured, told by counting samples and corrected for the sound card's drift."""

from __future__ import annotations

WINDOW_SECONDS = 10.0
"""Sound cards differ from the computer's clock by up to 100 ppm: a millisecond in ten seconds."""


class CaptureClock:
    """Pure. ``first``: the clock's time at which sample 0 was captured.

    Blocks arrive late by scheduling, never early, so the least lateness in a window is the true
    one; what it changes from window to window is drift.
    """

    def __init__(self, rate: float, first: float) -> None:
        self._rate = rate
        self._first = first
        self._usual: float | None = None
        self._least = float("inf")
        self._window_ends: float | None = None

    def observe(self, samples: int, now: float) -> None:
        """``samples`` have been captured so far, and it is ``now``."""
        self._least = min(self._least, now - self._first - samples / self._rate)
        if self._window_ends is None:
            self._window_ends = now + WINDOW_SECONDS
        elif now >= self._window_ends:
            if self._usual is None:
                self._usual = self._least
            self._first += self._least - self._usual
            self._least = float("inf")
            self._window_ends = now + WINDOW_SECONDS

    def at(self, seconds: float) -> float:
        """The clock's time at which the sound ``seconds`` after sample 0 was captured."""
        return self._first + seconds
