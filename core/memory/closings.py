"""What utterances took back, kept so that nothing from before them comes back by arriving later."""

from __future__ import annotations

from collections.abc import Sequence

from core.memory.clauses import Extraction
from core.memory.facts import Fact, Moment
from core.memory.supersede import LAST, NAMED, Closing, ends
from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction


def of(found: Extraction, said: Moment) -> list[Closing]:
    """The closings of one utterance."""
    forgets = [(LAST, "")] if found.forgets == ("",) else [(NAMED, word) for word in found.forgets if word]
    return [
        Closing(said=said, part=part, kind=kind, words=words)
        for part, (kind, words) in enumerate((*forgets, *found.closes))
        if words or kind == LAST
    ]


def keep(tx: Transaction, scope: Scope, closings: Sequence[Closing]) -> None:
    tx.execute_many(
        "INSERT OR REPLACE INTO memory_closings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                scope.person, scope.role, to_text(one.said.at), one.said.session, one.said.seq, one.part,
                one.kind, one.words, None if one.reached is None else to_text(one.reached),
            )
            for one in closings
        ],
    )  # fmt: skip


def since(tx: Transaction, scope: Scope, said: Moment) -> list[Closing]:
    """Those said after a moment, the earliest first."""
    rows = tx.rows(
        "SELECT * FROM memory_closings WHERE person = ? AND role = ? AND at >= ? ORDER BY at, seq, part",
        (scope.person, scope.role, to_text(said.at)),
    )
    return [closing for closing in map(_closing, rows) if said.precedes(closing.said)]


def said_in(tx: Transaction, session: str, seq: int) -> list[Closing]:
    """Those of one utterance."""
    rows = tx.rows("SELECT * FROM memory_closings WHERE session = ? AND seq = ?", (session, seq))
    return [_closing(row) for row in rows]


def drop(tx: Transaction, session: str, seq: int) -> None:
    tx.execute("DELETE FROM memory_closings WHERE session = ? AND seq = ?", (session, seq))


def drop_naming(tx: Transaction, fact: Fact) -> None:
    """Let go of those that repeat what a fact said, for it is being deleted."""
    rows = tx.rows(
        "SELECT * FROM memory_closings WHERE person = ? AND role = ? AND words != ''",
        (fact.person, fact.role),
    )
    tx.execute_many(
        "DELETE FROM memory_closings WHERE session = ? AND seq = ? AND part = ?",
        [
            (closing.said.session, closing.said.seq, closing.part)
            for closing in map(_closing, rows)
            if ends(closing, fact)
        ],
    )


def _closing(row: Row) -> Closing:
    return Closing(
        said=Moment(from_text(row["at"]), row["session"], row["seq"]),
        part=row["part"],
        kind=row["kind"],
        words=row["words"],
        reached=None if row["reached"] is None else from_text(row["reached"]),
    )
