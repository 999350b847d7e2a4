"""Erasing what was said, and checking that nothing else was changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from core.errors import Corrupt, Refused
from core.journal import store
from core.journal.events import Erased, Event, ToolCalled, ToolReturned
from core.journal.hashing import Link, decode_body, verify_chain
from core.journal.indexing import taken_out
from core.journal.reading import links, sessions, to_event
from core.vault.receipts import Deleted, Receipt, ReceiptBook, utterance
from core.vault.scope import Scope
from core.vault.transaction import Row, Transaction

_WITH_WORDS = (
    "user_spoke", "user_speech_revised", "assistant_spoke", "tool_called", "tool_returned", "summary_made",
)  # fmt: skip
_OF_UTTERANCE = (
    "SELECT session, seq FROM events WHERE session = :session AND seq = :seq AND body IS NOT NULL"
    " AND kind IN (SELECT value FROM json_each(:kinds))"
    " UNION SELECT session, seq FROM events WHERE kind = 'user_speech_revised' AND body IS NOT NULL"
    " AND coalesce(json_extract(CAST(body AS TEXT), '$.session'), session) = :session"
    " AND json_extract(CAST(body AS TEXT), '$.of') = :seq"
    " UNION SELECT session, seq FROM events WHERE session = :session AND seq > :seq"
    " AND body IS NOT NULL AND kind IN ('assistant_spoke', 'tool_called', 'tool_returned')"
    " AND json_extract(CAST(body AS TEXT), '$.answers') = :seq ORDER BY session, seq"
)
"""The words of an utterance, its later transcripts in whichever session, its answer, what was looked up."""

_SUMMARIES_AFTER = (
    "SELECT events.session, events.seq FROM events JOIN sessions ON sessions.id = events.session"
    " WHERE sessions.thread = (SELECT thread FROM sessions WHERE id = :session)"
    " AND kind = 'summary_made' AND body IS NOT NULL AND (events.session <> :session OR seq > :seq)"
    " ORDER BY position, events.session, seq"
)


def erase(tx: Transaction, scope: Scope, session: str, seq: int, acting: str, receipt: str) -> list[Event]:
    """Remove body and salt of an event with words and of everything that hangs on it.

    That is: every later transcript of the same utterance, its answer, what tools were asked and found for
    it, how long it took, and the summaries that may repeat it; the index of what was said and recordings
    follow by themselves. The hashes stay, and an Erased event for each is appended to the session
    ``acting`` (an id; it may have ended). The bytes are gone from the file once the vault's sweep has
    succeeded. Raises Refused when there is nothing to erase or either session is not the scope's.
    """
    store.session(tx, scope, session)
    erased = erase_left(tx, scope, session, seq, acting, receipt)
    if not erased:
        raise Refused("journal.nothing_to_erase")
    return erased


def erase_left(
    tx: Transaction, scope: Scope, session: str, seq: int, acting: str, receipt: str
) -> list[Event]:
    """:func:`erase`, for what may be gone already, or in part."""
    place = {"session": session, "seq": seq}
    gone = tx.rows(_OF_UTTERANCE, place | {"kinds": msgspec.json.encode(_WITH_WORDS).decode()})
    if gone:
        gone += tx.rows(_SUMMARIES_AFTER, place)
    places = list(dict.fromkeys((str(row["session"]), int(row["seq"])) for row in gone))
    _empty(tx, places)
    tx.execute("DELETE FROM turn_timings WHERE session = ? AND seq = ?", (session, seq))
    return [
        store.append(tx, scope, acting, Erased(session=where, seq=at, receipt=receipt))
        for where, at in places
    ]


def delete_utterance(
    tx: Transaction, scope: Scope, session: str, seq: int, book: ReceiptBook
) -> list[Receipt]:
    """Erase what was said, with a receipt: the user's words with all that hangs on them, or the companion's
    alone, one receipt a sentence. Raises Refused as :func:`erase`."""
    held = store.session(tx, scope, session)
    receipts = []
    for place in _sentences(tx, session, seq) or [seq]:
        told = Deleted(kind="utterance", id=utterance(session, place), person=held.person, role=held.role)
        receipt = book.write(tx, scope.actor, told)
        erase(tx, scope, session, place, session, receipt.id)
        receipts.append(receipt)
    return receipts


def delete_conversation(tx: Transaction, scope: Scope, thread: str, book: ReceiptBook) -> Receipt:
    """Delete a whole thread, with a receipt: nothing of it stays, not even when it was. Raises Refused when
    it is not the scope's."""
    (first, *_) = sessions(tx, scope, thread)
    erase_conversation(tx, thread)
    told = Deleted(kind="conversation", id=thread, person=first.person, role=first.role)
    return book.write(tx, scope.actor, told)


def erase_conversation(tx: Transaction, thread: str) -> None:
    """Take a thread out of the journal; whose it is was checked above."""
    with taken_out(tx, _indexed(tx, thread)):
        _erase_thread(tx, thread)


def _erase_thread(tx: Transaction, thread: str) -> None:
    of_thread = "(SELECT id FROM sessions WHERE thread = ?)"
    for table in ("turn_timings", "events"):
        tx.execute(f"DELETE FROM {table} WHERE session IN {of_thread}", (thread,))  # noqa: S608
    tx.execute("DELETE FROM sessions WHERE thread = ?", (thread,))
    tx.execute("DELETE FROM threads WHERE id = ?", (thread,))


def erase_person(tx: Transaction, person: str) -> None:
    """Take everything out of the journal that is one person's, imports too."""
    of_person = tx.one("SELECT count(*) AS count FROM spoken_words WHERE person = ?", (person,))
    with taken_out(tx, 0 if of_person is None else of_person["count"]):
        for row in tx.rows("SELECT id FROM threads WHERE person = ?", (person,)):
            _erase_thread(tx, row["id"])
        tx.execute(
            "DELETE FROM imported_records WHERE source IN (SELECT id FROM imports WHERE person = ?)",
            (person,),
        )
        tx.execute("DELETE FROM imports WHERE person = ?", (person,))


def erase_lookups(tx: Transaction, person: str | None, repeats: Callable[[str], bool], receipt: str) -> int:
    """Erase what tools were asked and found that repeats something: nobody said it, so it goes with its
    source. person: whose conversations (None: everybody's). How many were erased."""
    found = tx.rows(
        "SELECT session, seq, body, sessions.person FROM events JOIN sessions ON sessions.id = events.session"
        " WHERE kind IN ('tool_called', 'tool_returned') AND body IS NOT NULL"
        " AND (:person IS NULL OR person = :person)",
        {"person": person},
    )
    gone = [row for row in found if repeats(_looked_up(row))]
    _empty(tx, [(row["session"], row["seq"]) for row in gone])
    for row in gone:
        own = Scope(actor=row["person"], person=row["person"])
        body = Erased(session=row["session"], seq=row["seq"], receipt=receipt)
        store.append(tx, own, row["session"], body)
    return len(gone)


def owner(tx: Transaction, session: str) -> Scope | None:
    """Whose a session is; None when it is not here."""
    row = tx.one("SELECT person, role FROM sessions WHERE id = ?", (session,))
    return None if row is None else Scope(actor=row["person"], person=row["person"], role=row["role"])


def sessions_of(tx: Transaction, thread: str) -> list[str]:
    """The ids of a thread's sessions, whoever's it is."""
    rows = tx.rows("SELECT id FROM sessions WHERE thread = ? ORDER BY position, id", (thread,))
    return [str(row["id"]) for row in rows]


def utterances_left(tx: Transaction) -> list[str]:
    """The ids, as receipts know them, of all utterances of which anything is left to erase: their words, a
    later transcript that arrived since, or an answer."""
    rows = tx.rows(
        "SELECT DISTINCT session, seq FROM ("
        " SELECT session, seq FROM events WHERE body IS NOT NULL"
        " AND kind IN ('user_spoke', 'assistant_spoke')"
        " UNION SELECT coalesce(json_extract(CAST(body AS TEXT), '$.session'), session),"
        " json_extract(CAST(body AS TEXT), '$.of') FROM events"
        " WHERE body IS NOT NULL AND kind = 'user_speech_revised'"
        " UNION SELECT session, json_extract(CAST(body AS TEXT), '$.answers') FROM events"
        " WHERE body IS NOT NULL AND kind IN ('assistant_spoke', 'tool_called', 'tool_returned'))"
    )
    return [utterance(row["session"], row["seq"]) for row in rows]


def verify(tx: Transaction, scope: Scope, thread: str) -> None:
    """Raises Corrupt naming the first event of the thread that does not check.

    An event without a body also fails when no Erased event of this person says so.
    """
    for session in sessions(tx, scope, thread):
        stored = links(tx, session.id)
        broken = verify_chain(session.id, stored)
        if broken is None:
            erased = {link.seq for link in stored if link.body is None}
            broken = min(erased - recorded(tx, scope, session.id), default=None)
        if broken is not None:
            raise Corrupt("journal.chain_broken", session=session.id, seq=broken)


def _indexed(tx: Transaction, thread: str) -> int:
    row = tx.one(
        "SELECT count(*) AS count FROM spoken_words WHERE session IN"
        " (SELECT id FROM sessions WHERE thread = ?)",
        (thread,),
    )
    return 0 if row is None else int(row["count"])


def _empty(tx: Transaction, places: Iterable[tuple[str, int]]) -> None:
    tx.execute_many("UPDATE events SET body = NULL, salt = NULL WHERE session = ? AND seq = ?", places)


def _sentences(tx: Transaction, session: str, seq: int) -> list[int]:
    """Of an answer, by any of its sentences: all of them that have words. Of anything else: none."""
    rows = tx.rows(
        "SELECT seq FROM events WHERE session = :session AND kind = 'assistant_spoke' AND body IS NOT NULL"
        " AND json_extract(CAST(body AS TEXT), '$.answers') = (SELECT json_extract(CAST(body AS TEXT),"
        " '$.answers') FROM events WHERE session = :session AND seq = :seq AND kind = 'assistant_spoke'"
        " AND body IS NOT NULL) ORDER BY seq",
        {"session": session, "seq": seq},
    )
    return [int(row["seq"]) for row in rows]


def _looked_up(row: Row) -> str:
    body = decode_body(row["body"])
    if isinstance(body, ToolCalled):
        return body.arguments
    return body.result if isinstance(body, ToolReturned) else ""


def recorded(tx: Transaction, scope: Scope, session: str) -> set[int]:
    """The events of a session that the person's own journals say were erased."""
    rows = tx.rows(
        "SELECT events.* FROM events JOIN sessions ON sessions.id = events.session"
        " WHERE events.kind = 'erased' AND sessions.person = ?",
        (scope.person,),
    )
    bodies = [to_event(Link(**row)).body for row in rows]
    return {body.seq for body in bodies if isinstance(body, Erased) and body.session == session}
