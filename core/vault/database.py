"""The vault: one encrypted database file of a household, opened with one of its key slots."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.clock import Clock
from core.errors import Corrupt, Refused, Unavailable
from core.ids import new_id
from core.secret import Secret
from core.vault import header as headers
from core.vault.connection import connect
from core.vault.files import (
    create_private_file,
    flush_folder,
    make_private_folder,
    refuse_network_folder,
)
from core.vault.header import Copy, Header
from core.vault.keys import Purpose, new_root, subkey
from core.vault.migrations import Migrations, apply, pending
from core.vault.schema import MIGRATIONS, note_epoch, stored_epoch
from core.vault.slots import KeySlot
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import T, Transaction

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

DATABASE = "vault.db"
_UNFINISHED = "vault.db.new"
_BEFORE_MIGRATION = "vault.db.before-migration"


class Vault:
    """An open vault. Implements ``Database``.

    Use :meth:`create` or :meth:`open`; both block (Argon2id takes about 0.2 s), so a running loop
    calls them through ``asyncio.to_thread``.
    """

    def __init__(self, folder: Path, header: Header, root: Secret, file: SqliteFile) -> None:
        self.folder = folder
        self._header = header
        self._root: Secret | None = root
        self._file = file

    @classmethod
    def create(
        cls, folder: Path, slots: Sequence[KeySlot], migrations: Sequence[Migrations], clock: Clock
    ) -> Vault:
        """A new vault in ``folder``, opened. Raises Refused when one is there already.

        The header makes it a vault, so it is written when the database is complete under another
        name; a crash in between leaves nothing that has to be repaired by hand.
        """
        if not slots:
            raise Refused("vault.no_slots")
        make_private_folder(folder)
        refuse_network_folder(folder)
        if headers.exists(folder) or (folder / DATABASE).exists():
            raise Refused("vault.exists", folder=str(folder))
        root, vault = new_root(), new_id()
        _make_database(folder / _UNFINISHED, subkey(root, "database"), migrations, clock.now())
        records = tuple(slot.wrap(root, vault, clock.now()) for slot in slots)
        header = Header(vault=vault, epoch=1, slots=records)
        headers.write_copies(folder, header, root)
        return cls._open_unlocked(folder, header, root, migrations, clock)

    @classmethod
    def open(cls, folder: Path, unlock: KeySlot, migrations: Sequence[Migrations], clock: Clock) -> Vault:
        """The vault of ``folder``.

        Raises Unavailable (no vault, newer version, key missing), Refused (wrong key, network
        folder) or Corrupt (damaged or exchanged files).
        """
        refuse_network_folder(folder)
        copy, root = _unlock(headers.read_copies(folder), unlock, folder)
        vault = cls._open_unlocked(folder, copy.header, root, migrations, clock)
        # One good copy is enough to open; with a full disk the next opening mends the other.
        with contextlib.suppress(Unavailable):
            headers.repair_copies(folder, copy)
        return vault

    @classmethod
    def _open_unlocked(
        cls, folder: Path, header: Header, root: Secret, migrations: Sequence[Migrations], clock: Clock
    ) -> Vault:
        path, key = folder / DATABASE, subkey(root, "database")
        _finish_creation(folder)
        connection = _open_migrated(path, key, migrations, clock.now())
        try:
            _refuse_older(header, connection, folder)
        except BaseException:
            connection.close()
            raise
        return cls(folder, header, root, SqliteFile(connection, path, key, clock))

    @property
    def id(self) -> str:
        """The random identifier of this household's vault."""
        return self._header.vault

    @property
    def slots(self) -> tuple[str, ...]:
        """The kinds of slots that open this vault."""
        return tuple(record.kind for record in self._header.slots)

    def subkey(self, purpose: Purpose) -> Secret:
        """The key of another part (recordings, sync, backup). Raises Refused after closing."""
        if self._root is None:
            raise Refused("vault.closed")
        return subkey(self._root, purpose)

    async def write(self, job: Callable[[Transaction], T]) -> T:
        """See ``Database.write``."""
        return await self._file.write(job)

    async def read(self, job: Callable[[Transaction], T], *, search: bool = False) -> T:
        """See ``Database.read``. search: use the connection whose cache holds an index."""
        return await self._file.read(job, search=search)

    async def sweep(self) -> bool:
        """Empty the write-ahead log, so that what was deleted is gone from it too. False: call later."""
        return await self._file.sweep()

    async def close(self) -> None:
        """Finish what was asked, then drop connections and key."""
        self._root = None
        await self._file.close()

    def close_now(self) -> None:
        """The same, blocking, for callers without a loop."""
        self._root = None
        self._file.close_now()


def _unlock(copies: Sequence[Copy], unlock: KeySlot, folder: Path) -> tuple[Copy, Secret]:
    """The newest copy that the opener unlocks and that carries the root's own signature."""
    for copy in copies:
        root = _unwrap(copy.header, unlock)
        if copy.is_authentic(root):
            return copy, root
    raise Corrupt("vault.header_damaged", folder=str(folder))


def _unwrap(header: Header, unlock: KeySlot) -> Secret:
    refusal = Refused("vault.no_such_slot", kind=unlock.kind)
    for record in header.slots:
        if record.kind != unlock.kind:
            continue
        try:
            return unlock.unwrap(record, header.vault)
        except Refused as error:
            refusal = error
    raise refusal


def _refuse_older(header: Header, connection: Connection, folder: Path) -> None:
    """An old header with an old passphrase must not open a newer database."""
    epoch = stored_epoch(connection)
    if header.epoch < epoch:
        raise Corrupt("vault.header_rolled_back", folder=str(folder))
    if header.epoch > epoch:
        note_epoch(connection, header.epoch)


def _make_database(path: Path, key: Secret, migrations: Sequence[Migrations], now: datetime) -> None:
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    create_private_file(path)
    connection = _translating(lambda: connect(path, key))
    try:
        _translating(lambda: apply(connection, [MIGRATIONS, *migrations], now))
    finally:
        connection.close()


def _finish_creation(folder: Path) -> None:
    """Give the complete database of :meth:`Vault.create` its name, also after a crash."""
    unfinished, path = folder / _UNFINISHED, folder / DATABASE
    if unfinished.exists() and not path.exists():
        unfinished.rename(path)
        flush_folder(folder)
    if not path.exists():
        raise Corrupt("vault.database_missing", folder=str(folder))


def _open_migrated(path: Path, key: Secret, migrations: Sequence[Migrations], now: datetime) -> Connection:
    """A writing connection to a database of this build's shape, backed up before it is changed."""
    sets = [MIGRATIONS, *migrations]
    backup = path.with_name(_BEFORE_MIGRATION)
    connection = _translating(lambda: connect(path, key))
    try:
        if _translating(lambda: pending(connection, sets)):
            backup.unlink(missing_ok=True)
            create_private_file(backup)
            _translating(lambda: connection.execute("VACUUM INTO ?", (str(backup),)))
            _translating(lambda: apply(connection, sets, now))
        else:
            # Opened once more without need for it: words deleted since must not stay in a copy.
            backup.unlink(missing_ok=True)
    except BaseException:
        connection.close()
        raise
    return connection


def _translating(step: Callable[[], T]) -> T:
    from core.vault.failures import Error, translated

    try:
        return step()
    except Error as error:
        raise translated(error) from error
