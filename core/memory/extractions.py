"""Utterances that nothing was learned from yet: read late, or the rules or the disk failed. Ids only."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from core.vault.scope import Scope
from core.vault.transaction import Transaction

State = Literal["pending", "failed"]

MOST_TRIES: Final = 5
"""After so many failures an utterance is left alone; it is still counted."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """One utterance that waits. tries: how often learning from it failed."""

    session: str
    seq: int
    person: str
    role: str
    state: State
    tries: int


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """Of one person (and role). active, review, superseded, disabled: facts. pending, failed: utterances that
    nothing was learned from yet."""

    active: int = 0
    review: int = 0
    superseded: int = 0
    disabled: int = 0
    pending: int = 0
    failed: int = 0


def expect(tx: Transaction, scope: Scope, session: str, seq: int) -> None:
    """An utterance is about to be learned from; written with the utterance itself, so that a crash in
    between is seen. The caller has checked consent and the role's switch."""
    tx.execute(
        "INSERT OR IGNORE INTO memory_extractions VALUES (?, ?, ?, ?, 'pending', 0)",
        (session, seq, scope.person, scope.role),
    )


def done(tx: Transaction, session: str, seq: int) -> None:
    """It was learned from, or is not to be."""
    tx.execute("DELETE FROM memory_extractions WHERE session = ? AND seq = ?", (session, seq))


def failed(tx: Transaction, session: str, seq: int) -> None:
    """Learning from an expected utterance failed once more; of any other nothing is written."""
    tx.execute(
        "UPDATE memory_extractions SET state = 'failed', tries = tries + 1 WHERE session = ? AND seq = ?",
        (session, seq),
    )


def waiting(tx: Transaction) -> list[Waiting]:
    """Everybody's that may be tried again, the oldest of a session first."""
    rows = tx.rows("SELECT * FROM memory_extractions WHERE tries < ? ORDER BY session, seq", (MOST_TRIES,))
    return [msgspec.convert(row, Waiting) for row in rows]


def counts(tx: Transaction, scope: Scope) -> Counts:
    """How many facts of each status there are, and how many utterances wait."""
    of = "WHERE person = ? AND (? IS NULL OR role = ?)"
    whose = (scope.person, scope.role, scope.role)
    facts = tx.rows(f"SELECT status, count(*) AS count FROM memories {of} GROUP BY status", whose)  # noqa: S608
    utterances = tx.rows(
        f"SELECT state AS status, count(*) AS count FROM memory_extractions {of} GROUP BY state",  # noqa: S608
        whose,
    )
    return msgspec.convert({row["status"]: row["count"] for row in (*facts, *utterances)}, Counts)
