"""How the demo's people talk: typed, or aloud. The checks are the same for both."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import msgspec

from core.brain.model import Context
from core.conversation.conversation import Conversation
from core.journal.events import Event, KnowledgeCited, UserSpoke


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """One turn and its answer. understood: what the journal holds of what was said. rows: the
    journal's rows of this turn."""

    said: str
    understood: str
    reply: str
    context: Context
    rows: tuple[Event, ...]

    @property
    def cited(self) -> int:
        """How many quotes the answer was given."""
        return sum(isinstance(row.body, KnowledgeCited) for row in self.rows)

    def evidence(self) -> dict[str, Any]:
        """What everybody may look at afterwards."""
        return {
            "said": self.said,
            "understood": self.understood,
            "reply": self.reply,
            "knowledge": self.context.knowledge.state,
            "quotes": [
                f"{q.title} v{q.version} [{q.start}:{q.end}] {q.text}"
                for q in self.context.knowledge.quotes[:2]
            ],
            "memories": [fact.text for fact in self.context.memories],
            "journal": [f"{row.session[:8]}/{row.seq} {row.kind}" for row in self.rows],
        }


class Interruption(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that was cut. sentence, heard: the journal's row. sounded: how many characters of the
    sentence sounded before the cut, by ``basis``, which does not ask the engine's book-keeping; at least
    ``surely`` of them were whole words."""

    question: str
    interruption: str
    sentence: str
    heard: int
    boundary: str
    sounded: int
    surely: int
    basis: str
    next_reply: str
    details: dict[str, Any]


class Line(Protocol):
    """One open conversation and someone in it."""

    async def say(self, text: str) -> Exchange:
        """Say it, and wait until the answer is over."""
        ...

    async def interrupt(self, question: str, interruption: str) -> Interruption:
        """Ask, and speak into the answer."""
        ...


class Talker(Protocol):
    """mode: ``text`` or ``voice``."""

    mode: str

    def line(self, conversation: Conversation, words: tuple[str, ...]) -> AbstractAsyncContextManager[Line]:
        """Someone in the conversation. words: what the household is likely to say."""
        ...

    def resting(self) -> AbstractAsyncContextManager[None]:
        """While another process needs the memory: no line is open, and models are let go."""
        ...

    def timings(self) -> dict[str, Any]:
        """p50 and p95 in seconds by stage, over everything said so far."""
        ...


async def exchange_of(conversation: Conversation, said: str, reply: str, before: int) -> Exchange:
    """What the journal holds of the turn that was just answered; before: rows there were already."""
    rows = tuple((await conversation.journal.history())[before:])
    heard = [row.body.text for row in rows if isinstance(row.body, UserSpoke)]
    context = conversation.responder.last
    assert context is not None, "an answered turn has a context"
    return Exchange(
        said=said, understood=heard[-1] if heard else said, reply=reply, context=context, rows=rows
    )
