"""The transaction a store is handed, over one connection."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from core.errors import BanyanError
from core.vault.transaction import Parameters, Row

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection, Cursor


class Savepoint:
    """Implements ``Transaction``; refuses to be used after the store's function has returned."""

    __slots__ = ("_connection", "_now")

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection: Connection | None = connection
        self._now = now

    @property
    def now(self) -> datetime:
        return self._now

    def execute(self, sql: str, parameters: Parameters = ()) -> int:
        return self._open().execute(sql, parameters).rowcount

    def execute_many(self, sql: str, rows: Iterable[Parameters]) -> None:
        self._open().executemany(sql, rows)

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        cursor = self._open().execute(sql, parameters)
        names = _names(cursor)
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def one(self, sql: str, parameters: Parameters = ()) -> Row | None:
        cursor = self._open().execute(sql, parameters)
        row = cursor.fetchone()
        return None if row is None else dict(zip(_names(cursor), row, strict=True))

    def finish(self) -> None:
        """From here on every use is a bug and says so."""
        self._connection = None

    def _open(self) -> Connection:
        if self._connection is None:
            raise BanyanError("a transaction was used after its function returned")
        return self._connection


def _names(cursor: Cursor) -> list[str]:
    return [column[0] for column in cursor.description or ()]
