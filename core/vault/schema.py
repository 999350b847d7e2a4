"""What the vault itself keeps in the database: the newest header it has seen, receipts, and backups made."""

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


@MIGRATIONS()
def receipts(tx: Transaction) -> None:
    """Keyed marks of what was deleted, never what it was. ``number`` is the order on this machine."""
    tx.execute("""
        CREATE TABLE receipts(
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, mark TEXT NOT NULL,
            person TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, swept TEXT
        ) STRICT""")
    tx.execute("CREATE INDEX receipts_of ON receipts(kind, mark)")
    tx.execute("CREATE INDEX receipts_from ON receipts(source) WHERE source <> ''")
    tx.execute("CREATE INDEX receipts_unswept ON receipts(number) WHERE swept IS NULL")


@MIGRATIONS()
def backups(tx: Transaction) -> None:
    tx.execute("""
        CREATE TABLE backups(
            id TEXT PRIMARY KEY, path TEXT NOT NULL, made TEXT NOT NULL, bytes INTEGER NOT NULL
        ) STRICT""")


@MIGRATIONS()
def pin(tx: Transaction) -> None:
    tx.execute("""
        CREATE TABLE pin(
            only INTEGER PRIMARY KEY CHECK (only = 1), salt BLOB NOT NULL, hash BLOB NOT NULL,
            tries INTEGER NOT NULL, tried TEXT NOT NULL
        ) STRICT""")


def stored_epoch(connection: Connection) -> int:
    """The newest header this database was ever opened with."""
    row = connection.execute("SELECT header_epoch FROM vault").fetchone()
    return 0 if row is None else int(row[0])


def note_epoch(connection: Connection, epoch: int) -> None:
    """From now on an older header is refused."""
    connection.execute("UPDATE vault SET header_epoch = ?", (epoch,))
