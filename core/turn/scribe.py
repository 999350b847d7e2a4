"""Has everything written down in the order it happened, without keeping the ears waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from core.turn.events import Outcome
from core.turn.ports import Delivery, Habits, Recorder, Turn
from core.turn.recognition import fault_of
from core.turn.reply import Utterance
from core.turn.spoken import Heard


@dataclass(frozen=True, slots=True)
class _Entry:
    turn: int | None
    write: Callable[[], Awaitable[None]]
    written: Callable[[], None] | None = None
    lost: Callable[[str], None] | None = None


class Scribe:
    """One writer. A turn whose own words could not be written gets no answer written either.

    notice: called with a message id when something could not be written.
    """

    def __init__(self, recorder: Recorder, notice: Callable[[str], None]) -> None:
        self._recorder = recorder
        self._notice = notice
        self._entries: asyncio.Queue[_Entry] = asyncio.Queue()
        self._unwritten: int | None = None

    def user_spoke(self, turn: Turn, written: Callable[[], None], lost: Callable[[str], None]) -> None:
        self._add(turn.id, lambda: self._recorder.user_spoke(turn), written, lost)

    def assistant_spoke(self, utterance: Utterance, heard: Heard, outcome: Outcome) -> None:
        turn, index, text = utterance.turn, utterance.index, utterance.text
        self._add(
            turn,
            lambda: self._recorder.assistant_spoke(
                turn, index, text, heard.characters, heard.boundary, outcome
            ),
        )

    def answer_ended(self, turn: int, outcome: Outcome, error: str | None) -> None:
        self._add(turn, lambda: self._recorder.answer_ended(turn, outcome, error))

    def paused(self, habits: Habits, pauses: Sequence[float]) -> None:
        self._add(None, lambda: habits.paused(pauses))

    def wished(self, habits: Habits, delivery: Delivery) -> None:
        self._add(None, lambda: habits.wished(delivery))

    async def run(self) -> None:
        """Until cancelled; :meth:`finish` afterwards writes what was left."""
        while True:
            entry = await self._entries.get()
            try:
                await self._write(entry)
            finally:
                self._entries.task_done()

    async def drained(self) -> None:
        """Everything handed over so far is written."""
        await self._entries.join()

    async def finish(self) -> None:
        while not self._entries.empty():
            await self._write(self._entries.get_nowait())

    def _add(
        self,
        turn: int | None,
        write: Callable[[], Awaitable[None]],
        written: Callable[[], None] | None = None,
        lost: Callable[[str], None] | None = None,
    ) -> None:
        self._entries.put_nowait(_Entry(turn, write, written, lost))

    async def _write(self, entry: _Entry) -> None:
        if entry.turn is not None and entry.turn == self._unwritten:
            return
        try:
            await entry.write()
        except Exception as error:  # noqa: BLE001 - the store's fault is told; the conversation goes on
            message = fault_of(error, "turn.not_recorded")
            self._notice(message)
            if entry.lost is not None:
                self._unwritten = entry.turn
                entry.lost(message)
        else:
            if entry.written is not None:
                entry.written()
