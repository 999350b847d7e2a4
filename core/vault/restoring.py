"""Restoring a backup: a new file, what was deleted since taken out of it, and only then in its place."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from core.clock import Clock
from core.errors import Corrupt, Refused, Unavailable, UserFacing
from core.secret import Secret
from core.vault import (
    backup,
    backup_file,
    erasing,
    generations,
    integrity,
    opening,
    receipts_key,
    rotation,
    sidecar,
    snapshots,
)
from core.vault import header as headers
from core.vault import receipts as stored
from core.vault.backup import Backup
from core.vault.beside import Beside, put_back
from core.vault.connection import connect, translating
from core.vault.erasing import Eraser
from core.vault.files import make_private_folder, refuse_network_folder
from core.vault.header import Copy, Header
from core.vault.keys import subkey
from core.vault.migrations import Migrations
from core.vault.pages import Pages
from core.vault.presence import Presence
from core.vault.receipts import Kind, Receipt, ReceiptBook
from core.vault.savepoint import Savepoint
from core.vault.slots import KeySlot

_SET_ASIDE = "set-aside-"


@dataclass(frozen=True, slots=True)
class Restored:
    """receipts: known in all. learned: of these, not in the backup itself. erased: what they took out.

    alone: this machine knew no receipts but the backup's own, so it cannot know what was deleted since.
    set_aside: names of damaged files that were put out of the way, none of them deleted. beside: files that
    came back with the rows they belong to.
    """

    receipts: int
    learned: int
    erased: dict[Kind, int]
    alone: bool
    set_aside: tuple[str, ...] = ()
    beside: int = 0


@dataclass(frozen=True, slots=True)
class Since:
    """What is known beside the backup: receipts, and the backups whose sidecars must hear of the next.

    anything: whether there was a sidecar or a database that could tell, even if nothing was deleted.
    """

    receipts: tuple[Receipt, ...]
    anything: bool
    backups: tuple[Backup, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A backup that was unlocked."""

    path: Path
    header: Header
    root: Secret

    @property
    def book(self) -> ReceiptBook:
        return ReceiptBook(receipts_key.unsealed(self.header, self.root))


def unlock(path: Path, opener: KeySlot) -> Source:
    """The backup's own header and root, by one of the slots it was made with. Blocks as a slot does.

    Raises as ``Vault.open`` does, and Corrupt("vault.backup_damaged").
    """
    preamble, _ = backup_file.read_preamble(path)
    copy = _header_of(preamble.header, path)
    root, _slot = opening.unwrapped(copy.header, opener)
    return _authentic(path, copy, root)


def with_root(path: Path, root: Secret) -> Source:
    """The same, by the root of the household it was made from. Raises Refused("vault.other_root") when the
    key was rotated since, or it is another household's."""
    preamble, _ = backup_file.read_preamble(path)
    copy = _header_of(preamble.header, path)
    if not copy.is_authentic(root):
        raise Refused("vault.other_root")
    return _authentic(path, copy, root)


def in_place(
    folder: Path,
    header: Header,
    root: Secret,
    source: Source,
    erasers: Sequence[Eraser],
    migrations: Sequence[Migrations],
    clock: Clock,
    beside: Beside | None = None,
) -> tuple[Header, Restored]:
    """A backup in the place of the household's present database, under its present root and slots.

    Nobody else may have it open (``Vault.replace`` sees to that): revoked slots stay revoked, and what
    was deleted since the backup stays deleted. beside: the files that come back with their rows. Raises
    Refused("vault.other_household").
    """
    if source.header.vault != header.vault:
        raise Refused("vault.other_household")
    book = ReceiptBook(receipts_key.unsealed(header, root))
    since = _since(folder, source, book, _in_database(folder / header.database, root, clock))
    made = generations.begin(folder)
    try:
        restored = _prepared(made, source, root, book, since, erasers, migrations, clock, beside=beside)
        after = msgspec.structs.replace(header, epoch=header.epoch + 1, database=generations.named(made))
    except BaseException:
        generations.remove(made)
        raise
    snapshots.drop(folder)
    (folder / opening.BEFORE_MIGRATION).unlink(missing_ok=True)
    aside = _kept_when_damaged(folder, header, root, clock)
    generations.install(made, after, root, folder / header.database)
    return after, replace(restored, set_aside=aside)


def root_of(folder: Path, opener: KeySlot) -> Secret:
    """The root of a household whose database may be damaged. Blocks as a slot does."""
    _copy, root, _slot = opening.unlocked(headers.read_copies(folder), opener, folder)
    return root


def over(
    folder: Path,
    opener: KeySlot,
    source: Source,
    erasers: Sequence[Eraser],
    migrations: Sequence[Migrations],
    clock: Clock,
    beside: Beside | None = None,
) -> Restored:
    """:func:`in_place` for a household that is not open here; its database may be damaged or missing.

    Raises Unavailable("vault.busy") when somebody has it open.
    """
    refuse_network_folder(folder)
    presence = Presence(folder)
    try:
        with presence.alone():
            copy, root, _slot = opening.unlocked(headers.read_copies(folder), opener, folder)
            _after, restored = in_place(folder, copy.header, root, source, erasers, migrations, clock, beside)
            return restored
    finally:
        presence.leave()


def anew(
    folder: Path,
    source: Source,
    erasers: Sequence[Eraser],
    migrations: Sequence[Migrations],
    clock: Clock,
    beside: Beside | None = None,
) -> Restored:
    """A backup where no household can be opened: an empty folder, or one whose header is damaged.

    The slots are the backup's. What lies there damaged is put aside, never deleted. Raises
    Refused("vault.exists") when a header can be read there.
    """
    make_private_folder(folder)
    refuse_network_folder(folder)
    presence = Presence(folder)
    try:
        with presence.alone():
            return _anew(folder, source, erasers, migrations, clock, beside)
    finally:
        presence.leave()


def _anew(
    folder: Path,
    source: Source,
    erasers: Sequence[Eraser],
    migrations: Sequence[Migrations],
    clock: Clock,
    beside: Beside | None = None,
) -> Restored:
    with contextlib.suppress(Corrupt, Unavailable):
        headers.read_copies(folder)
        raise Refused("vault.exists", folder=str(folder))
    since = _since(folder, source, source.book, None)
    moved = _put_aside(folder, clock)
    made = generations.begin(folder)
    try:
        restored = _prepared(
            made, source, source.root, source.book, since, erasers, migrations, clock, beside=beside
        )
        after = msgspec.structs.replace(
            source.header, epoch=source.header.epoch + 1, database=generations.named(made)
        )
    except BaseException:
        generations.remove(made)
        raise
    generations.install(made, after, source.root, None)
    return replace(restored, set_aside=tuple(moved))


def _prepared(
    made: Path,
    source: Source,
    root: Secret,
    book: ReceiptBook,
    since: Since,
    erasers: Sequence[Eraser],
    migrations: Sequence[Migrations],
    clock: Clock,
    *,
    beside: Beside | None,
) -> Restored:
    """``made`` filled with the backup under ``root``, of this build's shape, with all receipts applied."""
    _extracted(made, source, root, clock)
    key = subkey(root, "database")
    connection = opening.open_migrated(made, key, migrations, clock.now())
    made.with_name(opening.BEFORE_MIGRATION).unlink(missing_ok=True)
    fresh = generations.begin(made.parent)
    try:
        connection.execute("BEGIN IMMEDIATE")
        tx = Savepoint(connection, clock.now())
        learned = translating(lambda: stored.merge(tx, since.receipts))
        erased = translating(lambda: erasing.apply(tx, book, erasers))
        backup.remember(tx, since.backups)
        receipts = stored.all(tx)
        wanted = frozenset() if beside is None else frozenset(beside.names(tx))
        tx.finish()
        connection.execute("COMMIT")
        if erased:
            # Written afresh without what was taken out: not even free pages remember it. Into a file,
            # because in place SQLite would hold the whole of it in memory.
            translating(lambda: connection.execute("VACUUM INTO ?", (str(fresh.absolute()),)))
        translating(lambda: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
    except BaseException:
        generations.remove(fresh)
        raise
    finally:
        connection.close()
    if erased:
        generations.remove(made)
        fresh.rename(made)
    else:
        generations.remove(fresh)
    _checked(made, key, clock)
    returned = 0
    if beside is not None and wanted:  # before the header names the database: no row is without its file
        returned = _put_back(source, made.parent / beside.folder, wanted)
    if receipts:
        sidecar.write(made.parent / sidecar.FILE, source.header.vault, book, receipts)
    return Restored(
        receipts=len(receipts), learned=learned, erased=erased, alone=not since.anything, beside=returned
    )


def _checked(made: Path, key: Secret, clock: Clock) -> None:
    connection = translating(lambda: connect(made, key))
    try:
        checking = Savepoint(connection, clock.now())
        translating(lambda: integrity.check(checking))
    finally:
        connection.close()


def _put_back(source: Source, folder: Path, wanted: frozenset[str]) -> int:
    preamble, start = backup_file.read_preamble(source.path)
    return put_back(backup.section_of(source.path, start, preamble, source.root), folder, wanted)


def _extracted(made: Path, source: Source, root: Secret, clock: Clock) -> None:
    preamble, start = backup_file.read_preamble(source.path)
    if root == source.root:
        backup.extract(source.path, start, preamble, root, made)
        return
    raw = generations.begin(made.parent)  # the key was rotated since: once more under the present one
    try:
        backup.extract(source.path, start, preamble, source.root, raw)
        old, new = subkey(source.root, "database"), subkey(root, "database")
        rotation.copy_under(raw, old, made, new, clock.now())
    finally:
        generations.remove(raw)


def _since(
    folder: Path,
    source: Source,
    book: ReceiptBook,
    database: tuple[list[Receipt], list[Backup]] | None,
) -> Since:
    """What this machine knows. A damaged sidecar says nothing, and is not obeyed."""
    vault, found, anything = source.header.vault, list[Receipt](), database is not None
    for path in (folder / sidecar.FILE, sidecar.beside(source.path.parent, vault)):
        with contextlib.suppress(Corrupt):
            found += sidecar.read(path, vault, book)
            anything = anything or path.exists()
    receipts, backups = database if database is not None else ([], [])
    return Since(tuple(sidecar.union(receipts, found)), anything, tuple(backups))


def _in_database(path: Path, root: Secret, clock: Clock) -> tuple[list[Receipt], list[Backup]] | None:
    """Receipts and backups of the present database; None when it is damaged or missing."""
    from core.vault.failures import Error

    try:
        connection = translating(lambda: connect(path, subkey(root, "database")))
    except (UserFacing, OSError, Error):
        return None
    try:
        tx = Savepoint(connection, clock.now())
        return stored.all(tx), backup.known(tx)
    except Error:
        return None
    finally:
        connection.close()


def _header_of(content: bytes, path: Path) -> Copy:
    try:
        return headers.decode(content, path)
    except headers.Damaged as error:
        raise Corrupt("vault.backup_damaged") from error


def _authentic(path: Path, copy: Copy, root: Secret) -> Source:
    if not copy.is_authentic(root):
        raise Corrupt("vault.backup_damaged")
    header = copy.header
    if not header.receipts:
        header = receipts_key.added(header, root)
    return Source(path=path, header=header, root=root)


def _kept_when_damaged(folder: Path, header: Header, root: Secret, clock: Clock) -> tuple[str, ...]:
    """A damaged database may hold words that the backup has not: it stays under another name."""
    path = folder / header.database
    if not path.exists() or not Pages(path, subkey(root, "database")).damaged():
        return ()
    name = f"{_SET_ASIDE}{clock.now():%Y%m%d-%H%M%S}-{header.database}"
    generations.keep_as(path, folder / name)
    return (name,)


def _put_aside(folder: Path, clock: Clock) -> list[str]:
    """Damaged headers and databases get another name, so that nothing of them is lost."""
    stamp = clock.now().strftime("%Y%m%d-%H%M%S")
    moved = []
    for path in sorted(folder.iterdir()):
        if path.name in headers.COPIES or generations.is_database(path.name):
            path.rename(path.with_name(f"{_SET_ASIDE}{stamp}-{path.name}"))
            moved.append(path.name)
    return moved
