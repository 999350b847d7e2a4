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


@MIGRATIONS()
def versions_and_folders(tx: Transaction) -> None:
    """What a document was before, without its text; watched folders; which file it was read from.

    file_hash: SHA-256 of the file, so that an unchanged one is not read again. missing: since when the file
    is no longer in its folder.
    """
    tx.execute("ALTER TABLE knowledge_documents ADD COLUMN file_hash TEXT NOT NULL DEFAULT ''")
    tx.execute("ALTER TABLE knowledge_documents ADD COLUMN folder TEXT")
    tx.execute("ALTER TABLE knowledge_documents ADD COLUMN missing TEXT")
    tx.execute(
        """CREATE TABLE knowledge_versions (
            document TEXT NOT NULL REFERENCES knowledge_documents (id), version INTEGER NOT NULL,
            title TEXT NOT NULL, content_hash TEXT NOT NULL, characters INTEGER NOT NULL,
            imported TEXT NOT NULL, added_by TEXT NOT NULL, PRIMARY KEY (document, version)
        ) STRICT, WITHOUT ROWID"""
    )
    tx.execute(
        "INSERT INTO knowledge_versions"
        " SELECT id, version, title, content_hash, characters, imported, added_by FROM knowledge_documents"
    )
    tx.execute(
        """CREATE TABLE knowledge_folders (
            id TEXT PRIMARY KEY, path TEXT NOT NULL UNIQUE, role TEXT NOT NULL, added_by TEXT NOT NULL,
            added TEXT NOT NULL
        ) STRICT"""
    )
    tx.execute(
        """CREATE TABLE knowledge_left_out (
            folder TEXT NOT NULL REFERENCES knowledge_folders (id), mark TEXT NOT NULL,
            PRIMARY KEY (folder, mark)
        ) STRICT, WITHOUT ROWID"""
    )
