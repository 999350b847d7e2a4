"""Reading what can be read of a damaged table: up to the damage, and on behind it.

A page that fails takes its connection with it (SQLCipher refuses everything afterwards), so every
failure costs a new one. Behind a damaged place the next readable row is looked for by doubling steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

_BATCH = 200
_FURTHEST = 1 << 40
_PREFIXES = tuple(f"{byte:02x}" for byte in range(256))  # where random ids begin

Values = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """keys: the columns that order it (``rowid`` alone when it has one)."""

    name: str
    columns: tuple[str, ...]
    keys: tuple[str, ...]


class Salvage:
    """Reads one table of a damaged file. gaps: how many damaged stretches were stepped over."""

    def __init__(self, connect: Callable[[], Connection], table: Table) -> None:
        self._connect = connect
        self._connection: Connection | None = None
        self._table = table
        self.gaps = 0

    def expected(self) -> int | None:
        """How many rows there were, when an index or the table still tells."""
        found = self._asked(f"SELECT count(*) FROM {_quoted(self._table.name)}", ())  # noqa: S608
        return int(found[0][0]) if found else None

    def rows(self) -> Iterator[Values]:
        """Every row that can still be read, in key order, without the keys in front."""
        width = len(self._table.keys)
        after: Values | None = None
        while True:
            batch, whole = self._batch(after)
            for row in batch:
                yield row[width:]
            if batch:
                after = batch[-1][:width]
            if whole and len(batch) < _BATCH:
                break
            if not whole:
                self.gaps += 1
                start = self._behind(after)
                if start is None:
                    break
                yield start[width:]
                after = start[:width]
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _batch(self, after: Values | None) -> tuple[list[Values], bool]:
        """Rows behind ``after``, and whether none failed among them."""
        sql, values = self._select(after, ">")
        return self._fetched(f"{sql} LIMIT {_BATCH}", values)

    def _behind(self, after: Values | None) -> Values | None:
        """The first readable row behind a damaged place, as near to it as doubling and halving finds."""
        last = after[-1] if after is not None else 0
        if isinstance(last, int):
            head = after[:-1] if after is not None else ()
            if len(head) == len(self._table.keys) - 1 and (found := self._gallop(head, last)) is not None:
                return found
        if after is not None and isinstance(after[0], str):
            return self._at_prefix(after[0])
        return self._at_prefix("") if after is None and len(self._table.keys) > 1 else None

    def _gallop(self, head: Values, last: int) -> Values | None:
        step, found = 1, None
        while step <= _FURTHEST:
            found = self._first((*head, last + step), same=head)
            if found is not None:
                break
            step *= 2
        if found is None:
            return None
        near, far = last + step // 2, last + step
        while far - near > 1:
            middle = (near + far) // 2
            closer = self._first((*head, middle), same=head)
            if closer is None:
                near = middle
            else:
                far, found = middle, closer
        return found

    def _at_prefix(self, passed: str) -> Values | None:
        for prefix in _PREFIXES:
            if prefix > passed:
                found = self._first((prefix,), same=())
                if found is not None:
                    return found
        return None

    def _first(self, key: Values, same: Values) -> Values | None:
        sql, values = self._select(key, ">=")
        rows = self._asked(f"{sql} LIMIT 1", values)
        return rows[0] if rows and rows[0][: len(same)] == same else None

    def _select(self, key: Values | None, relation: str) -> tuple[str, Values]:
        keys = self._table.keys
        order = ", ".join(map(_quoted, keys))
        wanted = ", ".join(map(_quoted, (*keys, *self._table.columns)))
        sql = f"SELECT {wanted} FROM {_quoted(self._table.name)}"  # noqa: S608 - names of our own schema
        if key is None:
            return f"{sql} ORDER BY {order}", ()
        compared = ", ".join(map(_quoted, keys[: len(key)]))
        marks = ", ".join("?" * len(key))
        return f"{sql} WHERE ({compared}) {relation} ({marks}) ORDER BY {order}", key

    def _asked(self, sql: str, values: Values) -> list[Values] | None:
        rows, whole = self._fetched(sql, values)
        return rows if whole else None

    def _fetched(self, sql: str, values: Values) -> tuple[list[Values], bool]:
        from core.vault.failures import Error

        rows: list[Values] = []
        try:
            if self._connection is None:
                self._connection = self._connect()
            cursor = self._connection.execute(sql, values)
            while (row := cursor.fetchone()) is not None:
                rows.append(row)
        except Error:
            self.close()
            return rows, False
        return rows, True


def tables(connection: Connection) -> Sequence[Table]:
    """The tables with rows of their own, of a healthy database; those behind FTS5 indexes among them."""
    found = []
    listed = connection.execute("PRAGMA table_list").fetchall()
    for schema, name, kind, _columns, without_rowid, _strict in listed:
        if schema != "main" or kind not in ("table", "shadow") or str(name).startswith("sqlite_"):
            continue
        info = connection.execute(f"PRAGMA table_info({_quoted(str(name))})").fetchall()
        columns = tuple(str(row[1]) for row in info)
        keyed = sorted((int(row[5]), str(row[1])) for row in info if row[5])
        keys = tuple(column for _, column in keyed) if without_rowid else ("rowid",)
        found.append(Table(str(name), columns, keys))
    return found


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
