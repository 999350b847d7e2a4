"""What a model may know for one turn: projected from the stores' values and cut to the budget. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

import msgspec

from core.brain.budget import Budget
from core.brain.model import Context, Said, ToolResult
from core.errors import Refused
from core.knowledge.documents import Answerable, Quote
from core.memory.facts import Candidate, Fact
from core.text import Language

T = TypeVar("T")

# Upper shares of the room. What a section does not use goes to the turns, which have no cap.
_KNOWLEDGE_SHARE = 0.45
_MEMORY_SHARE = 0.2
_SUMMARY_SHARE = 0.15
SUMMARY_PART = 0.1
"""Of a whole window, what the text of a new summary may cost: well within its share of any turn's room."""

_AROUND_ITEM = 12
"""Tokens around one quote or memory: its line, its title's frame."""

_NO_KNOWLEDGE = Answerable(state="nothing_bound")


def project(
    *,
    instructions: str,
    person: str,
    language: Language,
    question: str,
    spoken: bool,
    now: datetime,
    budget: Budget,
    turns: Sequence[Said] = (),
    summary: str = "",
    memories: Sequence[Fact] = (),
    knowledge: Answerable = _NO_KNOWLEDGE,
    exchanges: Sequence[ToolResult] = (),
    memory_on: bool = True,
    learned: Sequence[Candidate] | None = None,
    closeness: Mapping[str, float] | None = None,
) -> Context:
    """One turn's context within ``budget``; ``turns`` oldest first, memories and quotes best first.

    With ``memory_on`` false no memory enters, whatever was handed in. Only active facts enter.
    Raises Refused("brain.too_long") when the question alone does not fit.
    """
    whole = Context(
        instructions=instructions,
        person=person,
        language=language,
        question=question,
        spoken=spoken,
        now=now,
        turns=tuple(turn for turn in turns if turn.text.strip()),
        summary=summary.strip(),
        memories=tuple(fact for fact in memories if fact.status == "active") if memory_on else (),
        knowledge=knowledge,
        exchanges=tuple(exchanges),
        memory_on=memory_on,
        learned=None if learned is None else (tuple(learned) if memory_on else ()),
        closeness=dict(closeness or {}) if memory_on else {},
    )
    return fit(whole, budget)


def fit(context: Context, budget: Budget) -> Context:
    """The same context with what does not fit left out: whole quotes, whole memories, whole turns.

    Tool calls of this question and their results come first and stay together. The newest turns are
    kept, without a gap. Nothing is ever cut inside.
    Raises Refused("brain.too_long") when question, instructions and tool results alone do not fit.
    """
    required = [context.instructions, context.question]
    for exchange in context.exchanges:
        required += [exchange.call.name + exchange.call.arguments, exchange.result]
    room = budget.room(*required)
    if room < 0:
        raise Refused("brain.too_long")

    def of_quote(quote: Quote) -> int:
        return budget.tokens(quote.title) + budget.tokens(quote.text) + _AROUND_ITEM

    def of_memory(fact: Fact) -> int:
        return budget.tokens(fact.text) + _AROUND_ITEM

    quotes = _first_that_fit(context.knowledge.quotes, int(room * _KNOWLEDGE_SHARE), of_quote)
    memories = _first_that_fit(context.memories, int(room * _MEMORY_SHARE), of_memory)
    summary = context.summary if budget.message(context.summary) <= room * _SUMMARY_SHARE else ""
    left = room - sum(map(of_quote, quotes)) - sum(map(of_memory, memories))
    if summary:
        left -= budget.message(summary)
    return msgspec.structs.replace(
        context,
        knowledge=msgspec.structs.replace(context.knowledge, quotes=quotes),
        memories=memories,
        summary=summary,
        turns=_newest(context.turns, left, budget),
    )


def _first_that_fit(items: tuple[T, ...], room: int, cost: Callable[[T], int]) -> tuple[T, ...]:
    kept: list[T] = []
    for item in items:
        price = cost(item)
        if price <= room:
            kept.append(item)
            room -= price
    return tuple(kept)


def _newest(turns: tuple[Said, ...], room: int, budget: Budget) -> tuple[Said, ...]:
    first = len(turns)
    while first > 0:
        price = budget.message(turns[first - 1].text)
        if price > room:
            break
        room -= price
        first -= 1
    # An answer whose question was left out would be read as an answer to nothing.
    while 0 < first < len(turns) and turns[first].by == "assistant":
        first += 1
    return turns[first:]
