"""Erasing what was said, and checking that nothing else was changed."""

from __future__ import annotations

import msgspec

from core.errors import Corrupt, Refused
from core.journal import store
from core.journal.events import Erased, Event, UserSpeechRevised
from core.journal.hashing import Link, verify_chain
from core.journal.reading import links, sessions, to_event
from core.vault.scope import Scope
from core.vault.transaction import Transaction

_WITH_WORDS = frozenset(
    {"user_spoke", "user_speech_revised", "assistant_spoke", "tool_called", "tool_returned", "summary_made"}
)


def erase(tx: Transaction, scope: Scope, session: str, seq: int, acting: str, receipt: str) -> list[Event]:
    """Remove body and salt of an event, and of every later transcript of the same utterance.

    The hashes stay, and an Erased event for each is appended to the session ``acting`` (an id; it
    may have ended). How long the turn took goes with its words. The bytes are gone from the file once
    the vault's sweep has succeeded. Raises Refused when there is nothing to erase or either session is not
    the scope's.
    """
    store.session(tx, scope, session)
    places = [seq, *_revisions(tx, session, seq)]
    for place in places:
        changed = tx.execute(
            "UPDATE events SET body = NULL, salt = NULL WHERE session = ? AND seq = ?"
            " AND body IS NOT NULL AND kind IN (SELECT value FROM json_each(?))",
            (session, place, msgspec.json.encode(sorted(_WITH_WORDS)).decode()),
        )
        if changed == 0:
            raise Refused("journal.nothing_to_erase")
    tx.execute("DELETE FROM turn_timings WHERE session = ? AND seq = ?", (session, seq))
    return [
        store.append(tx, scope, acting, Erased(session=session, seq=place, receipt=receipt))
        for place in places
    ]


def verify(tx: Transaction, scope: Scope, thread: str) -> None:
    """Raises Corrupt naming the first event of the thread that does not check.

    An event without a body also fails when no Erased event of this person says so.
    """
    for session in sessions(tx, scope, thread):
        stored = links(tx, session.id)
        broken = verify_chain(session.id, stored)
        if broken is None:
            erased = {link.seq for link in stored if link.body is None}
            broken = min(erased - _recorded_erasures(tx, scope, session.id), default=None)
        if broken is not None:
            raise Corrupt("journal.chain_broken", session=session.id, seq=broken)


def _revisions(tx: Transaction, session: str, seq: int) -> list[int]:
    rows = tx.rows(
        "SELECT * FROM events WHERE session = ? AND seq > ? AND kind = 'user_speech_revised'"
        " AND body IS NOT NULL ORDER BY seq",
        (session, seq),
    )
    bodies = [(row["seq"], to_event(Link(**row)).body) for row in rows]
    return [place for place, body in bodies if isinstance(body, UserSpeechRevised) and body.of == seq]


def _recorded_erasures(tx: Transaction, scope: Scope, session: str) -> set[int]:
    rows = tx.rows(
        "SELECT events.* FROM events JOIN sessions ON sessions.id = events.session"
        " WHERE events.kind = 'erased' AND sessions.person = ?",
        (scope.person,),
    )
    bodies = [to_event(Link(**row)).body for row in rows]
    return {body.seq for body in bodies if isinstance(body, Erased) and body.session == session}
