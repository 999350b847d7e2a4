"""Which stored facts a newly told one closes. Pure: values in, ids out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from core.memory.facts import Candidate, Fact

Verdict = Literal["add", "known", "held"]


def verdict(existing: Sequence[Fact], candidate: Candidate) -> tuple[Verdict, tuple[Fact, ...]]:
    """What to do with a candidate, and the active facts it closes.

    ``known``: already stored as said. ``held``: a person wrote or edited the fact it would close; nothing
    automatic overrides that.
    """
    rivals = tuple(fact for fact in existing if fact.status == "active" and same_subject(fact, candidate))
    if any(fact.value == candidate.value and fact.negated == candidate.negated for fact in rivals):
        return "known", ()
    if candidate.origin != "human" and any(fact.origin == "human" for fact in rivals):
        return "held", ()
    return "add", rivals


def same_subject(fact: Fact, candidate: Candidate) -> bool:
    """Whether two facts answer the same question about the same one, so that only one can hold."""
    return (fact.about, fact.kind, fact.fact_key) == (candidate.about, candidate.kind, candidate.fact_key)


def taken_back(existing: Iterable[Fact], kind: str, value: str) -> tuple[Fact, ...]:
    """The active facts about the speaker that "no longer like …", "gave up …" closes."""
    return tuple(
        fact
        for fact in existing
        if fact.status == "active"
        and fact.kind == kind
        and fact.about == "self"
        and value
        and _meets(fact, value)
    )


def forgotten(existing: Sequence[Fact], words: Sequence[str]) -> tuple[Fact, ...]:
    """The active facts a request to forget names; with nothing named, the one told last."""
    active = [fact for fact in existing if fact.status == "active"]
    if tuple(words) == ("",):
        return tuple(sorted(active, key=lambda fact: fact.valid_from)[-1:])
    return tuple(fact for fact in active if any(_meets(fact, word) for word in words))


def _meets(fact: Fact, words: str) -> bool:
    key = fact.fact_key.partition(":")[2]
    return words in key or words in fact.value.lower() or (len(key) >= 2 and key in words)
