"""The search index of what was said, brought up to date when somebody searches.

A turn in conversation pays nothing for it. What is erased leaves it by the triggers of ``schema.py``, at
once and by whichever door; what is corrected is taken out and put in again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from core.journal.events import AssistantSpoke, Event, UserSpeechRevised, UserSpoke
from core.journal.hashing import Link
from core.journal.reading import one_event, to_event
from core.journal.revising import corrections, words
from core.journal.schema import SOUNDS, WORDS
from core.retrieval.bigrams import index_tokens
from core.retrieval.sound import sound_tokens
from core.vault.scope import Scope
from core.vault.times import to_text
from core.vault.transaction import Row, Transaction

BATCH = 1000
"""Events of one transaction: nobody's words wait long behind it."""


_FEW = 64
"""Texts that are always taken out one by one."""

_A_ROW = 100
"""Texts that are written anew in the time in which one is taken out (measured: 150 to 400)."""


def marks(person: str, role: str | None, said_by: str) -> str:
    """Tokens that every row carries beside its words, so that a search is narrowed inside the index."""
    told = f"{_mark('whose', person)} {_mark('by', said_by)}"
    return told if role is None else f"{told} {_mark('role', role)}"


def narrowed(match: str, person: str, role: str | None, said_by: str | None) -> str:
    """An FTS5 query for ``match`` among one person's rows only; empty when ``match`` is."""
    if not match:
        return ""
    wanted = [_mark("whose", person)]
    if role is not None:
        wanted.append(_mark("role", role))
    if said_by is not None:
        wanted.append(_mark("by", said_by))
    return " AND ".join([f"({match})", *(f'"{mark}"' for mark in wanted)])


def catch_up(tx: Transaction, scope: Scope) -> bool:
    """Index at most ``BATCH`` events of the scope's person that are not yet; whether there may be more."""
    left = BATCH
    for row in _behind(tx, scope):
        events = _unindexed(tx, row, left)
        for event in events:
            _index(tx, row, event)
        done = row["last"] if len(events) < left else events[-1].seq
        tx.execute(
            "INSERT INTO spoken_indexed(session, seq) VALUES (?, ?)"
            " ON CONFLICT (session) DO UPDATE SET seq = excluded.seq",
            (row["id"], done),
        )
        left -= len(events)
        if left <= 0:
            return True
    return False


def is_behind(tx: Transaction, scope: Scope) -> bool:
    """Whether something was said that is not in the index yet."""
    return bool(_behind(tx, scope, 1))


def unindexed(tx: Transaction, scope: Scope) -> set[tuple[str, int]]:
    """Where something was said that is not in the index yet, by session and seq."""
    kinds = "('user_spoke', 'assistant_spoke')"
    return {
        (event["session"], event["seq"])
        for row in _behind(tx, scope)
        for event in tx.rows(
            f"SELECT session, seq FROM events WHERE session = ? AND seq > ? AND kind IN {kinds}",  # noqa: S608
            (row["id"], row["done"]),
        )
    }


@contextmanager
def taken_out(tx: Transaction, rows: int) -> Iterator[None]:
    """Around the deletion of ``rows`` indexed texts: the index is written anew where that is less work."""
    newest = tx.one("SELECT max(id) AS id FROM spoken_words")
    total = 0 if newest is None or newest["id"] is None else int(newest["id"])
    if rows < _FEW or rows * _A_ROW < total:
        yield
        return
    with WORDS.in_bulk(tx), SOUNDS.in_bulk(tx):
        yield


def behind(tx: Transaction, scope: Scope) -> int:
    """How many events may have to be looked at to bring the index up to date."""
    return sum(int(row["last"]) - int(row["done"]) for row in _behind(tx, scope))


def put(
    tx: Transaction,
    person: str,
    role: str | None,
    place: tuple[str, int],
    said_by: str,
    at: str,
    text: str,
) -> None:
    """Index one text at ``place`` (session or import, and number), in the place of what stood there."""
    tx.execute("DELETE FROM spoken_words WHERE session = ? AND seq = ?", place)
    if not text.strip():
        return
    beside = marks(person, role, said_by)
    written = " ".join([*index_tokens(text), beside])
    heard = " ".join([*sound_tokens(text), beside])
    tx.execute(
        "INSERT INTO spoken_words(person, role, session, seq, said_by, at, words, sounds)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (person, role, *place, said_by, at, written, heard),
    )
    row = tx.one("SELECT id FROM spoken_words WHERE session = ? AND seq = ?", place)
    assert row is not None
    WORDS.insert(tx, [(row["id"], written)])
    SOUNDS.insert(tx, [(row["id"], heard)])


def _index(tx: Transaction, session: Row, event: Event) -> None:
    place, text, said_by = (event.session, event.seq), "", "user"
    if isinstance(event.body, UserSpeechRevised):
        place = (event.body.session or event.session, event.body.of)
        spoken = one_event(tx, *place)
        if spoken is None:
            return
        event = spoken
    if isinstance(event.body, UserSpoke):
        text = words(event, corrections(tx, *place))
    elif isinstance(event.body, AssistantSpoke):
        text, said_by = event.body.text[: max(0, event.body.heard)], "assistant"
    put(tx, session["person"], session["role"], place, said_by, to_text(event.at), text)


def _behind(tx: Transaction, scope: Scope, limit: int = -1) -> list[Row]:
    return tx.rows(
        "SELECT * FROM (SELECT sessions.id, sessions.person, sessions.role,"
        " coalesce(spoken_indexed.seq, -1) AS done,"
        " (SELECT max(seq) FROM events WHERE session = sessions.id) AS last"
        " FROM sessions LEFT JOIN spoken_indexed ON spoken_indexed.session = sessions.id"
        " WHERE sessions.person = ? AND sessions.kept = 1 ORDER BY sessions.arrival)"
        " WHERE last > done LIMIT ?",
        (scope.person, limit),
    )


def _unindexed(tx: Transaction, row: Row, limit: int) -> list[Event]:
    rows: Iterable[Row] = tx.rows(
        "SELECT * FROM events WHERE session = ? AND seq > ? AND body IS NOT NULL"
        " AND kind IN ('user_spoke', 'assistant_spoke', 'user_speech_revised') ORDER BY seq LIMIT ?",
        (row["id"], row["done"], limit),
    )
    return [to_event(Link(**one)) for one in rows]


def _mark(kind: str, value: str) -> str:
    """One short token, whatever the id is made of. Should two ids share one, the rows tell them apart."""
    return f"{kind}x{hashlib.sha256(value.encode()).hexdigest()[:10]}"
