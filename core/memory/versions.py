"""What a fact said at earlier revisions, and who changed it."""

from __future__ import annotations

from datetime import datetime

import msgspec

from core.memory.facts import Fact, Status
from core.vault.times import from_text
from core.vault.transaction import Transaction


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """One earlier revision. until: when the next took its place; actor: the id of whose doing that was, the
    person's own where the companion learned it from them."""

    revision: int
    text: str
    value: str
    negated: bool
    status: Status
    until: datetime
    actor: str


def versions(tx: Transaction, fact: Fact) -> list[Version]:
    """The revisions before the one of ``fact``, the oldest first; the caller read it by its own scope."""
    rows = tx.rows("SELECT * FROM memory_versions WHERE memory = ? ORDER BY revision", (fact.id,))
    return [
        Version(
            revision=row["revision"],
            text=row["text"],
            value=row["value"],
            negated=bool(row["negated"]),
            status=row["status"],
            until=from_text(row["until"]),
            actor=row["actor"],
        )
        for row in rows
    ]
