"""What a deletion would take with it and what would stay, told before it is done. Reads only."""

from __future__ import annotations

import msgspec

from core.journal import reading, repeats, store
from core.journal.projection import spoken_turns
from core.journal.repeats import Repeat
from core.knowledge import store as knowledge
from core.memory import rows as facts
from core.memory import store as memory
from core.vault.receipts import Kind
from core.vault.scope import Scope
from core.vault.transaction import Transaction


class Extent(msgspec.Struct, frozen=True, kw_only=True):
    """conversations, said, facts, recordings, imports: how many go. edited: facts that came from there, were
    edited by a person since, and stay. cited: how often conversations refer to it; those then show
    ``[erased]``. repeated: utterances that repeat it and stay until they are deleted themselves."""

    kind: Kind
    conversations: int = 0
    said: int = 0
    facts: int = 0
    recordings: int = 0
    imports: int = 0
    edited: int = 0
    cited: int = 0
    repeated: tuple[Repeat, ...] = ()


def fact(tx: Transaction, scope: Scope, id_: str) -> Extent:
    """Raises Refused("memory.unknown")."""
    found = memory.get(tx, scope, id_)
    return Extent(
        kind="fact",
        facts=1,
        cited=_cited(tx, "memory_used", "$.memory", id_),
        repeated=tuple(repeats.repeating(tx, scope, (found.text, found.value))),
    )


def said(tx: Transaction, scope: Scope, session: str, seq: int) -> Extent:
    """Raises Refused when the session is not the scope's."""
    held = store.session(tx, scope, session)
    event = reading.one_event(tx, session, seq)
    by_user = event is not None and event.kind == "user_spoke"
    turns = [turn for turn in spoken_turns(reading.events(tx, scope, held.thread)) if turn.session == session]
    places = [place for place, turn in enumerate(turns) if turn.seq == seq]
    answered = [turns[place + 1].by == "assistant" for place in places if place + 1 < len(turns)]
    return Extent(
        kind="utterance",
        said=1 + int(by_user and any(answered)),
        facts=len(facts.told(tx, session, seq)),
        recordings=_number(tx, "SELECT count(*) FROM recordings WHERE session = ? AND seq = ?", session, seq),
        edited=_edited(tx, session, seq),
    )


def conversation(tx: Transaction, scope: Scope, thread: str) -> Extent:
    """Raises Refused when it is not the scope's."""
    sessions = [one.id for one in reading.sessions(tx, scope, thread)]
    recordings = "SELECT count(*) FROM recordings WHERE session = ?"
    return Extent(
        kind="conversation",
        conversations=1,
        said=len(spoken_turns(reading.events(tx, scope, thread))),
        facts=sum(len(facts.told(tx, session)) for session in sessions),
        recordings=sum(_number(tx, recordings, session) for session in sessions),
        edited=sum(_edited(tx, session, None) for session in sessions),
    )


def document(tx: Transaction, id_: str) -> Extent:
    """Raises Refused("knowledge.unknown_document")."""
    knowledge.get(tx, id_)
    return Extent(kind="document", cited=_cited(tx, "knowledge_cited", "$.document", id_))


def person(tx: Transaction, id_: str) -> Extent:
    """Everything that is a person's."""
    of_person = " JOIN sessions ON sessions.id = events.session WHERE person = ?"
    return Extent(
        kind="person",
        conversations=_number(tx, "SELECT count(*) FROM threads WHERE person = ?", id_),
        said=_number(
            tx,
            f"SELECT count(*) FROM events{of_person} AND kind IN ('user_spoke', 'assistant_spoke')"  # noqa: S608
            " AND body IS NOT NULL",
            id_,
        ),
        facts=_number(tx, "SELECT count(*) FROM memories WHERE person = ?", id_),
        recordings=_number(tx, "SELECT count(*) FROM recordings WHERE person = ?", id_),
        imports=_number(tx, "SELECT count(*) FROM imports WHERE person = ?", id_),
    )


def _edited(tx: Transaction, session: str, seq: int | None) -> int:
    """Facts whose earlier versions came from there: they were edited since."""
    if seq is None:
        return _number(
            tx,
            "SELECT count(DISTINCT memory) FROM memory_versions v JOIN memories m ON m.id = v.memory"
            " WHERE v.source GLOB ? AND m.source_session IS NULL",
            f"{session}/*",
        )
    return _number(
        tx,
        "SELECT count(DISTINCT memory) FROM memory_versions v JOIN memories m ON m.id = v.memory"
        " WHERE v.source = ? AND m.source_session IS NULL",
        f"{session}/{seq}",
    )


def _cited(tx: Transaction, kind: str, path: str, id_: str) -> int:
    return _number(
        tx,
        "SELECT count(*) FROM events WHERE kind = ? AND body IS NOT NULL"
        " AND json_extract(CAST(body AS TEXT), ?) = ?",
        kind,
        path,
        id_,
    )


def _number(tx: Transaction, sql: str, *parameters: object) -> int:
    row = tx.one(sql, parameters)
    return 0 if row is None else int(next(iter(row.values())))
