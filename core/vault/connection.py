"""Opening one connection to the database file, with everything data.md asks of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import BanyanError, Corrupt
from core.secret import Secret
from core.vault.transaction import T

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

PLAIN_MAGIC = b"SQLite format 3\x00"

CACHE_KIB = 4 * 1024
SEARCH_CACHE_KIB = 64 * 1024

BUSY_SECONDS = 5.0


def connect(
    path: Path,
    key: Secret | None,
    *,
    read_only: bool = False,
    cache_kib: int = CACHE_KIB,
    secure_delete: bool = True,
    cut_off: bool = False,
) -> Connection:
    """An open connection in autocommit mode, usable from any thread but by one at a time.

    cut_off: read a file whose end is missing as far as it goes; SQLite refuses it otherwise.
    key: 32 raw bytes; None opens an unkeyed file (twin.py alone does that). Raises the errors of
    failures.py untranslated, and Corrupt when a keyed file is found unencrypted.
    """
    from sqlcipher3 import dbapi2

    if key is not None:
        _refuse_plain(path)
    mode = "ro" if read_only else "rw"
    connection = dbapi2.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )
    try:
        connection.execute("PRAGMA cipher_log_level = NONE")
        if key is not None:
            # Not by PRAGMA: its text, and the key in it, would stay in the statement cache.
            connection.set_key(b"x'" + key.reveal().hex().encode() + b"'")
        if cut_off:
            connection.execute("PRAGMA writable_schema = ON")
        connection.execute(f"PRAGMA cache_size = -{cache_kib:d}")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA foreign_keys = ON")
        if read_only:
            connection.execute("PRAGMA query_only = ON")
        else:
            _prepare_writing(connection, secure_delete)
    except BaseException:
        connection.close()
        raise
    return connection


def translating(step: Callable[[], T]) -> T:
    """Run ``step``; what SQLite reports of damage and full disks is raised in a person's words."""
    from core.vault.failures import Error, translated

    try:
        return step()
    except Error as error:
        raise translated(error) from error


def _prepare_writing(connection: Connection, secure_delete: bool) -> None:
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode is None or str(mode[0]).lower() != "wal":
        raise BanyanError(f"journal mode is {mode}, not WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA secure_delete = {'ON' if secure_delete else 'OFF'}")


def _refuse_plain(path: Path) -> None:
    with path.open("rb") as file:
        if file.read(len(PLAIN_MAGIC)) == PLAIN_MAGIC:
            raise Corrupt("vault.not_encrypted", file=path.name)
