"""How long each stage of a spoken turn took: numbers beside the history, and nothing of what was said."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.errors import Refused
from core.journal import store
from core.text import Language
from core.vault.scope import Scope
from core.vault.transaction import Row, Transaction


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """One turn. arrival: rises with every turn this vault keeps. seq: of the user's words in the session.
    stages: milliseconds by the engine's own names of its stages; one that came early is negative."""

    arrival: int
    session: str
    seq: int
    language: Language
    stages: dict[str, int]


def keep(
    tx: Transaction, scope: Scope, session: str, seq: int, language: Language, stages: Mapping[str, int]
) -> None:
    """Write down one turn's stages. Raises Refused when the session is not the scope's, or keeps no words:
    then it keeps no trace of them either."""
    if not store.session(tx, scope, session).kept:
        raise Refused("journal.not_kept")
    tx.execute(
        "INSERT OR REPLACE INTO turn_timings(person, session, seq, language, stages) VALUES (?, ?, ?, ?, ?)",
        (scope.person, session, seq, language, msgspec.json.encode(dict(stages)).decode()),
    )


def recent(tx: Transaction, scope: Scope, limit: int) -> list[Timing]:
    """The newest turns of the scope's person, newest first."""
    rows = tx.rows(
        "SELECT * FROM turn_timings WHERE person = ? ORDER BY arrival DESC LIMIT ?", (scope.person, limit)
    )
    return [_timing(row) for row in rows]


def _timing(row: Row) -> Timing:
    return Timing(
        arrival=row["arrival"],
        session=row["session"],
        seq=row["seq"],
        language=row["language"],
        stages=msgspec.json.decode(row["stages"], type=dict[str, int]),
    )
