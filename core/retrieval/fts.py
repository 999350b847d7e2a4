"""One full-text channel of a store: an FTS5 table that keeps no text and really forgets.

The table is contentless (``content=''``) with FTS5's ``secure-delete`` on, and rows leave it by the
explicit ``delete`` command with exactly the tokens that were put in; ``contentless_delete`` would
leave their bigrams in the file. The caller therefore keeps the token string beside its row: deleting
with other tokens leaves the row findable without an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol


class Schema(Protocol):
    """What a migration is handed: something that runs statements."""

    def execute(self, sql: str, /) -> object: ...


class Statements(Protocol):
    """As much of a store's transaction as a channel needs."""

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None: ...

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Mapping[str, Any]]: ...


class FullText:
    """The channel called ``table``, a name from the code and never from outside."""

    def __init__(self, table: str) -> None:
        if not re.fullmatch(r"[a-z_]+", table):
            raise ValueError(f"not a table name: {table}")
        self.table = table
        self._insert = f"INSERT INTO {table}(rowid, tokens) VALUES (?, ?)"  # noqa: S608
        self._configure = f"INSERT INTO {table}({table}, rank) VALUES (?, ?)"  # noqa: S608
        self._delete = f"INSERT INTO {table}({table}, rowid, tokens) VALUES ('delete', ?, ?)"  # noqa: S608
        # bm25 is negative, better is lower; FTS5 sorts by its own rank without a join or a temporary table.
        self._search = f"SELECT rowid, rank FROM {table} WHERE {table} MATCH ? ORDER BY rank LIMIT ?"  # noqa: S608

    def create(self, schema: Schema) -> None:
        """Make the channel's tables; once, in a migration."""
        schema.execute(
            f"CREATE VIRTUAL TABLE {self.table} USING fts5(tokens, content='', tokenize='unicode61')"
        )
        schema.execute(f"INSERT INTO {self.table}({self.table}, rank) VALUES ('secure-delete', 1)")  # noqa: S608
        schema.execute(f"CREATE VIRTUAL TABLE {self.table}_terms USING fts5vocab({self.table}, 'row')")

    def create_places(self, schema: Schema) -> None:
        """Make what :meth:`strays` reads; once, in a migration. It stores nothing."""
        schema.execute(f"CREATE VIRTUAL TABLE {self.table}_places USING fts5vocab({self.table}, 'instance')")

    def orphans(self, tx: Statements, number: str, rows: str) -> int:
        """Rows of the index that no row of the store stands behind: none, if all is well. As quick as
        counting; names as for :meth:`strays`."""
        sql = (
            f"SELECT count(*) AS orphans FROM {self.table}_docsize"  # noqa: S608
            f" WHERE id NOT IN (SELECT {number} FROM {rows})"
        )
        return int(tx.rows(sql)[0]["orphans"])

    def strays(self, tx: Statements, number: str, rows: str) -> int:
        """Tokens that belong to no row, so that something deleted could still be found: none, if all is
        well. number, rows: the column and table (names from the code) of the store's rows. Reads the
        whole index: a third of a second for twenty thousand utterances."""
        # "+ 0" makes SQLite gather the ids once: it would else look each token up among the large rows.
        sql = (
            f"SELECT count(*) AS strays FROM {self.table}_places"  # noqa: S608
            f" WHERE doc NOT IN (SELECT {number} + 0 FROM {rows})"
        )
        return int(tx.rows(sql)[0]["strays"])

    def insert(self, tx: Statements, rows: Iterable[tuple[int, str]]) -> None:
        """Add rows of (row id, tokens joined by spaces)."""
        tx.execute_many(self._insert, rows)

    def delete(self, tx: Statements, rows: Iterable[tuple[int, str]]) -> None:
        """Take out rows by exactly what was inserted."""
        tx.execute_many(self._delete, rows)

    @contextmanager
    def in_bulk(self, tx: Statements) -> Iterator[None]:
        """Inside, rows are taken out quickly; leaving writes the whole index anew without them.

        ``secure-delete`` looks every token of every row up in its list, which takes 2,000 utterances
        seconds; without it a delete only leaves a marker, and merging all segments into one drops
        marker and entry together. Costs what the index is large, so it is for many rows of it. When
        the body raises, the caller must roll back.
        """
        tx.execute_many(self._configure, [("secure-delete", 0)])
        try:
            yield
            tx.execute_many(f"INSERT INTO {self.table}({self.table}) VALUES (?)", [("optimize",)])  # noqa: S608
        finally:
            tx.execute_many(self._configure, [("secure-delete", 1)])

    def search(self, tx: Statements, match: str, limit: int) -> list[tuple[int, float]]:
        """(row id, bm25: lower is better) for an FTS5 query, best first; nothing for an empty one."""
        if not match:
            return []
        return [(row["rowid"], row["rank"]) for row in tx.rows(self._search, (match, limit))]

    def matching(self, tx: Statements, match: str) -> list[int]:
        """Every row id for an FTS5 query, in no order of worth; nothing for an empty one."""
        sql = f"SELECT rowid FROM {self.table} WHERE {self.table} MATCH ?"  # noqa: S608
        return [row["rowid"] for row in tx.rows(sql, (match,))] if match else []

    def counts(self, tx: Statements, words: Iterable[str]) -> dict[str, int]:
        """In how many rows each of the tokens occurs; tokens in none are left out."""
        asked = sorted(set(words))
        marks = ",".join("?" * len(asked))
        sql = f"SELECT term, doc FROM {self.table}_terms WHERE term IN ({marks})"  # noqa: S608
        return {row["term"]: row["doc"] for row in tx.rows(sql, asked)} if asked else {}
