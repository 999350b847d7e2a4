"""Cutting an utterance into clauses: speech recognisers leave out the commas, people chain facts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from core.memory.facts import Candidate, Kind

SELF: Final = "self"


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of the utterance at ``start``; text is exactly the utterance's characters."""

    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one utterance says. closes: (kind, value) of facts it takes back. forgets: words naming what the
    person wants forgotten; an empty word means the last thing they said. amends: what holds in place of the
    fact of its kind that was told last, if there is one ("no, the fifteenth"), with its key and person."""

    facts: tuple[Candidate, ...] = ()
    closes: tuple[tuple[str, str], ...] = ()
    forgets: tuple[str, ...] = field(default=())
    amends: tuple[Candidate, ...] = ()


def candidate(clause: Clause, kind: Kind, about: str, key: str, value: str, negated: bool) -> Candidate:
    """A fact that a clause states, in the clause's own words."""
    return Candidate(
        kind=kind,
        about=about,
        fact_key=key,
        text=clause.text,
        value=value,
        negated=negated,
        span=(clause.start, clause.end),
    )


def split(text: str, boundary: re.Pattern[str]) -> list[Clause]:
    """Clauses between matches of ``boundary``. A match of some length (a comma) belongs to no clause."""
    found: list[Clause] = []
    start = 0
    for mark in boundary.finditer(text):
        if mark.start() > start:
            found.append(Clause(start, text[start : mark.start()]))
        start = max(mark.start(), mark.end())
    if start < len(text):
        found.append(Clause(start, text[start:]))
    return [trimmed for clause in found if (trimmed := _trim(clause)).text]


def _trim(clause: Clause) -> Clause:
    left = clause.text.lstrip()
    return Clause(clause.start + len(clause.text) - len(left), left.rstrip())
