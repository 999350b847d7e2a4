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

MOST_ACTIVE = 100
"""Active facts of one person in one role. One more is not dropped: the least useful waits for review."""

LIVE: tuple[Status, ...] = ("active", "review")
"""In force: used, or waiting for a person to say whether it still should be."""


class Moment(msgspec.Struct, frozen=True):
    """When something was said: the utterance's time in the journal. Between two of one time in one session
    the place decides. session: empty for what was written by hand."""

    at: datetime
    session: str = ""
    seq: int = 0

    def precedes(self, known: Moment) -> bool:
        """Whether this one, which arrives now, was said before one that is known. Of two sessions that give
        the same time the one that arrives is the later."""
        if self.at != known.at:
            return self.at < known.at
        return self.session == known.session and self.seq < known.seq


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
    """A stored fact at one revision. Earlier revisions are kept as versions.

    valid_from: when it was first said, by the journal's clock. valid_to: when it ceased to hold, and
    superseded_by what ended it: the id of the fact in its place, or the utterance that took it back
    (``session/seq``). last: when it was last said. uses, used: how often and when last an answer was made
    with it. kept: when a person said that it should stay although there are many.
    """

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
    superseded_by: str | None = None
    last: Moment | None = None
    uses: int = 0
    used: datetime | None = None
    kept: datetime | None = None

    @property
    def last_said(self) -> Moment:
        """The last time it was said; when nobody noted it, the first."""
        return self.last or Moment(self.valid_from, self.source_session or "", self.source_seq or 0)
