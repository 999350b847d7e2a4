"""What the rules of each kind are handed, and what they hand back."""

from __future__ import annotations

from dataclasses import dataclass

from core.memory.clauses import SELF
from core.memory.facts import Kind


@dataclass(frozen=True, slots=True)
class Told:
    """A clause that is neither asked nor imagined nor quoted.

    low: its words in lower case, connectives left out; said: the same as they were said. about: self, a
    relative or "" for nobody known. marks: the connectives. spoken_of: the last thing that was liked, done or
    mentioned before. over: it tells of the past. fleeting: of this hour or day.
    """

    low: str
    said: str
    about: str
    marks: frozenset[str] = frozenset()
    spoken_of: str = ""
    over: bool = False
    fleeting: bool = False

    @property
    def own(self) -> bool:
        return self.about == SELF


@dataclass(frozen=True, slots=True)
class Found:
    """A fact in a clause. about: whose, when it is not the clause's own person. end: where the clause's words
    for it end, when more follows that is no part of it."""

    kind: Kind
    key: str
    value: str
    negated: bool = False
    about: str = ""
    end: int | None = None
