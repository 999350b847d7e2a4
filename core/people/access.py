"""The access log: what was sent, shown, refused and taken away of a person's, for that person to read.

Kinds, places, amounts and times; never a word of the content.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from core.people.consent import Purpose
from core.people.gate import Ruling
from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

Act = Literal["sent", "refused", "read", "changed", "exported", "restored", "deleted"]
Door = Literal[
    "transcript",
    "memory",
    "audio",
    "chat",
    "recogniser",
    "voice",
    "realtime",
    "history",
    "search",
    "consents",
    "export",
    "backup",
]
Unit = Literal["", "characters", "seconds", "items"]


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """One line. number: rises. actor: the id of who did it, the person's own for the companion that talks
    with them. purpose: what decided, None where nothing had to. consents: the version of the consents it was
    decided by. target: the host it was sent to. about: the session or thing it belongs to, an id."""

    number: int
    person: str
    at: datetime
    act: Act
    door: Door
    purpose: Purpose | None
    actor: str
    consents: int
    target: str
    about: str
    amount: float
    unit: Unit


def note(
    tx: Transaction,
    scope: Scope,
    act: Act,
    door: Door,
    ruling: Ruling | None = None,
    *,
    target: str = "",
    about: str = "",
    amount: float = 0,
    unit: Unit = "",
) -> None:
    """Add a line about ``scope.person``, in the transaction of the act. Of a guest, who has nobody's log,
    nothing is written."""
    tx.execute(
        "INSERT INTO access_log(person, at, act, door, purpose, actor, consents, target, about, amount, unit)"
        " SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM persons WHERE id = ?)",
        (
            scope.person,
            to_text(tx.now),
            act,
            door,
            None if ruling is None else ruling.purpose,
            scope.actor,
            0 if ruling is None else ruling.version,
            target,
            about,
            amount,
            unit,
            scope.person,
        ),
    )


def note_refusal(
    tx: Transaction, scope: Scope, door: Door, ruling: Ruling, *, target: str = "", about: str = ""
) -> None:
    """That a door was found shut: once for ``about`` (a session) and version of the consents, because an
    hour of talking would say the same a hundred times."""
    known = tx.one(
        "SELECT 1 FROM access_log WHERE person = ? AND about = ? AND act = 'refused'"
        " AND door = ? AND actor = ? AND consents = ?",
        (scope.person, about, door, scope.actor, ruling.version),
    )
    if known is None or not about:
        note(tx, scope, "refused", door, ruling, target=target, about=about)


def entries(tx: Transaction, scope: Scope, limit: int = 100, before: int | None = None) -> list[Access]:
    """The newest lines about ``scope.person``, newest first; those below number ``before``."""
    rows = tx.rows(
        "SELECT * FROM access_log WHERE person = :person AND (:before IS NULL OR number < :before)"
        " ORDER BY number DESC LIMIT :limit",
        {"person": scope.person, "before": before, "limit": limit},
    )
    return [_access(row) for row in rows]


def _access(row: Row) -> Access:
    return Access(**{**row, "at": from_text(row["at"])})
