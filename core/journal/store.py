"""Writing the one history: sessions begin, events are appended, sessions end."""

from __future__ import annotations

import sys

from core.errors import BanyanError, Refused
from core.ids import new_id, random_bytes
from core.journal.events import (
    AnyBody,
    Erased,
    Event,
    Session,
    SessionBegun,
    SessionEnded,
    UserSpeechRevised,
)
from core.journal.hashing import SALT_BYTES, Link, next_link
from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

# What may be stored of a session whose words are not kept, and what may follow a session's end.
_WITHOUT_WORDS = (SessionBegun, SessionEnded, Erased)
AFTER_THE_END = (Erased, UserSpeechRevised)


def begin_session(
    tx: Transaction, scope: Scope, machine: str, thread: str | None = None, kept: bool = True
) -> Session:
    """A new session of ``thread``, or of a new thread.

    Raises Refused when the thread belongs to another person or role. Whether the role still exists
    and what was consented to is decided above; ``resume.py`` is the door for continuing.
    """
    if scope.role is None:
        raise BanyanError("a session is held in one role")
    if thread is None:
        thread = new_id()
        tx.execute("INSERT INTO threads VALUES (?, ?, ?)", (thread, scope.person, scope.role))
    else:
        check_thread(tx, scope, thread)
    before = tx.one(
        "SELECT id, position FROM sessions WHERE thread = ? ORDER BY position DESC, id DESC LIMIT 1",
        (thread,),
    )
    session = Session(
        id=new_id(),
        thread=thread,
        person=scope.person,
        role=scope.role,
        machine=machine,
        begun=tx.now,
        kept=kept,
    )
    tx.execute(
        "INSERT INTO sessions(id, thread, position, person, role, machine, begun, kept)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            session.id,
            thread,
            0 if before is None else before["position"] + 1,
            session.person,
            session.role,
            machine,
            to_text(session.begun),
            int(kept),
        ),
    )
    append(tx, scope, session.id, SessionBegun(continues=None if before is None else before["id"]))
    return session


def append(tx: Transaction, scope: Scope, session: str, body: AnyBody) -> Event:
    """Add one event to the end of the session's chain.

    Raises Refused when the session is another person's, has ended, or does not keep words, and for a later
    transcript of an utterance that was erased.
    """
    row = _session_row(tx, scope, session)
    if not row["kept"] and not isinstance(body, _WITHOUT_WORDS):
        raise Refused("journal.not_kept")
    if row["ended"] is not None and not isinstance(body, AFTER_THE_END):
        raise Refused("journal.session_ended")
    if isinstance(body, UserSpeechRevised):
        _refuse_erased(tx, body.session or session, body.of)
    link = next_link(_last_link(tx, session), session, to_text(tx.now), body, random_bytes(SALT_BYTES))
    tx.execute(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            link.session,
            link.seq,
            link.at,
            link.kind,
            link.body,
            link.salt,
            link.content_hash,
            link.prev_hash,
        ),
    )
    if isinstance(body, SessionEnded):
        tx.execute("UPDATE sessions SET ended = ? WHERE id = ?", (link.at, session))
    return event_of(link, body)


def end(tx: Transaction, scope: Scope, session: str, reason: str) -> Event:
    """Close the session; its thread can be continued by another one."""
    return append(tx, scope, session, SessionEnded(reason=reason))


def session(tx: Transaction, scope: Scope, session_id: str) -> Session:
    """The session with this id. Raises Refused when it is not this person's (and role's)."""
    return session_of(_session_row(tx, scope, session_id))


def has_ended(tx: Transaction, session_id: str) -> bool:
    """Whether the session was closed; the caller has checked whose it is."""
    return tx.one("SELECT 1 FROM sessions WHERE id = ? AND ended IS NOT NULL", (session_id,)) is not None


def check_thread(tx: Transaction, scope: Scope, thread: str) -> None:
    """Raises Refused unless the thread exists and belongs to the scope's person and role."""
    row = tx.one("SELECT person, role FROM threads WHERE id = ?", (thread,))
    if row is None:
        raise Refused("journal.thread_unknown")
    _check_owner(scope, row)


def session_of(row: Row) -> Session:
    """The value of a row of ``sessions``."""
    return Session(
        id=row["id"],
        thread=row["thread"],
        person=row["person"],
        role=row["role"],
        machine=row["machine"],
        begun=from_text(row["begun"]),
        kept=bool(row["kept"]),
    )


def event_of(link: Link, body: AnyBody | None) -> Event:
    """The event others see of a stored link. An open conversation holds thousands of one session and a
    dozen kinds: those words are held once."""
    return Event(
        session=sys.intern(link.session),
        seq=link.seq,
        at=from_text(link.at),
        body=body,
        content_hash=link.content_hash,
        prev_hash=link.prev_hash,
        kind=sys.intern(link.kind),
    )


def _session_row(tx: Transaction, scope: Scope, session_id: str) -> Row:
    row = tx.one("SELECT * FROM sessions WHERE id = ?", (session_id,))
    if row is None:
        raise Refused("journal.session_unknown")
    _check_owner(scope, row)
    return row


def _check_owner(scope: Scope, row: Row) -> None:
    if row["person"] != scope.person:
        raise Refused("journal.other_person")
    if scope.role is not None and row["role"] != scope.role:
        raise Refused("journal.other_role")


def _refuse_erased(tx: Transaction, session_id: str, seq: int) -> None:
    """What was deleted does not come back as a better transcript of it."""
    if tx.one(
        "SELECT 1 FROM events WHERE session = ? AND seq = ? AND kind = 'user_spoke' AND body IS NULL",
        (session_id, seq),
    ):
        raise Refused("journal.nothing_to_correct")


def _last_link(tx: Transaction, session_id: str) -> Link | None:
    row = tx.one("SELECT * FROM events WHERE session = ? ORDER BY seq DESC LIMIT 1", (session_id,))
    return None if row is None else Link(**row)
