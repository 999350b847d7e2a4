"""A vault and the same household in an unkeyed file: same library, schema, rows and pragmas, without the key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.clock import SystemClock
from core.household.household import MIGRATIONS
from core.secret import Secret
from core.vault import Argon2Cost, DeviceSlot, Migrations, PassphraseSlot, Transaction, Vault
from core.vault.connection import connect
from core.vault.files import create_private_file
from core.vault.migrations import pending
from core.vault.schema import MIGRATIONS as OWN
from core.vault.twin import Twin

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

CHEAP = Argon2Cost(memory_kib=64, iterations=1, lanes=1)
UNKEYED = "the same, unkeyed"
FILLER = Migrations("bench_filler")
SHAPE = (*MIGRATIONS, FILLER)
_ROW = 64 * 1024
_ROWS_A_COMMIT = 256


@FILLER()
def filler(tx: Transaction) -> None:
    tx.execute("CREATE TABLE bench_filler(id INTEGER PRIMARY KEY, noise BLOB NOT NULL)")


@dataclass(frozen=True, slots=True)
class Pair:
    """Both, open; ``twin`` is a file of its own in the vault's folder's neighbourhood."""

    vault: Vault
    twin: Twin
    plain: Path
    slot: DeviceSlot

    async def close(self) -> None:
        await self.vault.close()
        await self.twin.close()


def new_vault(folder: Path) -> tuple[Vault, DeviceSlot]:
    """An empty household that opens by passphrase, and by a key on this machine without any Argon2."""
    device = DeviceSlot(folder.with_name(folder.name + "-keys"))
    return Vault.create(folder, [slot("a bench"), device], SHAPE, SystemClock()), device


def slot(text: str, cost: Argon2Cost = CHEAP) -> PassphraseSlot:
    return PassphraseSlot(Secret.from_text(text), cost)


async def paired(vault: Vault, device: DeviceSlot, plain: Path) -> Pair:
    """The vault packed densely, and everything in it written into ``plain`` by SQLCipher's own export."""
    create_private_file(plain)
    await vault.maintain(lambda connection: _export(connection, plain))
    await vault.sweep()
    return Pair(vault=vault, twin=opened(plain), plain=plain, slot=device)


def opened(plain: Path) -> Twin:
    """An unkeyed file opened as a vault is: the connection, and whether it has this build's shape."""
    connection = connect(plain, None)
    assert not pending(connection, [OWN, *SHAPE])
    return Twin(connection, plain, None, SystemClock())


async def filled(vault: Vault, megabytes: int) -> None:
    """As many MB of noise, which nothing can press together."""
    left = megabytes * 1_000_000 // _ROW
    while left > 0:
        rows = min(left, _ROWS_A_COMMIT)
        await vault.write(_noise(rows))
        left -= rows
    await vault.sweep()


def _noise(rows: int) -> Callable[[Transaction], int]:
    sql = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
        " INSERT INTO bench_filler(noise) SELECT randomblob(?) FROM n"
    )
    return lambda tx: tx.execute(sql, (rows, _ROW))


def _export(connection: Connection, plain: Path) -> None:
    connection.execute("VACUUM")
    connection.execute("ATTACH DATABASE ? AS plain KEY ''", (str(plain.absolute()),))
    try:
        connection.execute("SELECT sqlcipher_export('plain')").fetchall()
    finally:
        connection.execute("DETACH DATABASE plain")
