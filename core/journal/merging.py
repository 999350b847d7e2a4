"""One conversation from two machines: whole sessions travel, and no two machines write into the same one.

A thread is its sessions in the order of (position, id), which every machine that knows the same sessions
sees alike. What was erased anywhere stays erased.
"""

from __future__ import annotations

import msgspec

from core.errors import Corrupt, Refused
from core.journal import erasing, store
from core.journal.events import Erased, Session, SessionEnded
from core.journal.hashing import Link, erased, verify_chain
from core.journal.reading import links, to_event
from core.vault.scope import Scope
from core.vault.times import to_text
from core.vault.transaction import Transaction


class Chain(msgspec.Struct, frozen=True, kw_only=True):
    """A session as it travels: where it stands in its thread, and every link of its chain so far."""

    session: Session
    position: int
    links: list[Link]


def chain(tx: Transaction, scope: Scope, session: str) -> Chain:
    """A session to hand to another machine. Raises Refused when it is not the scope's."""
    held = store.session(tx, scope, session)
    row = tx.one("SELECT position FROM sessions WHERE id = ?", (session,))
    assert row is not None
    return Chain(session=held, position=row["position"], links=links(tx, session))


def adopt(tx: Transaction, scope: Scope, arrived: Chain) -> int:
    """Take over a session of the scope's person, or what is new of it; how many events were.

    Raises Corrupt: ``journal.chain_broken``, ``journal.event_unreadable``, or ``journal.forked`` when what
    is known of it here differs; Refused when it is another person's, or its thread is.
    """
    session = arrived.session
    if session.person != scope.person:
        raise Refused("journal.other_person")
    broken = verify_chain(session.id, arrived.links)
    if broken is not None:
        raise Corrupt("journal.chain_broken", session=session.id, seq=broken)
    bodies = [to_event(link).body for link in arrived.links]
    _place(tx, scope, arrived)
    known = links(tx, session.id)
    for mine, theirs in zip(known, arrived.links, strict=False):
        if (mine.content_hash, mine.prev_hash) != (theirs.content_hash, theirs.prev_hash):
            raise Corrupt("journal.forked", session=session.id, seq=mine.seq)
    new = arrived.links[len(known) :]
    gone = erasing.recorded(tx, scope, session.id)
    tx.execute_many(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [msgspec.structs.astuple(erased(link) if link.seq in gone else link) for link in new],
    )
    for link, body in zip(new, bodies[len(known) :], strict=True):
        if isinstance(body, SessionEnded):
            tx.execute("UPDATE sessions SET ended = ? WHERE id = ?", (link.at, session.id))
        elif isinstance(body, Erased):
            _erase(tx, scope, body)
    return len(new)


def _place(tx: Transaction, scope: Scope, arrived: Chain) -> None:
    session = arrived.session
    if tx.one("SELECT 1 FROM sessions WHERE id = ?", (session.id,)) is not None:
        if store.session(tx, scope, session.id) != session:
            raise Corrupt("journal.forked", session=session.id, seq=0)
        return
    thread = tx.one("SELECT person, role FROM threads WHERE id = ?", (session.thread,))
    if thread is None:
        tx.execute("INSERT INTO threads VALUES (?, ?, ?)", (session.thread, session.person, session.role))
    else:
        store.check_thread(tx, Scope(scope.actor, session.person, session.role), session.thread)
    tx.execute(
        "INSERT INTO sessions(id, thread, position, person, role, machine, begun, kept)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (session.id, session.thread, arrived.position, session.person, session.role, session.machine,
         to_text(session.begun), int(session.kept)),
    )  # fmt: skip


def _erase(tx: Transaction, scope: Scope, body: Erased) -> None:
    """What another machine erased, when it is this person's and known here."""
    tx.execute(
        "UPDATE events SET body = NULL, salt = NULL WHERE session = ? AND seq = ? AND body IS NOT NULL"
        " AND kind NOT IN ('session_begun', 'session_ended', 'erased')"
        " AND session IN (SELECT id FROM sessions WHERE person = ?)",
        (body.session, body.seq, scope.person),
    )
