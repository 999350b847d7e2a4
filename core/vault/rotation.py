"""Key rotation: everything written again under a new root, so that no old key or header opens it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import Corrupt
from core.secret import Secret
from core.vault import generations, integrity, receipts_key
from core.vault.connection import connect, translating
from core.vault.header import Header
from core.vault.keys import new_root, subkey
from core.vault.savepoint import Savepoint
from core.vault.slots import KeySlot

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

# Left by the last change of shape, and under the old key.
_OLD_COPIES = ("vault.db.before-migration",)


def rotate(
    folder: Path, header: Header, root: Secret, slots: Sequence[KeySlot], now: datetime
) -> tuple[Header, Secret]:
    """The new header and root, once the new file serves. Nobody else may have the household open."""
    fresh = new_root()
    records = tuple(slot.wrap(fresh, header.vault, now) for slot in slots)
    made = generations.begin(folder)
    after = receipts_key.sealed(
        Header(
            vault=header.vault,
            epoch=header.epoch + 1,
            slots=records,
            database=generations.named(made),
        ),
        fresh,
        receipts_key.unsealed(header, root),
    )
    before = folder / header.database
    copy_under(before, subkey(root, "database"), made, subkey(fresh, "database"), now)
    for name in _OLD_COPIES:
        (folder / name).unlink(missing_ok=True)
    generations.install(made, after, fresh, before)
    return after, fresh


def copy_under(source: Path, key: Secret, target: Path, new_key: Secret, now: datetime) -> None:
    """Everything of ``source`` in the empty file ``target`` under another key, read back and compared.

    Rows keep their row ids, also of tables that declare none. Raises Corrupt when either is damaged.
    """
    reading = translating(lambda: connect(source, key, read_only=False))
    try:
        # First, because the export itself tells damage from any other mistake by its text alone.
        whole = Savepoint(reading, now)
        translating(lambda: integrity.check(whole))
        wanted = translating(lambda: _contents(reading))
        translating(lambda: _export(reading, target, new_key))
    finally:
        reading.close()
    copied = translating(lambda: connect(target, new_key, read_only=True))
    try:
        if translating(lambda: _contents(copied)) != wanted:
            raise Corrupt("vault.damaged")
        checked = Savepoint(copied, now)
        translating(lambda: integrity.check(checked))
    finally:
        copied.close()


def _export(connection: Connection, target: Path, key: Secret) -> None:
    """SQLCipher's own way of writing a database under another key; the key travels as a parameter."""
    text = "x'" + key.reveal().hex() + "'"
    connection.execute("ATTACH DATABASE ? AS target KEY ?", (str(target.absolute()), text))
    try:
        # A commit for every table. Nothing names this file before it is flushed as a whole.
        connection.execute("PRAGMA target.synchronous = OFF")
        connection.execute("SELECT sqlcipher_export('target')").fetchall()
    finally:
        connection.execute("DETACH DATABASE target")


def _contents(connection: Connection) -> dict[str, int]:
    """Rows by table. Virtual tables count by the tables behind them."""
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ).fetchall()
    counts = {}
    for (name,) in tables:
        quoted = '"' + str(name).replace('"', '""') + '"'
        row = connection.execute(f"SELECT count(*) FROM {quoted}").fetchone()  # noqa: S608 - a name of ours
        counts[str(name)] = int(row[0]) if row else 0
    return counts
