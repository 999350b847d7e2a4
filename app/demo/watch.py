"""Knows, for the scripted speaker, what the companion is doing, and shows the captions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from core.conversation.conversation import Conversation
from core.journal.events import Boundary, Outcome
from core.turn import captions
from core.turn.ports import Turn


class Watch:
    """A recorder in front of the conversation's own, and the engine's caption listener.

    answers: how many answers have come to their end. reply: the last one, as heard. share: how much
    of the sounding sentence has been heard, 0.0–1.0. interrupted: the last answer was cut and no
    other has ended since. idle: nobody has the floor.
    """

    def __init__(self, conversation: Conversation, tell: Callable[[str], None]) -> None:
        self._recorder = conversation.recorder
        self._person = conversation.person.name
        self._role = conversation.role.name
        self._tell = tell
        self._changed = asyncio.Event()
        self._sounding = 0
        self._heard: dict[int, list[str]] = {}
        self.answers = 0
        self.reply = ""
        self.share = 0.0
        self.interrupted = False
        self.idle = True

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return as soon as it holds."""
        while not condition():
            self._changed.clear()
            await self._changed.wait()

    def on_change(self, caption: captions.Caption) -> None:
        match caption:
            case captions.StateChanged(state=state):
                self.idle = state == "idle"
            case captions.AssistantSentence(text=text):
                self._sounding, self.share = len(text), 0.0
                self._tell(f"{self._role}: {text}")
            case captions.AssistantHeard(heard=heard):
                self.share = heard / max(1, self._sounding)
            case _:
                pass
        self._changed.set()

    async def user_spoke(self, turn: Turn) -> None:
        await self._recorder.user_spoke(turn)
        self._tell(f"{self._person}: {turn.text}")

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: Boundary, outcome: Outcome
    ) -> None:
        await self._recorder.assistant_spoke(turn, index, text, heard, boundary, outcome)
        self._heard.setdefault(turn, []).append(text[:heard])
        if heard < len(text):
            self._tell(f"    ✂ {text[:heard]}|{text[heard:]}")

    async def answer_ended(self, turn: int, outcome: Outcome, error: str | None) -> None:
        await self._recorder.answer_ended(turn, outcome, error)
        self.answers += 1
        self.reply = "".join(self._heard.get(turn, []))
        self.share = 0.0
        self.interrupted = outcome == "interrupted"
        self._changed.set()
