"""Opening a household's database with one of its slots, and making the first one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.clock import Clock
from core.errors import Corrupt, Refused, Unavailable
from core.ids import new_id
from core.secret import Secret
from core.vault import ballast, generations, receipts_key
from core.vault import header as headers
from core.vault.connection import connect, translating
from core.vault.files import (
    create_private_file,
    flush_folder,
    make_private_folder,
    refuse_network_folder,
)
from core.vault.header import Copy, Header
from core.vault.keys import new_root, subkey
from core.vault.migrations import Migrations, apply, pending
from core.vault.presence import Presence
from core.vault.schema import MIGRATIONS, note_epoch, stored_epoch
from core.vault.slots import KeySlot
from core.vault.transaction import T

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

DATABASE = "vault.db"
BEFORE_MIGRATION = "vault.db.before-migration"
_UNFINISHED = "vault.db.new"


@dataclass(frozen=True, slots=True)
class Opened:
    """Everything an open vault holds. slot: the id of the slot that opened it."""

    header: Header
    root: Secret
    slot: str
    connection: Connection
    presence: Presence

    @property
    def receipts(self) -> Secret:
        """The key of the receipts of deletion."""
        return receipts_key.unsealed(self.header, self.root)


def create(folder: Path, slots: Sequence[KeySlot], migrations: Sequence[Migrations], clock: Clock) -> Opened:
    """See ``Vault.create``.

    The header makes it a vault, so it is written when the database is complete under another name; a
    crash in between leaves nothing that has to be repaired by hand.
    """
    if not slots:
        raise Refused("vault.no_slots")
    make_private_folder(folder)
    refuse_network_folder(folder)
    if headers.exists(folder) or (folder / DATABASE).exists():
        raise Refused("vault.exists", folder=str(folder))
    root, vault = new_root(), new_id()
    make_database(folder / _UNFINISHED, subkey(root, "database"), migrations, clock.now())
    records = tuple(slot.wrap(root, vault, clock.now()) for slot in slots)
    header = receipts_key.added(Header(vault=vault, epoch=1, slots=records), root)
    presence = Presence(folder)
    try:
        headers.write_copies(folder, header, root)
        return entered(folder, header, root, records[0].id, presence, migrations, clock)
    except BaseException:
        presence.leave()
        raise


def open_(folder: Path, unlock: KeySlot, migrations: Sequence[Migrations], clock: Clock) -> Opened:
    """See ``Vault.open``. On a full disk the ballast is given up rather than the words kept out of reach."""
    refuse_network_folder(folder)
    if not headers.exists(folder):
        raise Unavailable("vault.none", folder=str(folder))
    presence = Presence(folder)  # first: from here on nobody replaces what the header names
    try:
        copy, root, slot = unlocked(headers.read_copies(folder), unlock, folder)
        opened = _with_room(
            folder, lambda: entered(folder, copy.header, root, slot, presence, migrations, clock)
        )
    except BaseException:
        presence.leave()
        raise
    # One good copy is enough to open; with a full disk the next opening mends the other.
    with contextlib.suppress(Unavailable):
        if opened.header == copy.header:
            headers.repair_copies(folder, copy)
        generations.tidy(folder, opened.header)
    return opened


def unlocked(copies: Sequence[Copy], unlock: KeySlot, folder: Path) -> tuple[Copy, Secret, str]:
    """The newest copy that the opener unlocks and that carries the root's own signature; root; slot's id."""
    for copy in copies:
        root, slot = unwrapped(copy.header, unlock)
        if copy.is_authentic(root):
            return copy, root, slot
    raise Corrupt("vault.header_damaged", folder=str(folder))


def unwrapped(header: Header, unlock: KeySlot) -> tuple[Secret, str]:
    """The root and the id of the slot that gave it. Raises what the slots of that kind say."""
    refusal: Refused | Unavailable = Refused("vault.no_such_slot", kind=unlock.kind)
    for record in header.slots:
        if record.kind != unlock.kind:
            continue
        try:
            return unlock.unwrap(record, header.vault), record.id
        except (Refused, Unavailable) as error:
            refusal = error
    raise refusal


def make_database(path: Path, key: Secret, migrations: Sequence[Migrations], now: datetime) -> None:
    """An empty database of this build's shape; whatever lay there is gone."""
    generations.remove(path)
    create_private_file(path)
    connection = translating(lambda: connect(path, key))
    try:
        translating(lambda: apply(connection, [MIGRATIONS, *migrations], now))
    finally:
        connection.close()


def open_migrated(path: Path, key: Secret, migrations: Sequence[Migrations], now: datetime) -> Connection:
    """A writing connection to a database of this build's shape, backed up before it is changed."""
    sets = [MIGRATIONS, *migrations]
    backup = path.with_name(BEFORE_MIGRATION)
    connection = translating(lambda: connect(path, key))
    try:
        if translating(lambda: pending(connection, sets)):
            backup.unlink(missing_ok=True)
            create_private_file(backup)
            translating(lambda: connection.execute("VACUUM INTO ?", (str(backup),)))
            translating(lambda: apply(connection, sets, now))
        else:
            # Opened once more without need for it: words deleted since must not stay in a copy.
            backup.unlink(missing_ok=True)
    except BaseException:
        connection.close()
        raise
    return connection


def entered(
    folder: Path,
    header: Header,
    root: Secret,
    slot: str,
    presence: Presence,
    migrations: Sequence[Migrations],
    clock: Clock,
) -> Opened:
    """The database behind an unlocked header, with everything an earlier crash left put right."""
    _finish_creation(folder, header)
    connection = open_migrated(folder / header.database, subkey(root, "database"), migrations, clock.now())
    try:
        _refuse_older(header, connection, folder)
        header = _with_receipts_key(folder, header, root, connection)
        ballast.put_aside(folder)
    except BaseException:
        connection.close()
        raise
    return Opened(header, root, slot, connection, presence)


def _with_room(folder: Path, step: Callable[[], T]) -> T:
    """Run ``step``, and once more without the ballast when the disk was full."""
    try:
        return step()
    except Unavailable as error:
        if error.message_id not in ("vault.disk_full", "vault.disk_failed") or not ballast.release(folder):
            raise
    return step()


def _refuse_older(header: Header, connection: Connection, folder: Path) -> None:
    """An old header with an old passphrase must not open a newer database."""
    epoch = translating(lambda: stored_epoch(connection))
    if header.epoch < epoch:
        raise Corrupt("vault.header_rolled_back", folder=str(folder))
    if header.epoch > epoch:
        translating(lambda: note_epoch(connection, header.epoch))


def _with_receipts_key(folder: Path, header: Header, root: Secret, connection: Connection) -> Header:
    """A header of format 1 has none; it gets one, once."""
    if header.receipts:
        return header

    def give(current: Header) -> Header:
        return current if current.receipts else receipts_key.added(current, root)

    return change_header(folder, root, connection, give)


def change_header(
    folder: Path, root: Secret, connection: Connection, change: Callable[[Header], Header]
) -> Header:
    """Write a changed header and note its epoch, one program at a time: the database's own lock decides.

    ``change`` is given the newest header and may raise; the new one gets the next epoch. Once the header
    is written it counts. Should noting its epoch fail, the next opening does it.
    """
    translating(lambda: connection.execute("BEGIN IMMEDIATE"))
    try:
        before = headers.newest(folder, root)
        after = change(before)
        if after != before:
            after = after_epoch(after, before.epoch + 1)
            headers.write_copies(folder, after, root)
            with contextlib.suppress(Unavailable):
                translating(lambda: note_epoch(connection, after.epoch))
    finally:
        _end(connection)
    return after


def after_epoch(header: Header, epoch: int) -> Header:
    """The header with another epoch."""
    import msgspec

    return msgspec.structs.replace(header, epoch=epoch)


def _end(connection: Connection) -> None:
    from core.vault.failures import Error

    try:
        if connection.in_transaction:
            connection.execute("COMMIT")
    except Error:
        with contextlib.suppress(Error):
            connection.execute("ROLLBACK")


def _finish_creation(folder: Path, header: Header) -> None:
    """Give the complete database of :func:`create` its name, also after a crash."""
    unfinished, path = folder / _UNFINISHED, folder / header.database
    if header.database == DATABASE and unfinished.exists() and not path.exists():
        unfinished.rename(path)
        flush_folder(folder)
    if not path.exists():
        raise Corrupt("vault.database_missing", folder=str(folder))
