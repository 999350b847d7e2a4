"""Stores on an unkeyed file of their own: their tests need the real schema, not the vault around it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.secret import Secret
from core.vault.connection import connect
from core.vault.files import create_private_file
from core.vault.keys import KEY_BYTES
from core.vault.migrations import Migrations, apply
from core.vault.receipts import ReceiptBook
from core.vault.savepoint import Savepoint
from core.vault.schema import MIGRATIONS as OF_THE_VAULT
from core.vault.scope import Scope

START = datetime(2026, 1, 5, 1, 0, tzinfo=UTC)
BOOK = ReceiptBook(Secret(bytes(KEY_BYTES)))
ELDER = Scope(actor="elder", person="elder", role="companion")


class PlainFile:
    """One connection; ``tx`` is a transaction whose time is ``now``."""

    def __init__(self, path: Path, *sets: Migrations, secure_delete: bool = True) -> None:
        create_private_file(path)
        self.path = path
        self._connection = connect(path, None, secure_delete=secure_delete)
        apply(self._connection, [OF_THE_VAULT, *sets], START)
        self.tx = Savepoint(self._connection, START)

    def migrate(self, *sets: Migrations) -> None:
        """Take the steps that a newer build knows."""
        self.tx.finish()
        apply(self._connection, [OF_THE_VAULT, *sets], self.tx.now)
        self.tx = Savepoint(self._connection, self.tx.now)

    def later(self, **delta: float) -> Savepoint:
        self.tx = Savepoint(self._connection, self.tx.now + timedelta(**delta))
        return self.tx

    def bytes_on_disk(self) -> bytes:
        """The file after its write-ahead log was emptied into it, and whatever is left of the log."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        beside = [p for p in self.path.parent.iterdir() if p.name.startswith(self.path.name)]
        return b"".join(p.read_bytes() for p in sorted(beside))

    def close(self) -> None:
        self._connection.close()
