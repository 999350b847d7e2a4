"""Sorts one response's sound and words into soundings, one a message, and keeps them within bounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from core.audio.frames import OUTPUT_RATE
from core.brain.realtime import Sound, SoundOver, Words
from core.errors import Unavailable
from core.turn.sounding import Sounding

_MOST_WORDS = 20_000
"""Characters of one message."""


class Soundings:
    """cut: told of a message that was not heard to its end, and of how many samples were. room: samples
    that may still come; sound arrives faster than it is heard, and all of it waits in memory.

    A message becomes a sounding with its first sound. Words that never get one are kept as text.
    """

    ROOM = 180 * OUTPUT_RATE
    """Three minutes, 9 MB: longer than anybody listens without a word."""

    def __init__(self, cut: Callable[[str, int], None], room: int = ROOM) -> None:
        self.room = room
        self._cut = cut
        self._open: dict[str, Sounding] = {}
        self._over: set[str] = set()
        self._words: dict[str, str] = {}

    def take(self, part: Sound | Words | SoundOver) -> list[Sounding]:
        """The soundings that begin with it. Raises Unavailable("brain.realtime_too_long")."""
        if part.item in self._over:
            return []
        match part:
            case Words():
                self._say(part)
                return []
            case SoundOver():
                self._close(part.item, broken=not part.whole)
                return []
        self.room -= len(part.pcm)
        if self.room < 0:
            raise Unavailable("brain.realtime_too_long")
        begins = part.item not in self._open
        if begins:
            self._open[part.item] = Sounding(partial(self._cut, part.item))
            self._open[part.item].text = self._words.get(part.item, "")
        self._open[part.item].sound(part.pcm)
        return [self._open[part.item]] if begins else []

    def break_off(self) -> None:
        """Nothing more will come, and what there is lacks its end."""
        for sounding in self._open.values():
            sounding.broken = True

    def end(self) -> None:
        for item in tuple(self._open):
            self._close(item)

    def written(self) -> list[str]:
        """What was answered in writing, message by message."""
        return [text.strip() for item, text in self._words.items() if item not in self._over and text.strip()]

    def _say(self, words: Words) -> None:
        before = "" if words.whole else self._words.get(words.item, "")
        text = (before + words.text)[:_MOST_WORDS]
        self._words[words.item] = text
        if words.item in self._open:
            self._open[words.item].text = text

    def _close(self, item: str, *, broken: bool = False) -> None:
        sounding = self._open.pop(item, None)
        if sounding is not None:
            self._over.add(item)
            sounding.end(broken=broken)
