"""Tables of persons, roles, consent and the access log. ``folded`` is the name as it is compared."""

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


@MIGRATIONS()
def consent_wordings(tx: Transaction) -> None:
    """Which version of the text was shown. 0: recorded before texts had versions."""
    tx.execute("ALTER TABLE consents ADD COLUMN wording INTEGER NOT NULL DEFAULT 0")


@MIGRATIONS()
def access_log(tx: Transaction) -> None:
    """What was done with what is somebody's, and what was refused; never its content. Rows are only added,
    and go with their person. ``about``: the conversation it happened in, or what it was done to."""
    tx.execute("""
        CREATE TABLE access_log(
            number INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL REFERENCES persons(id),
            at TEXT NOT NULL, act TEXT NOT NULL, door TEXT NOT NULL, purpose TEXT, actor TEXT NOT NULL,
            consents INTEGER NOT NULL, target TEXT NOT NULL, about TEXT NOT NULL, amount REAL NOT NULL,
            unit TEXT NOT NULL
        ) STRICT""")
    tx.execute("CREATE INDEX access_log_of_person ON access_log(person, number)")
    tx.execute("CREATE INDEX access_log_refusals ON access_log(person, about) WHERE act = 'refused'")
    tx.execute("""
        CREATE TRIGGER access_log_stays BEFORE UPDATE ON access_log
        BEGIN SELECT RAISE(ABORT, 'the access log is only added to'); END""")
