"""What the vault itself keeps in the database: the newest header epoch it has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.vault.migrations import Migrations
from core.vault.transaction import Transaction

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

MIGRATIONS = Migrations("vault")


@MIGRATIONS()
def header_epoch(tx: Transaction) -> None:
    tx.execute("CREATE TABLE vault(only INTEGER PRIMARY KEY CHECK (only = 1), header_epoch INTEGER NOT NULL)")
    tx.execute("INSERT INTO vault VALUES (1, 1)")


def stored_epoch(connection: Connection) -> int:
    """The newest header this database was ever opened with."""
    row = connection.execute("SELECT header_epoch FROM vault").fetchone()
    return 0 if row is None else int(row[0])


def note_epoch(connection: Connection, epoch: int) -> None:
    """From now on an older header is refused."""
    connection.execute("UPDATE vault SET header_epoch = ?", (epoch,))
