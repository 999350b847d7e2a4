"""Guided repair: everything that can still be read goes into a new file; what could not is told.

The damaged file is put aside under another name and stays until somebody deletes it. Receipts are
applied before the new one is shown, as after a restore.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from core.clock import Clock
from core.errors import Corrupt, UserFacing
from core.secret import Secret
from core.vault import erasing, generations, integrity, opening, receipts_key, sidecar
from core.vault import header as headers
from core.vault import receipts as stored
from core.vault.connection import connect, translating
from core.vault.erasing import Eraser
from core.vault.files import refuse_network_folder
from core.vault.header import Header
from core.vault.keys import subkey
from core.vault.migrations import Migrations
from core.vault.pages import Pages
from core.vault.presence import Presence
from core.vault.receipts import ReceiptBook
from core.vault.salvage import Salvage, Table, tables
from core.vault.savepoint import Savepoint
from core.vault.slots import KeySlot
from core.vault.transaction import Transaction

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

SET_ASIDE = "damaged-"
_NOT_COPIED = frozenset({"vault", "_sqlite_migrations"})  # made anew, by this build

Rebuild = Callable[[Transaction], None]
"""Makes an FTS5 index again from the rows of its store; by the name of its virtual table."""


class TableReport(msgspec.Struct, frozen=True, kw_only=True):
    """saved and refused: rows; refused are readable but break a rule of the schema. lost: None when
    nobody can tell any more. gaps: damaged stretches."""

    table: str
    saved: int
    lost: int | None
    refused: int
    gaps: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """damaged_pages: how many of pages fail. orphans: saved rows whose counterpart is lost, by table.
    rebuilt, to_rebuild: indexes. erased: by receipts, by kind. set_aside: the damaged file's name."""

    pages: int
    damaged_pages: int
    tables: tuple[TableReport, ...] = ()
    orphans: Mapping[str, int] = {}
    rebuilt: tuple[str, ...] = ()
    to_rebuild: tuple[str, ...] = ()
    erased: Mapping[str, int] = {}
    set_aside: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether everything there was has been saved."""
        return all(table.lost == 0 and not table.refused for table in self.tables)


def diagnose(folder: Path, opener: KeySlot) -> Report:
    """Which pages fail, without changing anything. Blocks; reads the whole file."""
    copy, root, _slot = opening.unlocked(headers.read_copies(folder), opener, folder)
    return _damage(folder / copy.header.database, subkey(root, "database"))


def repair(
    folder: Path,
    opener: KeySlot,
    erasers: Sequence[Eraser],
    rebuilds: Mapping[str, Rebuild],
    migrations: Sequence[Migrations],
    clock: Clock,
) -> Report:
    """Save what can be read of a household that nobody has open. Blocks.

    Raises Corrupt("vault.beyond_repair") when nothing at all can be read; nothing has changed then.
    """
    refuse_network_folder(folder)
    presence = Presence(folder)
    try:
        with presence.alone():
            copy, root, _slot = opening.unlocked(headers.read_copies(folder), opener, folder)
            return _repaired(folder, copy.header, root, erasers, rebuilds, migrations, clock)
    finally:
        presence.leave()


def _repaired(
    folder: Path,
    header: Header,
    root: Secret,
    erasers: Sequence[Eraser],
    rebuilds: Mapping[str, Rebuild],
    migrations: Sequence[Migrations],
    clock: Clock,
) -> Report:
    damaged, key = folder / header.database, subkey(root, "database")
    report = _damage(damaged, key)
    made = generations.begin(folder)
    opening.make_database(made, key, migrations, clock.now())
    connection = translating(lambda: connect(made, key))
    try:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN IMMEDIATE")
        report = _copied(damaged, key, connection, report)
        tx = Savepoint(connection, clock.now())
        report = _indexes(tx, report, rebuilds)
        report = _receipts(tx, folder, header, root, erasers, report)
        tx.finish()
        connection.execute("COMMIT")
        translating(lambda: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
        checking = Savepoint(connection, clock.now())
        translating(lambda: integrity.check(checking))
    except BaseException:
        connection.close()
        generations.remove(made)
        raise
    connection.close()
    after = msgspec.structs.replace(header, epoch=header.epoch + 1, database=generations.named(made))
    aside = f"{SET_ASIDE}{clock.now():%Y%m%d-%H%M%S}-{header.database}"
    generations.keep_as(damaged, folder / aside)
    generations.install(made, after, root, damaged)
    return msgspec.structs.replace(report, set_aside=aside)


def _damage(path: Path, key: Secret) -> Report:
    if not path.exists():
        raise Corrupt("vault.database_missing", folder=str(path.parent))
    _empty_log(path, key)
    pages = Pages(path, key)
    return Report(pages=len(pages), damaged_pages=len(pages.damaged()))


def _empty_log(path: Path, key: Secret) -> None:
    """After a power cut a page may be torn in the file and whole in the log; that is no damage."""
    from core.vault.failures import Error

    try:
        connection = connect(path, key)
    except Error:
        return
    with contextlib.suppress(Error):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()


def _copied(damaged: Path, key: Secret, target: Connection, report: Report) -> Report:
    wanted = [table for table in tables(target) if table.name not in _NOT_COPIED]
    reports = [_copy_table(damaged, key, target, table) for table in wanted]
    if wanted and not any(one.saved for one in reports) and report.damaged_pages:
        raise Corrupt("vault.beyond_repair", folder=str(damaged.parent))
    missing: dict[str, int] = {}
    for name, *_rest in target.execute("PRAGMA foreign_key_check").fetchall():
        missing[str(name)] = missing.get(str(name), 0) + 1
    return msgspec.structs.replace(report, tables=tuple(reports), orphans=missing)


def _copy_table(damaged: Path, key: Secret, target: Connection, table: Table) -> TableReport:
    from core.vault.failures import IntegrityError

    salvage = Salvage(lambda: connect(damaged, key, read_only=True, cut_off=True), table)
    expected = salvage.expected()
    marks = ", ".join("?" * len(table.columns))
    names = ", ".join(f'"{column}"' for column in table.columns)
    insert = f'INSERT OR REPLACE INTO "{table.name}"({names}) VALUES ({marks})'  # noqa: S608 - our schema
    saved = refused = 0
    for row in salvage.rows():
        try:
            target.execute(insert, row)
            saved += 1
        except IntegrityError:
            refused += 1
    lost = None if expected is None else max(0, expected - saved - refused)
    if not salvage.gaps:
        lost = 0
    return TableReport(table=table.name, saved=saved, lost=lost, refused=refused, gaps=salvage.gaps)


def _indexes(tx: Savepoint, report: Report, rebuilds: Mapping[str, Rebuild]) -> Report:
    """FTS5 indexes that lost a piece are made again from the rows that were saved."""
    hurt = {one.table for one in report.tables if one.gaps or one.refused}
    virtual = [
        str(row["name"])
        for row in tx.rows("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5(%'")
    ]
    broken = [
        name
        for name in virtual
        if any(f"{name}_{part}" in hurt for part in ("data", "idx", "docsize", "config"))
    ]
    # An index is also made again when rows it points at are gone: any store that lost rows might have one.
    due = virtual if any(one.gaps for one in report.tables) else broken
    rebuilt, left = [], []
    for name in due:
        if name in rebuilds:
            rebuilds[name](tx)
            rebuilt.append(name)
        elif name in broken:
            left.append(name)
    return msgspec.structs.replace(report, rebuilt=tuple(rebuilt), to_rebuild=tuple(left))


def _receipts(
    tx: Savepoint, folder: Path, header: Header, root: Secret, erasers: Sequence[Eraser], report: Report
) -> Report:
    book = ReceiptBook(receipts_key.unsealed(header, root))
    try:
        stored.merge(tx, sidecar.read(folder / sidecar.FILE, header.vault, book))
    except UserFacing as error:
        if error.message_id != "vault.receipts_damaged":
            raise
    erased = erasing.apply(tx, book, erasers)
    return msgspec.structs.replace(report, erased={str(kind): count for kind, count in erased.items()})
