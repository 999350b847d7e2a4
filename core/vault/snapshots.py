"""The frozen copy of the database that a backup is made from, so that making it can be interrupted."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

import msgspec

from core.secret import Secret
from core.vault.beside import Beside, Section, gathered, is_there
from core.vault.connection import connect, translating
from core.vault.files import create_private_file, replace_private_file
from core.vault.savepoint import Savepoint

FILE = "backup.snapshot"
_STATE = "backup.state"
_PIECE = 1 << 20


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """id: of the backup to be. receipts: how many the household had when it was taken. section: the files
    beside the database, which stay where they are."""

    id: str
    size: int
    sha256: str
    receipts: int
    section: Section = Section()


def take(
    folder: Path,
    database: Path,
    key: Secret,
    backup: str,
    receipts: int,
    beside: Beside | None,
    now: datetime,
) -> Snapshot:
    """A consistent copy under the same key, while others read and write. Raises Vanished when a file beside
    it goes at that moment."""
    drop(folder)
    path = folder / FILE
    create_private_file(path)
    connection = translating(lambda: connect(database, key))
    try:
        translating(lambda: connection.execute("VACUUM INTO ?", (str(path.absolute()),)))
    finally:
        connection.close()
    section = Section()
    if beside is not None:
        copy = translating(lambda: connect(path, key, read_only=True))
        try:
            names = list(beside.names(Savepoint(copy, now)))
        finally:
            copy.close()
        section = gathered(folder / beside.folder, names)
    size, digest = measured(path)
    snapshot = Snapshot(id=backup, size=size, sha256=digest, receipts=receipts, section=section)
    replace_private_file(folder / _STATE, msgspec.json.encode(snapshot))
    return snapshot


def kept(folder: Path, beside: Beside | None) -> Snapshot | None:
    """The snapshot an interrupted backup left, when it is whole and so are the files beside it."""
    try:
        snapshot = msgspec.json.decode((folder / _STATE).read_bytes(), type=Snapshot)
        whole = measured(folder / FILE) == (snapshot.size, snapshot.sha256)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
    if whole and snapshot.section.files:
        whole = beside is not None and is_there(folder / beside.folder, snapshot.section)
    return snapshot if whole else None


def receipts_known(folder: Path) -> int:
    """How many receipts the snapshot knows of; 0 without one, so that any receipt is newer."""
    try:
        return msgspec.json.decode((folder / _STATE).read_bytes(), type=Snapshot).receipts
    except (FileNotFoundError, msgspec.DecodeError):
        return 0


def drop(folder: Path) -> None:
    """Delete the snapshot and what is known of it."""
    (folder / _STATE).unlink(missing_ok=True)
    (folder / FILE).unlink(missing_ok=True)


def measured(path: Path) -> tuple[int, str]:
    """Size in bytes and SHA-256 of a file."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
            size += len(piece)
    return size, digest.hexdigest()
