"""Virtual time held still while something takes real time in threads: thinking, and writing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager

from core.journal.events import Boundary, Outcome
from core.turn.ports import Recorder, Responder, Turn
from core.turn.sounding import Sounding

Hold = Callable[[], AbstractContextManager[None]]


class HeldResponder:
    """Thinking takes real time in threads; virtual time waits for it."""

    def __init__(self, responder: Responder, hold: Hold) -> None:
        self._responder = responder
        self._hold = hold

    async def reply(self, turn: Turn) -> AsyncIterator[str | Sounding]:
        sentences = self._responder.reply(turn)
        while True:
            with self._hold():
                sentence = await anext(sentences, None)
            if sentence is None:
                return
            yield sentence

    def failure(self, turn: Turn, error: Exception) -> str:
        return self._responder.failure(turn, error)


class HeldRecorder:
    """So does writing."""

    def __init__(self, recorder: Recorder, hold: Hold) -> None:
        self._recorder = recorder
        self._hold = hold

    async def user_spoke(self, turn: Turn) -> None:
        with self._hold():
            await self._recorder.user_spoke(turn)

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: Boundary, outcome: Outcome
    ) -> None:
        with self._hold():
            await self._recorder.assistant_spoke(turn, index, text, heard, boundary, outcome)

    async def answer_ended(self, turn: int, outcome: Outcome, error: str | None) -> None:
        with self._hold():
            await self._recorder.answer_ended(turn, outcome, error)
