"""Tables of persons, roles and consent. ``folded`` is the name as it is compared."""

from __future__ import annotations

from core.vault import Migrations, Transaction

MIGRATIONS = Migrations("people")


@MIGRATIONS()
def persons(tx: Transaction) -> None:
    tx.execute("""
        CREATE TABLE persons(
            id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, language TEXT NOT NULL,
            revision INTEGER NOT NULL, created TEXT NOT NULL
        ) STRICT""")


@MIGRATIONS()
def roles(tx: Transaction) -> None:
    tx.execute("""
        CREATE TABLE roles(
            id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, instructions TEXT NOT NULL,
            greeting TEXT NOT NULL, language TEXT NOT NULL, voices TEXT NOT NULL, speed REAL NOT NULL,
            patience TEXT NOT NULL, memory INTEGER NOT NULL, tools TEXT NOT NULL, revision INTEGER NOT NULL,
            created TEXT NOT NULL, removed TEXT
        ) STRICT""")
    tx.execute("CREATE UNIQUE INDEX roles_by_name ON roles(folded) WHERE removed IS NULL")


@MIGRATIONS()
def consents(tx: Transaction) -> None:
    tx.execute("""
        CREATE TABLE consents(
            person TEXT NOT NULL REFERENCES persons(id), version INTEGER NOT NULL, purpose TEXT NOT NULL,
            granted INTEGER NOT NULL, at TEXT NOT NULL, recorded_by TEXT NOT NULL, how TEXT NOT NULL,
            PRIMARY KEY (person, version)
        ) STRICT""")


@MIGRATIONS()
def manners(tx: Transaction) -> None:
    tx.execute("""
        CREATE TABLE manners(
            person TEXT PRIMARY KEY REFERENCES persons(id), pauses TEXT NOT NULL, speed REAL NOT NULL,
            volume REAL NOT NULL, at TEXT NOT NULL
        ) STRICT""")
