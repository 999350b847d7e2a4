"""One database file in use: its writer, its readers and the search reader with the large cache."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.clock import Clock
from core.errors import Corrupt, UserFacing
from core.secret import Secret
from core.vault.connection import BUSY_SECONDS, CACHE_KIB, SEARCH_CACHE_KIB, connect
from core.vault.pages import Pages
from core.vault.readers import Readers
from core.vault.transaction import T, Transaction
from core.vault.writer import Writer

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

_READERS = 2


class SqliteFile:
    """Implements ``Database`` on an open writing connection, which it owns from then on."""

    def __init__(self, writing: Connection, path: Path, key: Secret | None, clock: Clock) -> None:
        def reader(cache_kib: int) -> Callable[[], Connection]:
            return lambda: connect(path, key, read_only=True, cache_kib=cache_kib)

        self._path, self._key = path, key
        self._writer = Writer(writing, clock)
        self._readers = Readers(reader(CACHE_KIB), clock, _READERS)
        self._searchers = Readers(reader(SEARCH_CACHE_KIB), clock, 1)

    async def write(self, job: Callable[[Transaction], T]) -> T:
        """See ``Database.write``."""
        return await self._writer.write(job)

    async def read(self, job: Callable[[Transaction], T], *, search: bool = False) -> T:
        """See ``Database.read``. search: use the one connection whose cache holds an index."""
        readers = self._searchers if search else self._readers
        return await readers.read(job)

    async def erase(self, job: Callable[[Transaction], T]) -> T:
        """See ``Database.erase``. This file alone has no ballast: the same as :meth:`write`."""
        return await self._writer.write(job)

    async def maintain(self, job: Callable[[Connection], T]) -> T:
        """Run ``job`` on the writing connection, between two groups and outside of any transaction."""
        return await self._writer.maintain(job)

    async def sweep(self) -> bool:
        """Empty the write-ahead log into the file, so that what was deleted is gone from both.

        False when another connection was still reading: call again later.
        """
        return await self._writer.maintain(_truncate_log)

    async def rewrite(self, most: int | None) -> bool:
        """Write every page anew, so that none keeps a copy of a row that was moved off it: between two pages
        SQLite leaves such copies in the unused middle, and blanks only the one it deletes.

        most: bytes up to which the file is rewritten; None: whatever its size. False: it was not.
        """

        from core.vault.failures import Error

        def job(connection: Connection) -> bool:
            if most is not None and self._path.stat().st_size > most:
                return False
            if connection.execute("PRAGMA secure_delete").fetchone() != (1,):
                return False
            try:
                connection.execute("VACUUM")
            except Error:
                return False  # a full disk, or somebody who writes: a later sweep does it
            return True

        return await self._writer.maintain(job)

    async def free_pages_with_content(self) -> int:
        """How many pages that deleting gave back are not blank. Only right after :meth:`sweep`.

        A page that another program is just writing counts as one: ask again.
        """

        def count(_connection: Connection) -> int:
            try:
                return sum(any(page) for page in Pages(self._path, self._key).free())
            except Corrupt:
                return 1

        return await self._writer.maintain(count)

    async def close(self) -> None:
        """Finish what was asked, close every connection; the last one empties the write-ahead log."""
        await asyncio.to_thread(self.close_now)

    def close_now(self, instead: UserFacing | None = None) -> None:
        """The same, blocking, for callers without a loop.

        instead: what everybody is told who asked and was not served yet; None serves them first.
        """
        if instead is not None:
            for part in (self._writer, self._readers, self._searchers):
                part.turn_away(instead)
        self._readers.close()
        self._searchers.close()
        self._writer.close()


def _truncate_log(connection: Connection) -> bool:
    # Nobody who wants to write waits behind a reader; whoever asked may ask again.
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        row = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
    return row is not None and row[0] == 0
