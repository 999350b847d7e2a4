"""Backups: a frozen copy, sealed into one file that can be interrupted and is read back before it counts."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import msgspec

from core.clock import Clock
from core.errors import Corrupt, Unavailable, UserFacing
from core.ids import new_id, random_bytes
from core.secret import Secret
from core.vault import backup_file, generations, integrity, mirroring, snapshots
from core.vault import header as headers
from core.vault import receipts as stored
from core.vault.backup_file import PIECE, Preamble, Sealing
from core.vault.beside import Beside, Section, Vanished, after, blocks, cut
from core.vault.connection import connect, translating
from core.vault.database import Vault
from core.vault.files import PRIVATE_FILE, create_private_file, flush_folder
from core.vault.keys import subkey
from core.vault.savepoint import Savepoint
from core.vault.times import from_text, to_text
from core.vault.transaction import Transaction

SUFFIX = ".backup"
_PART = ".part"
_CHECKING = "backup.checking"
_ATTEMPTS = 3
_FLUSH_EVERY = 64  # pieces: 16 MiB

Progress = Callable[[int, int], None]
"""Called with pieces done and pieces in all; what it raises interrupts, and a later call goes on."""


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """One that was made. bytes: of the file. resumed: pieces that an interrupted call had written."""

    id: str
    path: str
    made: datetime
    bytes: int
    resumed: int = 0


async def make(
    vault: Vault,
    folder: Path,
    clock: Clock,
    progress: Progress | None = None,
    beside: Beside | None = None,
) -> Backup:
    """A verified backup of now in ``folder``, with the receipts beside it. beside: files it takes along.

    Interrupted, it goes on where it stopped, unless something was deleted since: then it starts over.
    Raises Unavailable when the place cannot be written, or ``vault.busy`` when files beside the database
    keep changing; Corrupt when what was written does not read.
    """
    for _ in range(_ATTEMPTS):
        try:
            made = await _make(vault, folder, clock, progress, beside)
            break
        except Vanished:
            await asyncio.to_thread(snapshots.drop, vault.folder)
    else:
        raise Unavailable("vault.busy")
    await vault.write(lambda tx: remember(tx, [made]))
    await asyncio.to_thread(snapshots.drop, vault.folder)
    await mirroring.mirror(vault)
    return made


async def _make(
    vault: Vault, folder: Path, clock: Clock, progress: Progress | None, beside: Beside | None
) -> Backup:
    receipts = await vault.read(stored.all)
    root_header, key = vault.header, vault.subkey("database")
    snapshot = await asyncio.to_thread(snapshots.kept, vault.folder, beside)
    if snapshot is None or snapshot.receipts != len(receipts):
        snapshot = await asyncio.to_thread(
            snapshots.take, vault.folder, vault.path, key, new_id(), len(receipts), beside, clock.now()
        )
    section = snapshot.section
    preamble = Preamble(
        format=backup_file.FORMAT if section.size else 1,
        id=snapshot.id,
        salt=random_bytes(16),
        vault=root_header.vault,
        made=clock.now(),
        header=headers.encode(root_header, vault.root()),
        size=snapshot.size,
        sha256=snapshot.sha256,
        beside=section.size,
        beside_sha256=section.sha256,
    )
    there = vault.folder / (beside.folder if beside is not None else "")
    try:
        made = await asyncio.to_thread(
            _write,
            lambda start: _contents(vault.folder / snapshots.FILE, there, section, start),
            folder,
            preamble,
            vault.root(),
            progress,
        )
        await asyncio.to_thread(verify_with, Path(made.path), vault.root(), vault.folder)
    except OSError as error:
        raise Unavailable("vault.backup_unwritable", folder=str(folder)) from error
    return made


def known(tx: Transaction) -> list[Backup]:
    """Those that were made from this database, newest first; their files may be elsewhere by now."""
    rows = tx.rows("SELECT id, path, made, bytes FROM backups ORDER BY made DESC")
    return [Backup(id=r["id"], path=r["path"], made=from_text(r["made"]), bytes=r["bytes"]) for r in rows]


def remember(tx: Transaction, backups: Iterable[Backup]) -> None:
    """Note backups, so that the receipts beside them are kept up to date."""
    tx.execute_many(
        "INSERT OR IGNORE INTO backups(id, path, made, bytes) VALUES (?, ?, ?, ?)",
        [(one.id, one.path, to_text(one.made), one.bytes) for one in backups],
    )


def verify_with(path: Path, root: Secret, workshop: Path) -> Preamble:
    """Read a whole backup with its root and open the database inside, in a private file of ``workshop``.

    Raises Corrupt("vault.backup_damaged") for whatever is wrong with it.
    """
    preamble, start = backup_file.read_preamble(path)
    made = workshop / _CHECKING
    generations.remove(made)
    create_private_file(made)
    try:
        extract(path, start, preamble, root, made)
        connection = connect(made, subkey(root, "database"), read_only=True)
        try:
            translating(lambda: integrity.check(Savepoint(connection, preamble.made)))
        finally:
            connection.close()
    except UserFacing as error:
        if error.message_id in ("vault.damaged", "vault.not_encrypted"):
            raise Corrupt("vault.backup_damaged") from error
        raise
    finally:
        generations.remove(made)
    return preamble


def extract(path: Path, start: int, preamble: Preamble, root: Secret, target: Path) -> None:
    """The snapshot inside, into the existing private file ``target``; every piece and the whole checked,
    the files after it too."""
    sealing, left, digest = Sealing(root, preamble), preamble.size, hashlib.sha256()
    with target.open("r+b") as file:
        for piece in backup_file.pieces(path, start, sealing, preamble):
            file.write(piece[:left])
            digest.update(piece[left:])
            left -= min(left, len(piece))
        file.flush()
        os.fsync(file.fileno())
    if snapshots.measured(target) != (preamble.size, preamble.sha256):
        raise Corrupt("vault.backup_damaged")
    if preamble.beside and digest.hexdigest() != preamble.beside_sha256:
        raise Corrupt("vault.backup_damaged")


def section_of(path: Path, start: int, preamble: Preamble, root: Secret) -> Iterator[bytes]:
    """The bytes of the files beside the database, for ``beside.put_back``; nothing in older backups."""
    if not preamble.beside:
        return
    first, skipped = divmod(preamble.size, PIECE)
    for piece in backup_file.pieces(path, start, Sealing(root, preamble), preamble, first):
        yield piece[skipped:]
        skipped = 0


def _contents(snapshot: Path, folder: Path, section: Section, start: int) -> Generator[bytes]:
    """What a backup holds from byte ``start`` on, in pieces of ``PIECE`` bytes. Raises Vanished."""
    with snapshot.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(min(start, size))
        database = iter(lambda: file.read(PIECE), b"")
        files = after(blocks(folder, section.files), max(0, start - size))
        yield from cut(itertools.chain(database, files), PIECE)


def _write(
    contents: Callable[[int], Generator[bytes]],
    folder: Path,
    preamble: Preamble,
    root: Secret,
    progress: Progress | None,
) -> Backup:
    part = folder / f"banyan-{preamble.vault[:8]}-{preamble.id[:8]}{SUFFIX}{_PART}"
    folder.mkdir(parents=True, exist_ok=True)
    preamble, start, done = _resumed(part, preamble, root)
    sealing = Sealing(root, preamble)
    descriptor = os.open(part, os.O_CREAT | os.O_RDWR, PRIVATE_FILE)
    with os.fdopen(descriptor, "r+b") as target, closing(contents(done * PIECE)) as source:
        if done == 0:
            target.truncate(0)
            target.write(backup_file.head(preamble))
        end = start + sum(backup_file.length(preamble, number) for number in range(done))
        target.seek(end)
        target.truncate(end)
        for number in range(done, preamble.pieces):
            target.write(sealing.seal(number, next(source, b"")))
            if number % _FLUSH_EVERY == _FLUSH_EVERY - 1:
                target.flush()
                os.fsync(target.fileno())
            if progress is not None:
                progress(number + 1, preamble.pieces)
        target.flush()
        os.fsync(target.fileno())
        size = target.tell()
    path = part.with_name(part.name.removesuffix(_PART))
    part.rename(path)
    flush_folder(folder)
    return Backup(id=preamble.id, path=str(path), made=preamble.made, bytes=size, resumed=done)


def _resumed(part: Path, preamble: Preamble, root: Secret) -> tuple[Preamble, int, int]:
    """What an interrupted call wrote and still checks: its preamble, where pieces begin, how many."""
    fresh = preamble, len(backup_file.head(preamble)), 0
    try:
        before, start = backup_file.read_preamble(part)
    except UserFacing:
        return fresh
    if _same(before) != _same(preamble):
        return fresh
    sealing, done = Sealing(root, before), 0
    with part.open("rb") as file:
        file.seek(start)
        while done < before.pieces:
            try:
                sealing.open(done, file.read(backup_file.length(before, done)))
            except Corrupt:
                break
            done += 1
    return before, start, done


def _same(preamble: Preamble) -> tuple[object, ...]:
    """What two writings of one snapshot have in common."""
    return preamble.id, preamble.sha256, preamble.beside_sha256, preamble.header
