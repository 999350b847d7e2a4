"""The same schema in an unkeyed file: evidence that deleting works, for the demo and for tests.

Never for a household's data. Everything in such a file can be read by anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.clock import Clock
from core.secret import Secret
from core.vault.connection import connect
from core.vault.files import create_private_file
from core.vault.keys import KEY_BYTES
from core.vault.migrations import Migrations, apply
from core.vault.receipts import ReceiptBook
from core.vault.schema import MIGRATIONS
from core.vault.sqlite_file import SqliteFile


class Twin(SqliteFile):
    """An unkeyed file as a whole ``Database``. Its marks of deletion are as public as everything in it."""

    receipts = ReceiptBook(Secret(bytes(KEY_BYTES)))


def open_plain(
    path: Path, migrations: Sequence[Migrations], clock: Clock, *, secure_delete: bool = True
) -> Twin:
    """A new unencrypted database at ``path``; with ``secure_delete`` off it is the control that leaks."""
    create_private_file(path)
    connection = connect(path, None, secure_delete=secure_delete)
    apply(connection, [MIGRATIONS, *migrations], clock.now())
    return Twin(connection, path, None, clock)
