"""Which detections count: none of the assistant's own voice, and each spoken word once. Pure."""

from __future__ import annotations

from core.speech.wake.ports import SAMPLE_RATE

TAIL_SECONDS = 0.6
"""A word recognised this soon after a mute window began inside it: words last half a second and more."""
APART_SECONDS = 1.5
"""A detector stays sure for some windows after a word; nobody calls twice within this time."""


class Gate:
    """Counts samples and says which of the detector's opinions are let through."""

    def __init__(self) -> None:
        self.samples = 0
        self._muted = False
        self._deaf_until = 0
        self._last: dict[str, int] = {}

    def mute(self) -> None:
        """Let nothing through."""
        self._muted = True

    def unmute(self) -> None:
        """Let through what begins from now on."""
        if self._muted:
            self._muted = False
            self._deaf_until = self.samples + round(TAIL_SECONDS * SAMPLE_RATE)

    def reset(self) -> None:
        """Count from nothing again."""
        self.samples = 0
        self._deaf_until = 0
        self._last.clear()

    def lets_through(self, word: str) -> bool:
        """Whether ``word``, recognised at this sample, is a call. A word that is held back counts as
        spoken, so that its later windows do not slip through."""
        last = self._last.get(word)
        again = last is not None and self.samples - last < APART_SECONDS * SAMPLE_RATE
        self._last[word] = self.samples
        return not (again or self._muted or self.samples < self._deaf_until)
