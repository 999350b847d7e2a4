"""Tables of the journal: threads, their sessions, the events of each session's chain, how long turns took."""

from __future__ import annotations

from core.vault import Migrations, Transaction

MIGRATIONS = Migrations("journal")


@MIGRATIONS()
def threads_and_sessions(tx: Transaction) -> None:
    """``arrival`` orders sessions as this machine got to know them: clocks never decide an order."""
    tx.execute("CREATE TABLE threads(id TEXT PRIMARY KEY, person TEXT NOT NULL, role TEXT NOT NULL) STRICT")
    tx.execute("""
        CREATE TABLE sessions(
            arrival INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, thread TEXT NOT NULL REFERENCES threads(id),
            position INTEGER NOT NULL, person TEXT NOT NULL, role TEXT NOT NULL, machine TEXT NOT NULL,
            begun TEXT NOT NULL, kept INTEGER NOT NULL, ended TEXT
        ) STRICT""")
    tx.execute("CREATE INDEX sessions_of_thread ON sessions(thread, position)")
    tx.execute("CREATE INDEX sessions_of_person ON sessions(person, role, arrival)")


@MIGRATIONS()
def events(tx: Transaction) -> None:
    """Events lie in the order of their chain, so the newest page of a session is one short walk."""
    tx.execute("""
        CREATE TABLE events(
            session TEXT NOT NULL REFERENCES sessions(id), seq INTEGER NOT NULL, at TEXT NOT NULL,
            kind TEXT NOT NULL, body BLOB, salt BLOB, content_hash TEXT NOT NULL, prev_hash TEXT NOT NULL,
            PRIMARY KEY (session, seq)
        ) STRICT, WITHOUT ROWID""")
    tx.execute("CREATE INDEX events_user_spoke ON events(session, seq) WHERE kind = 'user_spoke'")
    tx.execute("CREATE INDEX events_erased ON events(session, seq) WHERE kind = 'erased'")


@MIGRATIONS()
def turn_timings(tx: Transaction) -> None:
    """``stages`` is a JSON object of milliseconds; ``seq`` is that of the user's words in the session."""
    tx.execute("""
        CREATE TABLE turn_timings(
            arrival INTEGER PRIMARY KEY, person TEXT NOT NULL, session TEXT NOT NULL REFERENCES sessions(id),
            seq INTEGER NOT NULL, language TEXT NOT NULL, stages TEXT NOT NULL, UNIQUE (session, seq)
        ) STRICT""")
    tx.execute("CREATE INDEX turn_timings_of_person ON turn_timings(person, arrival)")
