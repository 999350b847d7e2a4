"""Which utterances still say something: shown when a fact is deleted, because what was said stays said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from core.journal.events import AssistantSpoke, UserSpeechRevised, UserSpoke
from core.journal.hashing import Link
from core.journal.reading import to_event
from core.vault.scope import Scope
from core.vault.transaction import Transaction

_SHORTEST = 2
"""Characters of a phrase that is looked for; one is in nearly every sentence."""


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
    corrected one stands there once, with the words that contain it."""
    wanted = [phrase.casefold() for phrase in phrases if len(phrase) >= _SHORTEST]
    found: dict[tuple[str, int], Repeat] = {}
    for row in tx.rows(
        "SELECT events.*, sessions.thread FROM events JOIN sessions ON sessions.id = events.session"
        " WHERE person = ? AND (? IS NULL OR role = ?) AND body IS NOT NULL"
        " AND kind IN ('user_spoke', 'user_speech_revised', 'assistant_spoke')"
        " ORDER BY sessions.arrival DESC, seq DESC",
        (scope.person, scope.role, scope.role),
    ):
        link = Link(**{name: row[name] for name in Link.__struct_fields__})
        event = to_event(link)
        if not isinstance(event.body, UserSpoke | UserSpeechRevised | AssistantSpoke):
            continue
        if not any(phrase in event.body.text.casefold() for phrase in wanted):
            continue
        session, seq = event.session, event.seq
        if isinstance(event.body, UserSpeechRevised):
            session, seq = event.body.session or session, event.body.of
        found.setdefault(
            (session, seq),
            Repeat(
                thread=row["thread"],
                session=session,
                seq=seq,
                by="assistant" if isinstance(event.body, AssistantSpoke) else "user",
                at=event.at,
                text=event.body.text,
            ),
        )
    return list(found.values())
