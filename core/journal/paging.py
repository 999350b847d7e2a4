"""The newest page of a conversation, and the pages before it, at the same cost however long it is."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from core.errors import Refused
from core.journal.events import AssistantSpoke, Event
from core.journal.hashing import Link
from core.journal.projection import SpokenTurn, spoken_turns
from core.journal.reading import to_event
from core.journal.revising import corrections
from core.journal.store import check_thread
from core.vault.scope import Scope
from core.vault.transaction import Row, Transaction

_STEP = 100
"""Rows read at a time."""

_REACH = 5
"""How often a page is made longer because an answer in it belongs to words before it."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a page begins: the event ``seq`` of ``session``."""

    session: str
    seq: int


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """turns: oldest first. older: where to go on; None when this was the beginning."""

    turns: tuple[SpokenTurn, ...]
    older: Place | None


def page(tx: Transaction, scope: Scope, thread: str, limit: int = 50, before: Place | None = None) -> Page:
    """The last utterances of a thread with their answers, about ``limit`` of them, or those before a place.

    A page begins with an utterance, or with a session. Raises Refused when it is not the scope's, or
    ``journal.session_unknown`` when the place is not in it.
    """
    check_thread(tx, scope, thread)
    events: list[Event] = []
    spoken, older = 0, None
    for session, bound in _sessions(tx, thread, before):
        found, first, count = _end_of_session(tx, session, bound, limit - spoken)
        events[:0] = found
        spoken += count
        if first > 0:
            older = Place(session=session, seq=first)
            break
        if spoken >= limit:
            older = Place(session=session, seq=0)
            break
    later = [
        one
        for event in events
        if event.kind == "user_spoke"
        for one in corrections(tx, event.session, event.seq)
    ]
    known = {(event.session, event.seq) for event in events}
    events += [one for one in later if (one.session, one.seq) not in known]
    return Page(turns=spoken_turns(events), older=older)


def _end_of_session(tx: Transaction, session: str, bound: int, limit: int) -> tuple[list[Event], int, int]:
    """The last events before ``bound`` with at least ``limit`` utterances in them, where the first of them
    stands (0: at the beginning), and how many utterances there are."""
    found: list[Event] = []
    count = 0
    while bound > 0 and count < limit:
        rows = tx.rows(
            "SELECT * FROM events WHERE session = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
            (session, bound, _STEP),
        )
        for row in rows:
            event = to_event(Link(**row))
            found.append(event)
            bound = event.seq
            count += event.kind == "user_spoke"
            if count >= limit:
                break
        if len(rows) < _STEP:
            break
    found.reverse()
    for _ in range(_REACH):
        earlier = min((e.body.answers for e in found if isinstance(e.body, AssistantSpoke)), default=bound)
        if not 0 < earlier < bound:
            break
        rows = tx.rows(
            "SELECT * FROM events WHERE session = ? AND seq >= ? AND seq < ? ORDER BY seq DESC LIMIT ?",
            (session, earlier, bound, _STEP),
        )
        found[:0] = [to_event(Link(**row)) for row in reversed(rows)]
        bound = found[0].seq
    return found, bound, count


def _sessions(tx: Transaction, thread: str, before: Place | None) -> Iterator[tuple[str, int]]:
    """The thread's sessions, the newest first, and below which seq to read each."""
    row: Row | None
    if before is None:
        row = tx.one(
            "SELECT id, position FROM sessions WHERE thread = ? ORDER BY position DESC, id DESC LIMIT 1",
            (thread,),
        )
        bound = 2**62
    else:
        row = tx.one(
            "SELECT id, position FROM sessions WHERE thread = ? AND id = ?", (thread, before.session)
        )
        bound = before.seq
        if row is None:
            raise Refused("journal.session_unknown")
    while row is not None:
        yield row["id"], bound
        bound = 2**62
        row = tx.one(
            "SELECT id, position FROM sessions WHERE thread = ? AND (position, id) < (?, ?)"
            " ORDER BY position DESC, id DESC LIMIT 1",
            (thread, row["position"], row["id"]),
        )
