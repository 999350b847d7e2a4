"""The sound of utterances, when that was consented to: one encrypted file each, for a time.

A recording's key lies in its row and nowhere else, so that it survives a rotation of the vault's keys, and
a file whose row is gone is noise. The row goes with its utterance (a trigger of ``schema.py``). The file
is written before the row is committed and removed right after its row is: :func:`tidy` does that, and finds
what a crash left of either. All of it runs on the database's one writer, so nobody tidies what is just
being written.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from core.errors import Refused, Unavailable
from core.ids import new_id, random_bytes
from core.journal import sound_file, store
from core.journal.events import UserSpoke
from core.journal.reading import one_event
from core.secret import Secret
from core.vault.files import make_private_folder, replace_private_file
from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

RATE = 16_000
DAYS = 30
"""How long a recording is kept unless its person says otherwise."""

MOST_DAYS = 3650
_SUFFIX = ".sound"
_ID = re.compile(r"[0-9a-f]{32}")


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """The sound of the utterance at ``seq`` of ``session``. until: when it is let go. seconds: its length."""

    id: str
    session: str
    seq: int
    at: datetime
    until: datetime
    seconds: float


class Tidied(msgspec.Struct, frozen=True, kw_only=True):
    """files: removed because no row knew them. rows: removed because their file was gone."""

    files: int = 0
    rows: int = 0


def keep(
    tx: Transaction,
    scope: Scope,
    folder: Path,
    session: str,
    seq: int,
    pcm: bytes,
    *,
    consented: bool,
    days: int = DAYS,
) -> Recording:
    """Keep the sound (int16, mono, 16 kHz) of an utterance that is in the journal.

    consented: what the person's consent to ``audio`` says at this moment. Raises Refused:
    ``journal.no_audio_consent``, ``journal.not_kept``, ``journal.not_an_utterance``, ``journal.keep_days``;
    Unavailable when the disk is full.
    """
    if not consented:
        raise Refused("journal.no_audio_consent")
    if not 1 <= days <= MOST_DAYS:
        raise Refused("journal.keep_days", most=MOST_DAYS)
    held = store.session(tx, scope, session)
    if not held.kept:
        raise Refused("journal.not_kept")
    spoken = one_event(tx, session, seq)
    if spoken is None or not isinstance(spoken.body, UserSpoke):
        raise Refused("journal.not_an_utterance")
    known = tx.one("SELECT * FROM recordings WHERE session = ? AND seq = ?", (session, seq))
    if known is not None:
        return _recording(known)
    named = spoken.body.audio or ""
    recording, secret = (named if _ID.fullmatch(named) else new_id()), random_bytes(32)
    make_private_folder(folder)
    sealed = sound_file.seal(Secret(secret), recording, pcm)
    replace_private_file(_path(folder, recording), sealed)
    tx.execute(
        "INSERT INTO recordings(id, person, session, seq, at, until, samples, secret)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (recording, held.person, session, seq, to_text(tx.now), to_text(tx.now + timedelta(days=days)),
         len(pcm) // 2, secret),
    )  # fmt: skip
    kept = tx.one("SELECT * FROM recordings WHERE id = ?", (recording,))
    assert kept is not None
    return _recording(kept)


def all(tx: Transaction, scope: Scope, session: str | None = None) -> list[Recording]:  # noqa: A001
    """The recordings of the scope's person, of one session or of all, oldest first."""
    rows = tx.rows(
        "SELECT recordings.* FROM recordings JOIN sessions ON sessions.id = recordings.session"
        " WHERE recordings.person = :person AND (:session IS NULL OR session = :session)"
        " AND (:role IS NULL OR sessions.role = :role) ORDER BY recordings.at, recordings.seq",
        {"person": scope.person, "session": session, "role": scope.role},
    )
    return [_recording(row) for row in rows]


def sound(tx: Transaction, scope: Scope, folder: Path, recording: str) -> bytes:
    """What was said, as PCM (int16, mono, 16 kHz).

    Raises Refused when it is unknown or another person's, Unavailable when its file is missing, Corrupt
    when that was changed.
    """
    row = _row(tx, scope, recording)
    try:
        sealed = _path(folder, row["id"]).read_bytes()
    except FileNotFoundError as error:
        raise Unavailable("journal.recording_missing") from error
    return sound_file.unseal(Secret(row["secret"]), row["id"], sealed)


def files(tx: Transaction) -> list[str]:
    """The names of the files that rows stand behind, whoever's they are."""
    return [_name(row["id"]) for row in tx.rows("SELECT id FROM recordings")]


def remove(tx: Transaction, scope: Scope, recording: str) -> None:
    """Let go of one; nobody can hear it from this commit on. Its file goes with :func:`tidy`, next."""
    row = _row(tx, scope, recording)
    tx.execute("DELETE FROM recordings WHERE id = ?", (row["id"],))


def remove_all(tx: Transaction, scope: Scope) -> int:
    """The same for every recording of the scope's person, as when consent is withdrawn; how many."""
    return tx.execute("DELETE FROM recordings WHERE person = ?", (scope.person,))


def expire(tx: Transaction) -> int:
    """Let go of those whose time is over, whoever's they are; how many."""
    return tx.execute("DELETE FROM recordings WHERE until <= ?", (to_text(tx.now),))


def tidy(tx: Transaction, folder: Path) -> Tidied:
    """Make files and rows agree. In a writing transaction of its own, after the one that removed rows."""
    rows = {str(row["id"]) for row in tx.rows("SELECT id FROM recordings")}
    files = {path.name: path for path in folder.iterdir()} if folder.is_dir() else {}
    strays = [path for name, path in files.items() if name.removesuffix(_SUFFIX) not in rows]
    gone = [(recording,) for recording in rows if recording + _SUFFIX not in files]
    tx.execute_many("DELETE FROM recordings WHERE id = ?", gone)
    return Tidied(files=sum(map(_unlinked, strays)), rows=len(gone))


def _unlinked(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False  # somebody holds it open: noise without its row, and gone with the next call
    return True


def _row(tx: Transaction, scope: Scope, recording: str) -> Row:
    row = tx.one("SELECT * FROM recordings WHERE id = ?", (recording,))
    if row is None:
        raise Refused("journal.recording_unknown")
    if row["person"] != scope.person:
        raise Refused("journal.other_person")
    return row


def _path(folder: Path, recording: str) -> Path:
    return folder / _name(recording)


def _name(recording: str) -> str:
    return f"{recording}{_SUFFIX}"


def _recording(row: Row) -> Recording:
    return Recording(
        id=row["id"],
        session=row["session"],
        seq=row["seq"],
        at=from_text(row["at"]),
        until=from_text(row["until"]),
        seconds=row["samples"] / RATE,
    )
