"""What is said beside the answers: "let me think", "I did not catch that". No answer, in no history."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine

from core.audio.duplex import Duplex
from core.speech.ports import Samples, Style, Voice
from core.turn.loudness import amplified

_log = logging.getLogger(__name__)
_KEPT = 16
"""Sentences whose sound is kept; there are never many."""

Spawn = Callable[[Coroutine[object, object, None]], asyncio.Task[None]]


class Aside:
    """One short sentence at a time, dropped the moment it is not wanted any more.

    The sound is made ahead with :meth:`prepare`, so that it never waits behind the answer's own.
    style, volume: how it is spoken from now on.
    """

    def __init__(self, duplex: Duplex, voice: Voice, style: Style, spawn: Spawn) -> None:
        self.style = style
        self.volume = 1.0
        self._duplex = duplex
        self._voice = voice
        self._spawn = spawn
        self._sounds: dict[tuple[str, float], list[Samples]] = {}
        self._making: asyncio.Task[None] | None = None
        self._utterance: int | None = None
        self._said: tuple[int, str] | None = None

    async def prepare(self, *texts: str) -> None:
        """A voice that fails leaves them unsaid."""
        for text in texts:
            try:
                await self._sound(text)
            except Exception as error:  # noqa: BLE001 - nobody misses an "um"; an answer's fault is told
                _log.warning("an aside could not be spoken: %s", type(error).__name__)
                return

    def say(self, utterance: int, text: str) -> None:
        """``utterance``: a number below those of every sentence that may be written after it."""
        self.hush()
        self._making = self._spawn(self._say(utterance, text))

    def hush(self) -> None:
        """Unsaid if it has not begun; silent at once if it sounds and nothing else was written."""
        if self._making is not None:
            self._making.cancel()
            self._making = None
        if self.sounding:
            self._duplex.stop()
            self._said = None
        self._utterance = None

    def silenced(self) -> None:
        """The speaker was stopped: nothing of it sounds, nothing of it will."""
        self.over()
        self._said = None

    def over(self) -> None:
        """Something else is being written behind it: from now on it belongs to that."""
        if self._making is not None:
            self._making.cancel()
            self._making = None
        self._utterance = None

    @property
    def sounding(self) -> bool:
        return self._utterance is not None and self._not_over(self._utterance)

    @property
    def audible(self) -> str | None:
        """The sentence that can be heard, whatever is written behind it."""
        return self._said[1] if self._said is not None and self._not_over(self._said[0]) else None

    def _not_over(self, utterance: int) -> bool:
        position = self._duplex.position()
        if position is None or position.utterance < utterance:
            return True
        return position.utterance == utterance and not position.finished

    async def _say(self, utterance: int, text: str) -> None:
        await self.prepare(text)
        sound = self._sounds.get((text, self.style.speed))
        if sound is None:
            return
        self._utterance = utterance
        self._said = (utterance, text)
        for pcm in sound:
            self._duplex.write(utterance, amplified(pcm, self.volume))
        self._duplex.end(utterance)

    async def _sound(self, text: str) -> None:
        key = (text, self.style.speed)
        if key in self._sounds:
            return
        made = [chunk.pcm async for chunk in self._voice.speak(text, self.style)]
        while len(self._sounds) >= _KEPT:
            self._sounds.pop(next(iter(self._sounds)))
        self._sounds[key] = made
