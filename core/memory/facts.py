"""What a long-term fact is."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

Kind = Literal[
    "preference", "goal", "correction", "relationship", "birthday", "home_city", "name",
    "health", "routine", "event",
]  # fmt: skip
Status = Literal["active", "superseded", "disabled", "review"]
Origin = Literal["rule", "model", "human", "import"]

MAX_TEXT = 300
"""Characters a fact may have."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A fact found in one utterance, not stored yet.

    about: ``self`` or the relative it is about (女儿, daughter). fact_key: what it supersedes on,
    for example ``birthday`` or ``preference:香菜``. span: character offsets in the utterance.
    text: the person's own words, cut to the fact. value: the normalised object of the fact.
    """

    kind: Kind
    about: str
    fact_key: str
    text: str
    value: str
    negated: bool = False
    span: tuple[int, int] = (0, 0)
    origin: Origin = "rule"
    confidence: float = 1.0


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """A stored fact at one revision. Earlier revisions are kept as versions."""

    id: str
    person: str
    role: str
    kind: Kind
    about: str
    fact_key: str
    text: str
    value: str
    negated: bool
    status: Status
    revision: int
    origin: Origin
    confidence: float
    valid_from: datetime
    valid_to: datetime | None = None
    source_session: str | None = None
    source_seq: int | None = None
    source_span: tuple[int, int] | None = None
