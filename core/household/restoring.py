"""What the household's stores know of erasing and of making an index again, for restore and repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from core.knowledge import schema as knowledge
from core.knowledge import store as documents
from core.memory import rows as facts
from core.memory import schema as memory
from core.retrieval.fts import FullText
from core.vault.erasing import Eraser
from core.vault.transaction import Transaction

ERASERS: Final[Sequence[Eraser]] = (
    Eraser(
        "fact",
        lambda tx: [str(row["id"]) for row in tx.rows("SELECT id FROM memories")],
        lambda tx, fact, _receipt: facts.erase(tx, fact),
    ),
    Eraser(
        "document",
        lambda tx: [str(row["id"]) for row in tx.rows("SELECT id FROM knowledge_documents")],
        lambda tx, document, _receipt: documents.remove(tx, document),
    ),
)
"""By kind. A receipt of a kind that is not here keeps a restored household shut, so none is ever ignored."""


def _again(channel: FullText, number: str, table: str, column: str) -> Callable[[Transaction], None]:
    def rebuild(tx: Transaction) -> None:
        tx.execute(f"INSERT INTO {channel.table}({channel.table}) VALUES ('delete-all')")  # noqa: S608
        rows = tx.rows(f"SELECT {number} AS number, {column} AS tokens FROM {table}")  # noqa: S608
        channel.insert(tx, ((row["number"], row["tokens"]) for row in rows))

    return rebuild


REBUILDS: Final[Mapping[str, Callable[[Transaction], None]]] = {
    memory.WORDS.table: _again(memory.WORDS, "number", "memories", "words"),
    memory.SOUNDS.table: _again(memory.SOUNDS, "number", "memories", "sounds"),
    knowledge.WORDS.table: _again(knowledge.WORDS, "id", "knowledge_chunks", "words"),
    knowledge.SOUNDS.table: _again(knowledge.SOUNDS, "id", "knowledge_chunks", "sounds"),
}
"""By the name of the index."""
