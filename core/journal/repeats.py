"""Which utterances still say something: shown when a fact is deleted, because what was said stays said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from core.journal.events import AssistantSpoke, Event, UserSpeechRevised, UserSpoke
from core.journal.indexing import narrowed, unindexed
from core.journal.reading import one_event
from core.journal.revising import corrections
from core.journal.schema import WORDS
from core.retrieval.bigrams import match_any, tokens
from core.vault.scope import Scope
from core.vault.transaction import Transaction

Place = tuple[str, int]

_SHORTEST = 2
"""Characters of a phrase that is looked for; one is in nearly every sentence."""


_BESIDE = (
    "SELECT coalesce(json_extract(CAST(body AS TEXT), '$.session'), session) AS session,"
    " json_extract(CAST(body AS TEXT), '$.of') AS seq FROM events"
    " WHERE kind = 'user_speech_revised' AND body IS NOT NULL"
    " UNION SELECT session, seq FROM events WHERE kind = 'assistant_spoke' AND body IS NOT NULL"
    " AND json_extract(CAST(body AS TEXT), '$.heard') < length(json_extract(CAST(body AS TEXT), '$.text'))"
)
"""Utterances of which the index knows other words than were first understood, or fewer than were said."""


class Repeat(msgspec.Struct, frozen=True, kw_only=True):
    """An utterance whose words repeat something. session, seq: by which it can be deleted."""

    thread: str
    session: str
    seq: int
    by: Literal["user", "assistant"]
    at: datetime
    text: str


def repeating(tx: Transaction, scope: Scope, phrases: Sequence[str]) -> list[Repeat]:
    """The scope's utterances that contain one of ``phrases``, whatever the case, the newest first. A
    corrected one stands there once, with the words that contain it.

    The index of what was said leads to them; what is not in it, or not with all its words, is read.
    """
    wanted = [phrase.casefold() for phrase in phrases if len(phrase) >= _SHORTEST]
    places = {place for phrase in wanted for place in _indexed(tx, scope, phrase)} if wanted else set()
    if wanted:
        places |= {(row["session"], row["seq"]) for row in tx.rows(_BESIDE)} | unindexed(tx, scope)
    found = [repeat for place in places if (repeat := _repeat(tx, scope, place, wanted)) is not None]
    found.sort(key=lambda one: one.seq, reverse=True)
    arrived = _arrivals(tx, scope)
    return sorted(found, key=lambda one: arrived[one.session], reverse=True)


def _indexed(tx: Transaction, scope: Scope, phrase: str) -> list[Place]:
    asked = dict.fromkeys(tokens(phrase))
    match = " AND ".join(f"({match_any([token])})" for token in asked)
    ids = WORDS.matching(tx, narrowed(match, scope.person, scope.role, None))
    rows = (tx.one("SELECT session, seq FROM spoken_words WHERE id = ?", (id_,)) for id_ in ids)
    return [(row["session"], row["seq"]) for row in rows if row is not None]


def _repeat(tx: Transaction, scope: Scope, place: Place, wanted: Sequence[str]) -> Repeat | None:
    event = one_event(tx, *place)
    session = tx.one("SELECT thread, person, role FROM sessions WHERE id = ?", place[:1])
    if event is None or session is None or session["person"] != scope.person:
        return None
    if scope.role is not None and session["role"] != scope.role:
        return None
    for said in [*corrections(tx, *place)[::-1], event]:
        text = _text(said)
        if any(phrase in text.casefold() for phrase in wanted):
            by: Literal["user", "assistant"] = "user" if event.kind == "user_spoke" else "assistant"
            return Repeat(
                thread=session["thread"], session=place[0], seq=place[1], by=by, at=said.at, text=text
            )
    return None


def _text(event: Event) -> str:
    body = event.body
    return body.text if isinstance(body, UserSpoke | UserSpeechRevised | AssistantSpoke) else ""


def _arrivals(tx: Transaction, scope: Scope) -> dict[str, int]:
    rows = tx.rows("SELECT id, arrival FROM sessions WHERE person = ?", (scope.person,))
    return {row["id"]: row["arrival"] for row in rows}
