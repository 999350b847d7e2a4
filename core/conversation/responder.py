"""The engine's ``Responder``: gathers what the turn may know, asks the brain, notes what was used."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

from core.brain.household_tools import ClockTool, KnowledgeSearchTool, MemorySearchTool
from core.brain.model import Context, Usage
from core.brain.responder import Answering, Sentence, Spent, ToolAnswered, ToolAsked
from core.brain.tools import Tool, Toolbox
from core.brain.urgent import urgency
from core.conversation.cloud import ConsentedChat
from core.conversation.compaction import Compaction
from core.conversation.doors import Doors
from core.conversation.equipment import Equipment
from core.conversation.gather import Gathered, gather, past
from core.conversation.phrases import failure_sentence
from core.conversation.quoting import cited
from core.conversation.recorder import JournalRecorder
from core.journal.events import AnyBody, MemoryUsed, ToolCalled, ToolReturned
from core.journal.log import SessionLog
from core.journal.summaries import rest
from core.knowledge.documents import Answerable, Quote
from core.knowledge.retrieve import Query, retrieve
from core.memory.asked import Asked
from core.memory.facts import Fact
from core.memory.recall import recall
from core.people.persons import Person
from core.people.roles import Role
from core.turn.manners import NOT_UNDERSTOOD
from core.turn.ports import Turn
from core.vault.scope import Scope
from core.vault.transaction import Transaction

_UNSURE = 0.3
"""Confidence under which a recogniser's words are a guess; clean speech has 0.6 and more."""
_SPENT_KEPT = 1000
"""Requests."""


class HouseholdResponder:
    """Answers turns of one conversation.

    last: the context of the newest answer, for the faces' "what was used" and for the demo's proof.
    quoted: records of imports that the user asked to bring in.
    spent: what the newest requests cost, as far as the model says.
    """

    def __init__(
        self,
        equipment: Equipment,
        journal: SessionLog,
        recorder: JournalRecorder,
        scope: Scope,
        person: Person,
        role: Role,
        doors: Doors,
    ) -> None:
        self._doors = doors
        self._equipment = equipment
        self._journal = journal
        self._recorder = recorder
        self._scope = scope
        self._person = person
        self._role = role
        self.toolbox = Toolbox(self._tools(), role.tools)
        model, offline = equipment.model, equipment.offline
        if model.cloud:
            model = ConsentedChat(model, doors, equipment.host or model.name, offline)
        self._answering = Answering(model, self.toolbox, equipment.budget, calibration=equipment.calibration)
        self._offline = Answering(offline, self.toolbox, equipment.budget) if offline else None
        self._compaction = Compaction()
        self.quoted: tuple[Quote, ...] = ()
        self._unsure: int | None = None
        self.last: Context | None = None
        self.spent: deque[Usage] = deque(maxlen=_SPENT_KEPT)

    async def reply(self, turn: Turn) -> AsyncIterator[str]:
        """See ``core.turn.ports.Responder``. Nothing is written here: the recorder is told what the
        answer used, and writes it only if the answer is given. In danger no model is asked."""
        fixed = self.without_model(turn)
        if fixed is not None:
            yield fixed
            return
        gathered = await self.gathered(turn)
        answering = self._answering
        if self._equipment.model.cloud and not gathered.consents.allows("cloud_models"):
            self._recorder.closed(turn.id, "chat")
            answering = self._offline or answering

        async def committed() -> None:
            await turn.committed.wait()

        parts = answering.answer(gathered.context, gathered.consents, committed)
        async with aclosing(parts):
            async for part in parts:
                if isinstance(part, Sentence):
                    yield part.text
                elif isinstance(part, ToolAsked | ToolAnswered):
                    self._recorder.use(turn.id, [tool_event(part)])
                else:
                    assert isinstance(part, Spent)
                    self.spent.append(part.usage)

    def without_model(self, turn: Turn) -> str | None:
        """What is said whatever model is behind: in danger, about consents, and after words nobody
        understood."""
        self._recorder.forget(turn.id)
        self.last = None
        pressing = urgency(turn.text, turn.language, spoken=turn.spoken)
        if pressing is not None:
            return pressing.sentence
        if (about_consent := self._recorder.consents.sentence(turn)) is not None:
            return about_consent
        return NOT_UNDERSTOOD[turn.language] if self._not_understood(turn) else None

    async def gathered(self, turn: Turn) -> Gathered:
        """What a model may know for this turn; the recorder is told what the answer will be made from."""
        session = self._journal.session.id
        turns = await self._journal.turns()
        earlier = past(turns, before=self._recorder.seq(turn.id), session=session)
        history = await self._journal.history()
        summary = self._compaction.summary(history)
        gathered = await gather(
            self._equipment,
            scope=self._scope,
            person=self._person,
            role=self._role,
            turn=turn,
            earlier=earlier if summary is None else rest(earlier, summary),
            budget=self._answering.budget,
            extracted=self._recorder.extracted,
            summary="" if summary is None else summary.text,
            quoted=self.quoted,
        )
        made = await self._compaction.after(gathered, history, earlier, self._answering.budget)
        if made is not None:
            gathered, body = made
            self._recorder.use(turn.id, [body])
        self.last = gathered.context
        self._recorder.use(turn.id, _sources(gathered.context))
        return gathered

    def failure(self, turn: Turn, error: Exception) -> str:
        """What must be said in danger is said even when nothing else works."""
        pressing = urgency(turn.text, turn.language, spoken=turn.spoken)
        return failure_sentence(error, turn.language) if pressing is None else pressing.sentence

    def _not_understood(self, turn: Turn) -> bool:
        """Whether this is the second turn in a row that the recogniser hardly believes itself."""
        if not turn.spoken or turn.confidence >= _UNSURE:
            return False
        if self._unsure == turn.id - 1:
            return True
        self._unsure = turn.id
        return False

    def _tools(self) -> Sequence[Tool]:
        return (
            ClockTool(self._equipment.clock, self._equipment.zone),
            KnowledgeSearchTool(self._search),
            MemorySearchTool(self._recall),
        )

    async def _search(self, query: str) -> Answerable:
        return await self._equipment.vault.read(
            lambda tx: retrieve(
                tx, self._role.id, Query(text=query, context=(), spoken=False), self._equipment.embedder
            ),
            search=True,
        )

    async def _recall(self, query: str) -> Sequence[Fact]:
        def look(tx: Transaction) -> Sequence[Fact]:
            if not (self._role.memory and self._doors.may(tx, "memory")):
                return ()
            return recall(tx, self._scope, Asked(query), self._equipment.embedder).facts

        return await self._equipment.vault.read(look)


def _sources(context: Context) -> list[AnyBody]:
    """Ids, versions and offsets of everything the model was shown; never its text."""
    quotes = [cited(quote) for quote in context.knowledge.quotes]
    facts = [MemoryUsed(answers=0, memory=f.id, revision=f.revision) for f in context.memories]
    return [*quotes, *facts]


def tool_event(part: ToolAsked | ToolAnswered) -> AnyBody:
    if isinstance(part, ToolAsked):
        call = part.call
        return ToolCalled(answers=0, call=call.id, tool=call.name, arguments=call.arguments)
    result = part.result
    return ToolReturned(answers=0, call=result.call.id, ok=result.ok, result=_bounded(result.result))


def _bounded(result: str, limit: int = 4000) -> str:
    """A tool's result as the journal keeps it: whole, or its size when it is very long."""
    return result if len(result) <= limit else json.dumps({"characters": len(result)})
