"""Saying of every session of a conversation whether its chain holds, and if not, from where it does not."""

from __future__ import annotations

import msgspec

from core.journal.hashing import verify_chain
from core.journal.reading import links, sessions
from core.vault.scope import Scope
from core.vault.transaction import Transaction


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """broken: the seq of the first event that does not check; None when all of them do.

    erased: events whose words were taken out, with an event that says so.
    """

    session: str
    machine: str
    events: int
    erased: int
    broken: int | None


def check(tx: Transaction, scope: Scope, thread: str) -> list[Checked]:
    """The sessions of a thread in order. Raises Refused when it is not the scope's."""
    found = []
    for session in sessions(tx, scope, thread):
        stored = links(tx, session.id)
        told = _told_erased(tx, scope, session.id)
        gone = {link.seq for link in stored if link.body is None}
        places = [place for place in (verify_chain(session.id, stored), *(gone - told)) if place is not None]
        found.append(
            Checked(
                session=session.id,
                machine=session.machine,
                events=len(stored),
                erased=len(gone & told),
                broken=min(places, default=None),
            )
        )
    return found


def _told_erased(tx: Transaction, scope: Scope, session: str) -> set[int]:
    """What events of this person say was erased of a session. An unreadable one says nothing."""
    rows = tx.rows(
        "SELECT json_extract(CAST(body AS TEXT), '$.seq') AS seq FROM events"
        " JOIN sessions ON sessions.id = events.session"
        " WHERE events.kind = 'erased' AND sessions.person = ? AND json_valid(CAST(body AS TEXT))"
        " AND json_extract(CAST(body AS TEXT), '$.session') = ?",
        (scope.person, session),
    )
    return {int(row["seq"]) for row in rows if row["seq"] is not None}
