"""What each person agreed to, by whom it was recorded and how."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal, get_args

import msgspec

from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

Purpose = Literal[
    "transcript", "memory", "audio", "cloud_sync", "cloud_memory", "cloud_models", "family_view"
]
PURPOSES: Final[tuple[Purpose, ...]] = get_args(Purpose)
How = Literal["voice", "screen", "command", "setup"]

WORDINGS: Final[Mapping[Purpose, int]] = dict.fromkeys(PURPOSES, 1)
"""The version of the text by which people are asked about a purpose (``assets/messages/consent.toml``): it
goes up when the text changes its meaning, and what was agreed to before stays on record as what it was."""


class Consents(msgspec.Struct, frozen=True, kw_only=True):
    """What is granted at one moment; handed down as a value and never looked up twice in a turn."""

    granted: frozenset[Purpose] = frozenset()
    version: int = 0

    def allows(self, purpose: Purpose) -> bool:
        return purpose in self.granted


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One recorded answer. by: the id of who recorded it. version: rises by one for each person. wording:
    which version of the text was shown; 0 when that was not written down."""

    person: str
    version: int
    purpose: Purpose
    granted: bool
    at: datetime
    by: str
    how: How
    wording: int = 0


def record(tx: Transaction, scope: Scope, purpose: Purpose, granted: bool, by: str, how: How) -> Consents:
    """Append a decision about ``scope.person``; what holds from now on. Nothing is ever overwritten."""
    version = state(tx, scope).version + 1
    tx.execute(
        "INSERT INTO consents(person, version, purpose, granted, at, recorded_by, how, wording)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (scope.person, version, purpose, int(granted), to_text(tx.now), by, how, WORDINGS[purpose]),
    )
    return state(tx, scope)


def state(tx: Transaction, scope: Scope) -> Consents:
    """What holds now. What nobody was asked about is not granted."""
    rows = tx.rows(
        "SELECT purpose, granted, max(version) AS version FROM consents WHERE person = ? GROUP BY purpose",
        (scope.person,),
    )
    return Consents(
        granted=frozenset(row["purpose"] for row in rows if row["granted"]),
        version=max((row["version"] for row in rows), default=0),
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
        wording=row["wording"],
    )
