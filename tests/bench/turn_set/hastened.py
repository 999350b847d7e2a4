"""Virtual time that is not wasted: as slow as real time while a model works, and no slower than need be else.

What a model takes is charged in full, because the clock keeps pace with the wall while one is at it; only the
waiting in between is cut out. So ten minutes of a companion that hears nothing but itself need two.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from core.audio.fake import TICK
from core.clock import ManualClock
from core.speech.ports import EndOfTurn, Hints, Recognizer, Samples, Transcript

_PASSES = 40
"""Bare turns of the loop in which everything that is ready has run."""


class Hastened:
    """Moves ``clock``; whoever works in real time says so with :meth:`working`."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self._workers = 0
        self.charged = 0.0
        """Seconds that went by in real time."""

    @contextmanager
    def working(self) -> Iterator[None]:
        self._workers += 1
        try:
            yield
        finally:
            self._workers -= 1

    async def run(self, over: Callable[[], bool]) -> None:
        """Until ``over``, looked at every 20 ms."""
        while not over():
            began = time.monotonic()
            for _ in range(_PASSES):
                await asyncio.sleep(0)
            if self._workers:
                self.charged += TICK
                await asyncio.sleep(max(0.0, began + TICK - time.monotonic()))
            self._clock.advance(TICK)


class Charged:
    """A recogniser whose work takes the time it takes."""

    def __init__(self, recognizer: Recognizer, time_of: Hastened) -> None:
        self._recognizer, self._time = recognizer, time_of

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        with self._time.working():
            return await self._recognizer.draft(audio, hints)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        with self._time.working():
            return await self._recognizer.final(audio, hints)


class ChargedEnd:
    """The same for an end of turn."""

    def __init__(self, end_of_turn: EndOfTurn, time_of: Hastened) -> None:
        self._end_of_turn, self._time = end_of_turn, time_of

    async def p_end(self, audio: Samples) -> float:
        with self._time.working():
            return await self._end_of_turn.p_end(audio)
