"""A small pool of read-only connections; every job sees one consistent moment."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from core.clock import Clock
from core.errors import Unavailable, UserFacing
from core.vault.savepoint import Savepoint
from core.vault.transaction import T, Transaction

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection


class Readers:
    """Owns ``count`` connections at most, each made by ``connect`` when first needed."""

    def __init__(self, connect: Callable[[], Connection], clock: Clock, count: int) -> None:
        self._connect = connect
        self._clock = clock
        self._idle: queue.SimpleQueue[Connection] = queue.SimpleQueue()
        self._executor = ThreadPoolExecutor(count, thread_name_prefix="banyan-reader")
        self._closing = threading.Lock()
        self._closed = False
        self._instead: UserFacing | None = None

    async def read(self, job: Callable[[Transaction], T]) -> T:
        """See ``Database.read``."""
        with self._closing:
            if self._closed:
                raise Unavailable("vault.closed")
            reading = self._executor.submit(self._run, job)
        return await asyncio.wrap_future(reading)

    def turn_away(self, instead: UserFacing) -> None:
        """From now on every job that has not begun gets this error in place of its result."""
        self._instead = instead

    def close(self) -> None:
        """Blocks until running jobs have returned. Safe to call twice."""
        with self._closing:
            self._closed = True
        self._executor.shutdown(wait=True)
        while not self._idle.empty():
            self._idle.get().close()

    def _run(self, job: Callable[[Transaction], T]) -> T:
        from core.vault.failures import Error, again, translated

        if self._instead is not None:
            raise again(self._instead)
        try:
            return self._on_a_connection(job)
        except Error as error:
            raise translated(error) from error

    def _on_a_connection(self, job: Callable[[Transaction], T]) -> T:
        connection = self._take()
        try:
            result = self._at_one_moment(connection, job)
        except BaseException:
            # Not used again: after damage SQLCipher refuses everything on a connection.
            connection.close()
            raise
        self._idle.put(connection)
        return result

    def _at_one_moment(self, connection: Connection, job: Callable[[Transaction], T]) -> T:
        connection.execute("BEGIN")
        savepoint = Savepoint(connection, self._clock.now())
        try:
            result = job(savepoint)
        finally:
            savepoint.finish()
        connection.execute("ROLLBACK")
        return result

    def _take(self) -> Connection:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return self._connect()
