"""What a statement does to the facts that are known, by when it was said and not by when it arrives. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import msgspec

from core.memory.facts import LIVE, Candidate, Fact, Moment

Verdict = Literal["add", "past", "known", "held", "barred"]

NAMED, LAST = "named", "last"
"""A request to forget: what it names, or what was said last."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What to do with a statement.

    ``add``: it holds from when it was said. ``past``: it held until ``until``, when ``by`` was said.
    ``known``: it stands as said (``again``: in that fact). ``held``: a person wrote or edited the fact that
    it would close, which nothing automatic overrides. ``barred``: a person disabled that very fact.
    ends: facts whose interval ends when this was said.
    """

    verdict: Verdict
    ends: tuple[Fact, ...] = ()
    again: Fact | None = None
    until: datetime | None = None
    by: str | None = None


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was taken back. kind: of the facts (then ``words`` is the thing), NAMED or LAST.
    reached: of a LAST, when what it ended was said."""

    said: Moment
    part: int
    kind: str
    words: str
    reached: datetime | None = None


def place(rivals: Sequence[Fact], candidate: Candidate, said: Moment) -> Placed:
    """rivals: every fact of one person and role that answers the same question (:func:`same_subject`)."""
    same = [fact for fact in rivals if says_same(fact, candidate)]
    written = candidate.origin == "human"
    if not written:
        if any(fact.status == "disabled" for fact in same):
            return Placed("barred")
        by_hand = [fact for fact in rivals if fact.status in LIVE and fact.origin == "human"]
        if by_hand:
            again = next((fact for fact in by_hand if fact in same), None)
            return Placed("known", again=again) if again else Placed("held")
    known = [fact for fact in rivals if fact.status != "disabled"]
    later = [fact for fact in known if said.precedes(fact.last_said)]
    if later and not written:
        return _in_the_past([fact for fact in known if fact not in later], later, candidate, said)
    current = tuple(fact for fact in known if fact.status in LIVE)
    again = next((fact for fact in current if fact in same), None)
    if again is not None:
        return Placed("known", tuple(fact for fact in current if fact is not again), again)
    return Placed("add", current)


def _in_the_past(
    earlier: Sequence[Fact], later: Sequence[Fact], candidate: Candidate, said: Moment
) -> Placed:
    """What was said before ``later``: it never overrides them."""
    following = min(later, key=lambda fact: fact.valid_from)
    if says_same(following, candidate):
        return Placed("known")
    # A fact that was said before this and again after it goes on; this was true in between.
    until = following.valid_from if following.valid_from > said.at else following.last_said.at
    ends = tuple(fact for fact in earlier if fact.valid_to is None or fact.valid_to > said.at)
    return Placed("past", ends, until=until, by=following.id)


def same_subject(fact: Fact, candidate: Candidate) -> bool:
    """Whether two facts answer the same question about the same one, so that only one can hold."""
    return (fact.about, fact.kind, fact.fact_key) == (candidate.about, candidate.kind, candidate.fact_key)


def says_same(fact: Fact, candidate: Candidate) -> bool:
    """Whether a fact of the same subject says the same of it."""
    return (fact.value, fact.negated) == (candidate.value, candidate.negated)


def ends(closing: Closing, fact: Fact) -> bool:
    """Whether something taken back is this fact, by its words; when either was said is not looked at.

    "No longer like …" and "gave up …" are inferred, so they leave alone what a person wrote; a request to
    forget is the person's own order.
    """
    if closing.kind == LAST or not closing.words:
        return False
    if closing.kind == NAMED:
        return _meets(fact, closing.words)
    inferred = fact.kind == closing.kind and fact.about == "self" and fact.origin != "human"
    return inferred and not fact.negated and _meets(fact, closing.words)


def after(fact: Fact, moment: Moment) -> bool:
    """Whether a fact was last said after something that arrives now, or by it."""
    return moment.precedes(fact.last_said) or moment == fact.last_said


def _meets(fact: Fact, words: str) -> bool:
    key = fact.fact_key.partition(":")[2]
    return words in key or words in fact.value.lower() or (len(key) >= 2 and key in words)
