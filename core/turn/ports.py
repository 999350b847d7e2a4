"""What the engine is handed besides ears and voice: someone who answers, someone who records,
someone who remembers how a person speaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from core.speech.ports import Samples
from core.text import Language
from core.turn.sounding import Sounding


@dataclass(frozen=True, slots=True)
class Delivery:
    """How a person is spoken to: times the role's speed, times the voice's own level."""

    speed: float = 1.0
    volume: float = 1.0


@dataclass(frozen=True, slots=True)
class Turn:
    """One finished thing the user said.

    id: increases by one for every turn of the engine. committed: set when the turn is final; a
    responder does nothing that cannot be taken back before it is set. sound: what was heard (int16, mono,
    16 kHz, in pieces), for a responder that answers by ear; then the text is a first reading, good enough
    to decide by, and a better one may follow.
    """

    id: int
    text: str
    language: Language
    confidence: float
    spoken: bool = True
    committed: asyncio.Event = field(default_factory=asyncio.Event, compare=False)
    sound: tuple[Samples, ...] = field(default=(), compare=False, repr=False)


class Responder(Protocol):
    """Answers a turn, sentence by sentence; a sentence may come with a sound of its own."""

    def reply(self, turn: Turn) -> AsyncIterator[str | Sounding]:
        """May be started for a draft and closed without trace when it is discarded. Raises
        UserFacing when there is no answer to be had."""
        ...

    def failure(self, turn: Turn, error: Exception) -> str:
        """A sentence, in the turn's language, that says aloud that answering failed."""
        ...


class Habits(Protocol):
    """Keeps how someone speaks, for the next conversation. Awaiting returns when it is durable."""

    async def paused(self, pauses: Sequence[float]) -> None:
        """Seconds of silence inside the turn that was just answered, oldest first."""
        ...

    async def wished(self, delivery: Delivery) -> None:
        """They asked to be spoken to like this from now on."""
        ...


class Recorder(Protocol):
    """Writes down what was said and heard. Awaiting returns when it is durable."""

    async def user_spoke(self, turn: Turn) -> None:
        """Before anything of the answer is audible."""
        ...

    async def assistant_spoke(
        self,
        turn: int,
        index: int,
        text: str,
        heard: int,
        boundary: Literal["measured", "estimated"],
        outcome: Literal["finished", "interrupted", "failed"],
    ) -> None:
        """One sentence of the answer, after it has played or was cut; heard counts characters."""
        ...

    async def answer_ended(
        self, turn: int, outcome: Literal["finished", "interrupted", "failed"], error: str | None
    ) -> None:
        """Exactly once per committed turn. error: a message id when it failed."""
        ...
