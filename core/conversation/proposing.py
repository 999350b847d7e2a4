"""Asking a chat model, after a turn and beside the conversation, what of it is worth remembering.

Off unless the settings say otherwise. What it answers is checked by ``core.memory.proposals`` and stored like
what the rules find, marked as proposed. It waits whenever somebody talks, and nobody ever waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime
from typing import Final, cast

from core.brain.model import ChatModel, Context, ReplyPart, TextDelta, ToolCall, ToolSpec
from core.clock import Clock
from core.conversation.doors import Doors
from core.errors import Refused, UserFacing
from core.knowledge.documents import Answerable, Quote
from core.memory import learning, proposals
from core.memory.facts import Candidate, Fact
from core.people.roles import Role
from core.text import Language
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

log = logging.getLogger(__name__)

_WAITING: Final = 8
"""Utterances that wait; of more the oldest is not asked about."""
_TOOL: Final = ToolSpec(
    name=proposals.TOOL,
    description="What is worth remembering of the utterance.",
    parameters=proposals.schema(),
)
_QUESTION: Final = "Propose what may be remembered of the utterance in <untrusted_knowledge>."


@dataclass(frozen=True, slots=True)
class Utterance:
    """A final user utterance that was learned from. found: what the rules found in it."""

    session: str
    seq: int
    said: datetime
    text: str
    language: Language
    found: tuple[Candidate, ...]


class Proposing:
    """One conversation's. Owns the task in which it asks; :meth:`close` ends it.

    model: of a cloud, behind its door (``ConsentedChat`` without another that answers instead), so that
    nothing is sent without consent. asked: how often a model was. refused: how many of its proposals were,
    by reason. on_learned: called when one was stored, to make its vector; returns at once.
    """

    def __init__(
        self, vault: Database, model: ChatModel, scope: Scope, role: Role, doors: Doors, clock: Clock
    ) -> None:
        self._vault = vault
        self._model = model
        self._scope = scope
        self._role = role
        self._doors = doors
        self._clock = clock
        self._waiting: deque[Utterance] = deque(maxlen=_WAITING)
        self._task: asyncio.Task[None] | None = None
        self.asked = 0
        self.refused: dict[str, int] = {}
        self.on_learned: Callable[[], None] | None = None

    def heard(self, utterance: Utterance) -> None:
        """Something was said and learned from; asked about when the turn is over."""
        self._waiting.append(utterance)

    def turn_began(self) -> None:
        """Somebody talks: whatever is being asked is let go, and asked again later."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def turn_over(self) -> None:
        """The answer was given: there is time now."""
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._ask_all(), name="proposals")

    async def finished(self) -> None:
        """Until nothing waits, or somebody talks; for whoever is in no hurry."""
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def close(self) -> None:
        """Nothing is asked any more."""
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))
            self._task = None

    async def _ask_all(self) -> None:
        while self._waiting:
            utterance = self._waiting[0]
            try:
                await self._ask(utterance)
            except Refused:
                self._waiting.clear()  # consent is gone, and what was said under it is not asked about
                return
            except UserFacing as error:
                log.info("proposals: %s", error.message_id)
            except Exception as error:  # noqa: BLE001 - a model may be anybody's; the conversation goes on
                log.warning("proposals failed: %s", type(error).__name__)
            if self._waiting and self._waiting[0] is utterance:
                self._waiting.popleft()

    async def _ask(self, utterance: Utterance) -> None:
        if not await self._vault.read(self._may):
            return  # the role's switch or the consent went meanwhile
        self.asked += 1
        answer = await self._answer(utterance)
        checked = proposals.check(answer, utterance.text, utterance.language, utterance.found)
        for reason, count in checked.refused.items():
            self.refused[reason] = self.refused.get(reason, 0) + count
        if checked.facts:
            kept = await self._vault.write(lambda tx: self._keep(tx, utterance, checked.facts))
            if kept and self.on_learned is not None:
                self.on_learned()

    async def _answer(self, utterance: Utterance) -> str:
        """What the model said, by the tool or in words; cut where it goes on without end."""
        said: list[str] = []
        length = 0
        reply = self._model.reply(_context(utterance, self._clock.now()), (_TOOL,))
        async with aclosing(cast("AsyncGenerator[ReplyPart, None]", reply)) as parts:
            async for part in parts:
                if isinstance(part, ToolCall) and part.name == proposals.TOOL:
                    return part.arguments
                if isinstance(part, TextDelta):
                    said.append(part.text)
                    length += len(part.text)
                if length > proposals.MAX_ANSWER:
                    break
        return "".join(said)

    def _may(self, tx: Transaction) -> bool:
        return self._role.memory and self._doors.may(tx, "memory")

    def _keep(self, tx: Transaction, utterance: Utterance, facts: tuple[Candidate, ...]) -> tuple[Fact, ...]:
        if not self._may(tx):
            return ()
        return learning.propose(
            tx, self._scope, utterance.session, utterance.seq, facts, self._vault.receipts, utterance.said
        )


def _context(utterance: Utterance, now: datetime) -> Context:
    """The utterance as data, in the section for what is never an instruction; nothing else of anybody's."""
    quote = Quote(
        document="",
        title="utterance",
        version=1,
        start=0,
        end=len(utterance.text),
        text=utterance.text,
        score=1,
    )
    return Context(
        instructions=proposals.PROMPT,
        person="",
        language="en",
        question=_QUESTION,
        spoken=False,
        now=now,
        knowledge=Answerable(state="found", quotes=(quote,)),
        memory_on=False,
    )
