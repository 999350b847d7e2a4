"""What this turn may know: history as heard, memories, quotes, each through its own gate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.brain.budget import Budget
from core.brain.context import project
from core.brain.household_tools import KNOWLEDGE_SEARCH
from core.brain.model import Context, Said
from core.conversation.equipment import Equipment
from core.conversation.quoting import with_quoted
from core.journal.projection import SpokenTurn
from core.knowledge.documents import Answerable, Quote
from core.knowledge.retrieve import Query, retrieve
from core.memory.asked import Asked
from core.memory.clauses import Extraction
from core.memory.recall import Recalled, recall
from core.people import consent
from core.people.consent import Consents
from core.people.persons import Person
from core.people.roles import Role
from core.turn.ports import Turn
from core.vault.scope import Scope
from core.vault.transaction import Transaction

_CONTEXT_TURNS = 4
"""User turns before this one that a follow-up may lean on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """A turn's context and the consents it was made under, frozen at the start of the turn. turns: the past
    that is in the context, and where it stands in the journal."""

    context: Context
    consents: Consents
    turns: tuple[SpokenTurn, ...] = ()


def past(turns: Sequence[SpokenTurn], *, before: int | None, session: str) -> list[SpokenTurn]:
    """The thread as heard, without the turn that is being answered (its seq in this session)."""
    return [turn for turn in turns if before is None or turn.session != session or turn.seq < before]


async def gather(
    equipment: Equipment,
    *,
    scope: Scope,
    person: Person,
    role: Role,
    turn: Turn,
    earlier: Sequence[SpokenTurn],
    budget: Budget,
    extracted: Callable[[Turn], Extraction | None],
    summary: str = "",
    quoted: tuple[Quote, ...] = (),
) -> Gathered:
    """One read of the vault, then pure projection. Memory off means not even read. extracted: what the
    turn states about its speaker, None when nobody could tell. summary: what stands for the turns before
    ``earlier``. quoted: what the user asked to bring in."""
    asked = tuple(t.text for t in earlier if t.by == "user")[-_CONTEXT_TURNS:]
    replies = tuple(t.text for t in earlier if t.by == "assistant")[-_CONTEXT_TURNS:]
    searches = role.tools.get(KNOWLEDGE_SEARCH, "never") == "allow"

    def look(tx: Transaction) -> tuple[Consents, Recalled, Answerable]:
        consents = consent.state(tx, scope)
        recalled = Recalled()
        if role.memory and consents.allows("memory"):
            wanted = Asked(turn.text, asked, spoken=turn.spoken)
            recalled = recall(tx, scope, wanted, equipment.embedder)
        found = Answerable(state="nothing_bound")
        if searches:
            query = Query(text=turn.text, context=asked, spoken=turn.spoken, replies=replies)
            found = retrieve(tx, role.id, query, equipment.embedder)
        return consents, recalled, found

    consents, recalled, found = await equipment.vault.read(look, search=True)
    remembers = role.memory and consents.allows("memory")
    stated = extracted(turn) if remembers else None
    context = project(
        instructions=role.instructions,
        person=person.name,
        language=turn.language,
        question=turn.text,
        spoken=turn.spoken,
        now=equipment.clock.now().astimezone(equipment.zone),
        budget=budget,
        turns=[Said(by=t.by, text=t.text) for t in earlier],
        summary=summary,
        memories=recalled.facts,
        knowledge=with_quoted(found, quoted),
        memory_on=remembers,
        learned=stated.facts if stated is not None else None,
        closeness=recalled.closeness,
    )
    said = [t for t in earlier if t.text.strip()]
    return Gathered(context=context, consents=consents, turns=tuple(said[len(said) - len(context.turns) :]))
