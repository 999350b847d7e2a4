"""Tables of the journal: threads, sessions, the events of each chain, and what stands beside them."""

from __future__ import annotations

from typing import Final

from core.retrieval.fts import FullText
from core.vault import Migrations, Transaction

MIGRATIONS = Migrations("journal")
WORDS: Final = FullText("spoken_by_word")
SOUNDS: Final = FullText("spoken_by_sound")


@MIGRATIONS()
def threads_and_sessions(tx: Transaction) -> None:
    """``position`` and then ``id`` order a thread's sessions, on every machine alike; ``arrival`` orders what
    this machine got to know. Clocks never decide an order."""
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


@MIGRATIONS()
def revisions(tx: Transaction) -> None:
    """Where the later transcripts of an utterance are. They leave the index when they are erased."""
    tx.execute("""
        CREATE INDEX events_revising ON events(
            coalesce(json_extract(CAST(body AS TEXT), '$.session'), session),
            json_extract(CAST(body AS TEXT), '$.of')
        ) WHERE kind = 'user_speech_revised' AND body IS NOT NULL""")
    tx.execute("CREATE INDEX events_summarising ON events(session, seq) WHERE kind = 'summary_made'")


@MIGRATIONS()
def reconnects(tx: Transaction) -> None:
    """``hash``: SHA-256 of a token, never the token. A used one stays, so that a refusal can say why."""
    tx.execute("""
        CREATE TABLE reconnects(
            hash TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
            until TEXT NOT NULL, used INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID""")
    tx.execute("CREATE INDEX reconnects_of ON reconnects(session)")


@MIGRATIONS()
def recordings(tx: Transaction) -> None:
    """``secret`` opens the file ``id`` beside the vault; without its row a file is noise."""
    tx.execute("""
        CREATE TABLE recordings(
            id TEXT PRIMARY KEY, person TEXT NOT NULL,
            session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE, seq INTEGER NOT NULL,
            at TEXT NOT NULL, until TEXT NOT NULL, samples INTEGER NOT NULL, secret BLOB NOT NULL,
            UNIQUE (session, seq)
        ) STRICT""")
    tx.execute("CREATE INDEX recordings_of_person ON recordings(person, until)")


@MIGRATIONS()
def imports(tx: Transaction) -> None:
    """Records from elsewhere: read-only, in no thread and in no chain."""
    tx.execute("""
        CREATE TABLE imports(
            id TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL,
            content_hash TEXT NOT NULL, at TEXT NOT NULL, left_out TEXT NOT NULL,
            UNIQUE (person, content_hash)
        ) STRICT""")
    tx.execute("""
        CREATE TABLE imported_records(
            source TEXT NOT NULL REFERENCES imports(id) ON DELETE CASCADE, position INTEGER NOT NULL,
            said_by TEXT NOT NULL, text TEXT NOT NULL, at TEXT, PRIMARY KEY (source, position)
        ) STRICT, WITHOUT ROWID""")


@MIGRATIONS()
def search(tx: Transaction) -> None:
    """The index of what was said, and the rules by which it forgets.

    Tokens are kept as they were put in, because FTS5 takes a row out by exactly those. Whatever erases
    an event, by whichever door, takes it out of here in the same statement: hence triggers.
    """
    tx.execute("""
        CREATE TABLE spoken_words(
            id INTEGER PRIMARY KEY, person TEXT NOT NULL, role TEXT, session TEXT NOT NULL,
            seq INTEGER NOT NULL, said_by TEXT NOT NULL, at TEXT NOT NULL, words TEXT NOT NULL,
            sounds TEXT NOT NULL, UNIQUE (session, seq)
        ) STRICT""")
    tx.execute("""
        CREATE TABLE spoken_indexed(
            session TEXT PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE, seq INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""")
    WORDS.create(tx)
    SOUNDS.create(tx)
    WORDS.create_places(tx)
    SOUNDS.create_places(tx)
    tx.execute("""
        CREATE TRIGGER spoken_words_gone AFTER DELETE ON spoken_words BEGIN
            INSERT INTO spoken_by_word(spoken_by_word, rowid, tokens) VALUES ('delete', OLD.id, OLD.words);
            INSERT INTO spoken_by_sound(spoken_by_sound, rowid, tokens) VALUES ('delete', OLD.id, OLD.sounds);
        END""")
    gone = """
            DELETE FROM spoken_words WHERE session = OLD.session AND seq = OLD.seq;
            DELETE FROM recordings WHERE session = OLD.session AND seq = OLD.seq;"""
    tx.execute(f"""
        CREATE TRIGGER events_erased_words AFTER UPDATE OF body ON events
        WHEN OLD.body IS NOT NULL AND NEW.body IS NULL BEGIN {gone} END""")
    tx.execute(f"CREATE TRIGGER events_gone AFTER DELETE ON events BEGIN {gone} END")
    # A transcript that is taken back is looked at again: what it corrected is indexed anew.
    tx.execute("""
        CREATE TRIGGER events_erased_revision AFTER UPDATE OF body ON events
        WHEN OLD.kind = 'user_speech_revised' AND OLD.body IS NOT NULL AND NEW.body IS NULL BEGIN
            DELETE FROM spoken_words
            WHERE session = coalesce(json_extract(CAST(OLD.body AS TEXT), '$.session'), OLD.session)
            AND seq = json_extract(CAST(OLD.body AS TEXT), '$.of');
            UPDATE spoken_indexed SET seq = json_extract(CAST(OLD.body AS TEXT), '$.of') - 1
            WHERE session = coalesce(json_extract(CAST(OLD.body AS TEXT), '$.session'), OLD.session)
            AND seq >= json_extract(CAST(OLD.body AS TEXT), '$.of');
        END""")
    tx.execute("""
        CREATE TRIGGER imported_records_gone AFTER DELETE ON imported_records BEGIN
            DELETE FROM spoken_words WHERE session = OLD.source AND seq = OLD.position;
        END""")


@MIGRATIONS()
def half_heard(tx: Transaction) -> None:
    """Sentences of which not all was heard: what nobody heard is in no index of words."""
    tx.execute("""
        CREATE INDEX events_half_heard ON events(session, seq)
        WHERE kind = 'assistant_spoke' AND body IS NOT NULL
        AND json_extract(CAST(body AS TEXT), '$.heard') < length(json_extract(CAST(body AS TEXT), '$.text'))
        """)
