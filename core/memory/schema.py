"""The tables of this room. A released step is never edited; a change is a new step."""

from __future__ import annotations

from typing import Final

from core.retrieval.fts import FullText
from core.vault.migrations import Migrations
from core.vault.times import from_text, to_text
from core.vault.transaction import Transaction

WORDS: Final = FullText("memory_words")
SOUNDS: Final = FullText("memory_sounds")
MIGRATIONS: Final = Migrations("memory")


@MIGRATIONS()
def facts_and_versions(tx: Transaction) -> None:
    """``number`` is the row of the channels; words and sounds are exactly what they were given."""
    tx.execute(
        """CREATE TABLE memories (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL, role TEXT NOT NULL,
            kind TEXT NOT NULL, about TEXT NOT NULL, fact_key TEXT NOT NULL, text TEXT NOT NULL,
            value TEXT NOT NULL, negated INTEGER NOT NULL, status TEXT NOT NULL, revision INTEGER NOT NULL,
            origin TEXT NOT NULL, confidence REAL NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT,
            source_session TEXT, source_seq INTEGER, span_start INTEGER, span_end INTEGER,
            words TEXT NOT NULL, sounds TEXT NOT NULL
        ) STRICT"""
    )
    tx.execute("CREATE INDEX memories_of ON memories (person, role, status)")
    tx.execute("CREATE INDEX memories_from ON memories (source_session, source_seq)")
    tx.execute(
        """CREATE TABLE memory_versions (
            memory TEXT NOT NULL REFERENCES memories (id), revision INTEGER NOT NULL, text TEXT NOT NULL,
            value TEXT NOT NULL, negated INTEGER NOT NULL, status TEXT NOT NULL, until TEXT NOT NULL,
            actor TEXT NOT NULL, PRIMARY KEY (memory, revision)
        ) STRICT, WITHOUT ROWID"""
    )
    tx.execute(
        """CREATE TABLE memory_vectors (
            memory INTEGER NOT NULL REFERENCES memories (number), model TEXT NOT NULL, vector BLOB NOT NULL,
            PRIMARY KEY (memory, model)
        ) STRICT, WITHOUT ROWID"""
    )
    # Utterances out of which nothing is made any more, because a fact of theirs was deleted or edited.
    tx.execute(
        """CREATE TABLE memory_blocked_sources (
            person TEXT NOT NULL, session TEXT NOT NULL, seq INTEGER NOT NULL,
            PRIMARY KEY (person, session, seq)
        ) STRICT, WITHOUT ROWID"""
    )
    WORDS.create(tx)
    SOUNDS.create(tx)


@MIGRATIONS()
def sources_of_versions(tx: Transaction) -> None:
    """Which utterance a version's words came from (receipts.utterance), so that they can go with it."""
    tx.execute("ALTER TABLE memory_versions ADD COLUMN source TEXT")
    tx.execute("CREATE INDEX memory_versions_from ON memory_versions (source) WHERE source IS NOT NULL")
    WORDS.create_places(tx)
    SOUNDS.create_places(tx)


@MIGRATIONS()
def intervals_and_limits(tx: Transaction) -> None:
    """What ended a fact, when it was last said (``last_*``), and what tells how useful it is."""
    for column in (
        "superseded_by TEXT", "last_said TEXT", "last_session TEXT", "last_seq INTEGER",
        "uses INTEGER NOT NULL DEFAULT 0", "used TEXT", "kept TEXT",
    ):  # fmt: skip
        tx.execute(f"ALTER TABLE memories ADD COLUMN {column}")
    told = tx.rows("SELECT number, valid_from, source_session, source_seq FROM memories")
    tx.execute_many(
        "UPDATE memories SET last_said = ?, last_session = ?, last_seq = ? WHERE number = ?",
        [
            (to_text(from_text(row["valid_from"])), row["source_session"], row["source_seq"], row["number"])
            for row in told
        ],
    )
    tx.execute("CREATE INDEX memories_key ON memories (person, role, fact_key, last_said)")
    tx.execute("CREATE INDEX memories_said ON memories (person, role, last_said)")
    # What an utterance took back, for a statement from before it that arrives later. kind: a fact's kind,
    # 'named' (a request to forget, with words) or 'last' (one that names nothing); reached: when what a
    # 'last' one ended was said.
    tx.execute(
        """CREATE TABLE memory_closings (
            person TEXT NOT NULL, role TEXT NOT NULL, at TEXT NOT NULL, session TEXT NOT NULL,
            seq INTEGER NOT NULL, part INTEGER NOT NULL, kind TEXT NOT NULL, words TEXT NOT NULL,
            reached TEXT, PRIMARY KEY (session, seq, part)
        ) STRICT, WITHOUT ROWID"""
    )
    tx.execute("CREATE INDEX memory_closings_of ON memory_closings (person, role, at)")
    # Utterances that nothing was learned from yet: 'pending', or 'failed' after some tries.
    tx.execute(
        """CREATE TABLE memory_extractions (
            session TEXT NOT NULL, seq INTEGER NOT NULL, person TEXT NOT NULL, role TEXT NOT NULL,
            state TEXT NOT NULL, tries INTEGER NOT NULL, PRIMARY KEY (session, seq)
        ) STRICT, WITHOUT ROWID"""
    )
    tx.execute("CREATE INDEX memory_extractions_of ON memory_extractions (person, role)")
