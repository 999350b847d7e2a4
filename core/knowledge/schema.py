"""The tables of this room. A released step is never edited; a change is a new step."""

from __future__ import annotations

from typing import Final

from core.retrieval.fts import FullText
from core.vault.migrations import Migrations
from core.vault.transaction import Transaction

WORDS: Final = FullText("knowledge_words")
SOUNDS: Final = FullText("knowledge_sounds")
MIGRATIONS: Final = Migrations("knowledge")


@MIGRATIONS()
def documents_and_chunks(tx: Transaction) -> None:
    """Chunks tile their document, so its text is theirs joined; tokens are what the channels were given."""
    tx.execute(
        """CREATE TABLE knowledge_documents (
            id TEXT PRIMARY KEY, title TEXT NOT NULL, source TEXT NOT NULL, version INTEGER NOT NULL,
            content_hash TEXT NOT NULL, characters INTEGER NOT NULL, imported TEXT NOT NULL,
            added_by TEXT NOT NULL, UNIQUE (source, title)
        ) STRICT"""
    )
    tx.execute(
        """CREATE TABLE knowledge_chunks (
            id INTEGER PRIMARY KEY, document TEXT NOT NULL REFERENCES knowledge_documents (id),
            start INTEGER NOT NULL, text TEXT NOT NULL, words TEXT NOT NULL, sounds TEXT NOT NULL
        ) STRICT"""
    )
    tx.execute("CREATE INDEX knowledge_chunks_of ON knowledge_chunks (document, start)")
    tx.execute(
        """CREATE TABLE knowledge_bindings (
            role TEXT NOT NULL, document TEXT NOT NULL REFERENCES knowledge_documents (id),
            PRIMARY KEY (role, document)
        ) STRICT, WITHOUT ROWID"""
    )
    tx.execute(
        """CREATE TABLE knowledge_vectors (
            chunk INTEGER NOT NULL REFERENCES knowledge_chunks (id), model TEXT NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, vector BLOB NOT NULL,
            PRIMARY KEY (chunk, model, start)
        ) STRICT, WITHOUT ROWID"""
    )
    WORDS.create(tx)
    SOUNDS.create(tx)


@MIGRATIONS()
def places_of_tokens(tx: Transaction) -> None:
    """So that a sweep can count tokens that belong to no chunk."""
    WORDS.create_places(tx)
    SOUNDS.create_places(tx)
