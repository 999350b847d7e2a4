"""What the household's stores know of erasing and of making an index again, for restore and repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from core.household import erasing
from core.journal import erasing as journal
from core.journal import schema as spoken
from core.knowledge import schema as knowledge
from core.memory import schema as memory
from core.people import access, persons
from core.retrieval.fts import FullText
from core.vault.erasing import Eraser
from core.vault.scope import Scope
from core.vault.transaction import Transaction


def _column(sql: str) -> Callable[[Transaction], list[str]]:
    return lambda tx: [str(row["id"]) for row in tx.rows(sql)]


def _persons(tx: Transaction) -> set[str]:
    """Everyone of whom any store holds anything."""
    elsewhere = (
        "SELECT person AS id FROM threads UNION SELECT person FROM memories UNION SELECT person FROM imports"
        " UNION SELECT person FROM memory_closings UNION SELECT person FROM memory_extractions"
    )
    return {*persons.left(tx), *_column(elsewhere)(tx)}


def _utterances(tx: Transaction) -> list[str]:
    """Those with words left, and those whose words are gone but not the facts they told."""
    told = (
        "SELECT DISTINCT source_session || '/' || source_seq AS id FROM memories WHERE source_seq IS NOT NULL"
        " UNION SELECT source FROM memory_versions WHERE source IS NOT NULL"
        " UNION SELECT session || '/' || seq FROM memory_closings"
    )
    return [*journal.utterances_left(tx), *_column(told)(tx)]


ERASERS: Final[Sequence[Eraser]] = (
    Eraser("person", _persons, erasing.person),
    Eraser("conversation", _column("SELECT id FROM threads"), erasing.conversation),
    Eraser("document", _column("SELECT id FROM knowledge_documents"), erasing.document),
    Eraser("import", _column("SELECT id FROM imports"), erasing.imported),
    Eraser("utterance", _utterances, erasing.utterance),
    Eraser("fact", _column("SELECT id FROM memories"), erasing.fact),
)
"""By kind. A receipt of a kind that is not here keeps a restored household shut, so none is ever ignored."""


def note_restored(tx: Transaction) -> None:
    """Write into everybody's log that a backup took the place of what was here."""
    for person in persons.all(tx):
        access.note(tx, Scope(actor=person.id, person=person.id), "restored", "backup")


def _again(channel: FullText, number: str, table: str, column: str) -> Callable[[Transaction], None]:
    def rebuild(tx: Transaction) -> None:
        tx.execute(f"INSERT INTO {channel.table}({channel.table}) VALUES ('delete-all')")  # noqa: S608
        rows = tx.rows(f"SELECT {number} AS number, {column} AS tokens FROM {table}")  # noqa: S608
        channel.insert(tx, ((row["number"], row["tokens"]) for row in rows))

    return rebuild


REBUILDS: Final[Mapping[str, Callable[[Transaction], None]]] = {
    memory.WORDS.table: _again(memory.WORDS, "number", "memories", "words"),
    memory.SOUNDS.table: _again(memory.SOUNDS, "number", "memories", "sounds"),
    spoken.WORDS.table: _again(spoken.WORDS, "id", "spoken_words", "words"),
    spoken.SOUNDS.table: _again(spoken.SOUNDS, "id", "spoken_words", "sounds"),
    knowledge.WORDS.table: _again(knowledge.WORDS, "id", "knowledge_chunks", "words"),
    knowledge.SOUNDS.table: _again(knowledge.SOUNDS, "id", "knowledge_chunks", "sounds"),
}
"""By the name of the index."""
