"""What each person agreed to, by whom it was recorded and how."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

Purpose = Literal[
    "transcript", "memory", "audio", "cloud_sync", "cloud_memory", "cloud_models", "family_view"
]
How = Literal["voice", "screen", "command", "setup"]


class Consents(msgspec.Struct, frozen=True, kw_only=True):
    """What is granted at one moment; handed down as a value and never looked up twice in a turn."""

    granted: frozenset[Purpose] = frozenset()
    version: int = 0

    def allows(self, purpose: Purpose) -> bool:
        return purpose in self.granted


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One recorded answer. by: the id of who recorded it. version: rises by one for each person."""

    person: str
    version: int
    purpose: Purpose
    granted: bool
    at: datetime
    by: str
    how: How


def record(tx: Transaction, scope: Scope, purpose: Purpose, granted: bool, by: str, how: How) -> Consents:
    """Append a decision about ``scope.person``; what holds from now on. Nothing is ever overwritten."""
    version = state(tx, scope).version + 1
    tx.execute(
        "INSERT INTO consents VALUES (?, ?, ?, ?, ?, ?, ?)",
        (scope.person, version, purpose, int(granted), to_text(tx.now), by, how),
    )
    return state(tx, scope)


def state(tx: Transaction, scope: Scope) -> Consents:
    """What holds now. What nobody was asked about is not granted."""
    decisions = history(tx, scope)
    latest = {decision.purpose: decision.granted for decision in decisions}
    return Consents(
        granted=frozenset(purpose for purpose, granted in latest.items() if granted),
        version=decisions[-1].version if decisions else 0,
    )


def history(tx: Transaction, scope: Scope) -> list[Decision]:
    """Every decision about ``scope.person``, oldest first."""
    rows = tx.rows("SELECT * FROM consents WHERE person = ? ORDER BY version", (scope.person,))
    return [_decision(row) for row in rows]


def _decision(row: Row) -> Decision:
    return Decision(
        person=row["person"],
        version=row["version"],
        purpose=row["purpose"],
        granted=bool(row["granted"]),
        at=from_text(row["at"]),
        by=row["recorded_by"],
        how=row["how"],
    )
