"""Reading the one history: threads, their events, and the newest page without touching the rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from core.errors import Corrupt
from core.journal.events import Event, Session, UserSpoke
from core.journal.hashing import Link, decode_body
from core.journal.store import check_thread, event_of, session_of
from core.vault.scope import Scope
from core.vault.times import from_text
from core.vault.transaction import Row, Transaction

FIRST_WORDS = 30
"""Characters of the first utterance that stand for a conversation in a list."""

_NO_BOUND = 2**62


class ThreadSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the history list. utterances: how often the user spoke. kept: whether any of its
    words are stored; without, it cannot be continued. first_words: empty when there are none."""

    thread: str
    role: str
    begun: datetime
    latest: datetime
    sessions: int
    utterances: int
    first_words: str
    kept: bool


def threads(tx: Transaction, scope: Scope, limit: int = 100, skip: int = 0) -> list[ThreadSummary]:
    """The scope's conversations, the one continued last first; ``skip`` of them left out."""
    rows = tx.rows(
        "SELECT thread, role, min(begun) AS begun, max(kept) AS kept, count(*) AS sessions FROM sessions"
        " WHERE person = :person AND (:role IS NULL OR role = :role)"
        " GROUP BY thread ORDER BY max(arrival) DESC LIMIT :limit OFFSET :skip",
        {"person": scope.person, "role": scope.role, "limit": limit, "skip": skip},
    )
    return [_summary(tx, row) for row in rows]


def thread_ids(tx: Transaction, scope: Scope, beginning: str = "") -> list[str]:
    """The ids of the scope's conversations that begin so, the one continued last first; nothing else of
    them is read."""
    rows = tx.rows(
        "SELECT thread FROM sessions WHERE person = :person AND (:role IS NULL OR role = :role)"
        " AND substr(thread, 1, :length) = :beginning GROUP BY thread ORDER BY max(arrival) DESC",
        {"person": scope.person, "role": scope.role, "beginning": beginning, "length": len(beginning)},
    )
    return [str(row["thread"]) for row in rows]


def sessions(tx: Transaction, scope: Scope, thread: str) -> list[Session]:
    """The sessions of a thread in order. Raises Refused when it is not the scope's."""
    check_thread(tx, scope, thread)
    return [session_of(row) for row in _session_rows(tx, thread)]


def latest(tx: Transaction, scope: Scope) -> Session | None:
    """The session begun last, of the scope's role or of any."""
    row = tx.one(
        "SELECT * FROM sessions WHERE person = :person AND (:role IS NULL OR role = :role)"
        " ORDER BY arrival DESC LIMIT 1",
        {"person": scope.person, "role": scope.role},
    )
    return None if row is None else session_of(row)


def events(tx: Transaction, scope: Scope, thread: str) -> list[Event]:
    """Every event of the thread in order. Raises Refused when it is not the scope's."""
    check_thread(tx, scope, thread)
    return [event for row in _session_rows(tx, thread) for event in map(to_event, links(tx, row["id"]))]


def newest(
    tx: Transaction, scope: Scope, thread: str, limit: int = 200, before: Event | None = None
) -> list[Event]:
    """The last ``limit`` events of the thread, or those just before an event of it; oldest first.

    Raises Refused when the thread is not the scope's.
    """
    check_thread(tx, scope, thread)
    found: list[Link] = []
    skipping = before is not None
    for row in reversed(_session_rows(tx, thread)):
        bound = _NO_BOUND
        if before is not None and skipping:
            if row["id"] != before.session:
                continue
            bound, skipping = before.seq, False
        found += _last_links(tx, row["id"], bound, limit - len(found))
        if len(found) == limit:
            break
    return [to_event(link) for link in reversed(found)]


def links(tx: Transaction, session: str) -> list[Link]:
    """The stored chain of one session, whoever's it is: for checking, never for showing."""
    rows = tx.rows("SELECT * FROM events WHERE session = ? ORDER BY seq", (session,))
    return [Link(**row) for row in rows]


def added(tx: Transaction, session: str, first: int) -> list[Event]:
    """The events of one session from seq ``first`` on; the caller has checked whose it is."""
    rows = tx.rows("SELECT * FROM events WHERE session = ? AND seq >= ? ORDER BY seq", (session, first))
    return [to_event(Link(**row)) for row in rows]


def one_event(tx: Transaction, session: str, seq: int) -> Event | None:
    """One event of a session; the caller has checked whose it is."""
    row = tx.one("SELECT * FROM events WHERE session = ? AND seq = ?", (session, seq))
    return None if row is None else to_event(Link(**row))


def erasures(tx: Transaction) -> int:
    """How often anything was erased in this vault; when it rises, what was read before is stale."""
    row = tx.one(
        "SELECT count(*) AS erased, (SELECT coalesce(max(number), 0) FROM receipts) AS receipts"
        " FROM events WHERE kind = 'erased'"
    )
    # A conversation that is deleted takes its erasures with it; its receipt stays.
    return 0 if row is None else (int(row["receipts"]) << 40) + int(row["erased"])


def to_event(link: Link) -> Event:
    """Raises Corrupt when the stored body is no event."""
    if link.body is None:
        return event_of(link, None)
    try:
        return event_of(link, decode_body(link.body))
    except msgspec.DecodeError as error:
        raise Corrupt("journal.event_unreadable", session=link.session, seq=link.seq) from error


def _last_links(tx: Transaction, session: str, bound: int, limit: int) -> list[Link]:
    rows = tx.rows(
        "SELECT * FROM events WHERE session = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
        (session, bound, limit),
    )
    return [Link(**row) for row in rows]


def _session_rows(tx: Transaction, thread: str) -> Sequence[Row]:
    return tx.rows("SELECT * FROM sessions WHERE thread = ? ORDER BY position, id", (thread,))


def _summary(tx: Transaction, row: Row) -> ThreadSummary:
    thread = row["thread"]
    counted = tx.one(
        "SELECT count(*) AS utterances FROM sessions CROSS JOIN events INDEXED BY events_user_spoke"
        " ON sessions.id = events.session WHERE sessions.thread = ? AND events.kind = 'user_spoke'",
        (thread,),
    )
    last = tx.one(
        "SELECT at FROM events WHERE session ="
        " (SELECT id FROM sessions WHERE thread = ? ORDER BY position DESC, id DESC LIMIT 1)"
        " ORDER BY seq DESC LIMIT 1",
        (thread,),
    )
    return ThreadSummary(
        thread=thread,
        role=row["role"],
        begun=from_text(row["begun"]),
        latest=from_text(row["begun"] if last is None else last["at"]),
        sessions=row["sessions"],
        utterances=0 if counted is None else counted["utterances"],
        first_words=_first_words(tx, thread),
        kept=bool(row["kept"]),
    )


def _first_words(tx: Transaction, thread: str) -> str:
    row = tx.one(
        "SELECT events.* FROM sessions JOIN events ON events.session = sessions.id"
        " WHERE sessions.thread = ? AND events.kind = 'user_spoke' AND events.body IS NOT NULL"
        " ORDER BY sessions.position, sessions.id, events.seq LIMIT 1",
        (thread,),
    )
    if row is None:
        return ""
    body = to_event(Link(**row)).body
    return body.text[:FIRST_WORDS] if isinstance(body, UserSpoke) else ""
