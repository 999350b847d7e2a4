"""The database thread: one writer, one savepoint a job, one durable commit a group."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.clock import Clock
from core.errors import Unavailable
from core.vault.savepoint import Savepoint
from core.vault.transaction import T, Transaction

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

_LARGEST_GROUP = 256


@dataclass(slots=True, eq=False)
class _Waiting:
    """A job and who awaits it. outcome or error is set by the database thread."""

    job: Callable[[Transaction], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    outcome: Any = None
    error: BaseException | None = None

    def settle(self) -> None:
        """On the caller's loop. A caller that was cancelled is not waiting any more."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.outcome)
        elif isinstance(self.error, StopIteration):
            self.future.set_exception(RuntimeError("a job raised StopIteration"))
        else:
            self.future.set_exception(self.error)


class Writer:
    """Owns the writing connection and its thread; :meth:`close` finishes what was asked before it."""

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="banyan-database", daemon=True)
        self._thread.start()

    async def write(self, job: Callable[[Transaction], T]) -> T:
        """See ``Database.write``."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._closing:
            if self._closed:
                raise Unavailable("vault.closed")
            self._waiting.put(_Waiting(job, loop, future))
        return await future

    def close(self) -> None:
        """Blocks until the last commit is on the disk. Safe to call twice."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            group: list[_Waiting] = []
            first = self._waiting.get()
            if first is None:
                break
            group.append(first)
            while len(group) < _LARGEST_GROUP and not self._waiting.empty():
                another = self._waiting.get()
                if another is None:
                    going = False
                    break
                group.append(another)
            self._commit(group)
            _hand_back(group)
        self._connection.close()

    def _commit(self, group: list[_Waiting]) -> None:
        """Run and commit the group. When the group's transaction is lost, every job in it failed."""
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for waiting in group:
                self._run_in_savepoint(waiting)
            connection.execute("COMMIT")
        except BaseException as error:  # noqa: BLE001 - every error belongs to those who wait
            lost = _meaning(error)
            for waiting in group:
                waiting.error = waiting.error or lost
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _run_in_savepoint(self, waiting: _Waiting) -> None:
        """Raises only when the whole transaction is gone, as after a full disk."""
        connection = self._connection
        connection.execute("SAVEPOINT job")
        savepoint = Savepoint(connection, self._clock.now())
        try:
            waiting.outcome = waiting.job(savepoint)
        except BaseException as error:  # a job's error belongs to its caller
            waiting.error = _meaning(error)
            if not connection.in_transaction:
                raise
            connection.execute("ROLLBACK TO job")
        finally:
            savepoint.finish()
        connection.execute("RELEASE job")


def _meaning(error: BaseException) -> BaseException:
    from core.vault.failures import translated

    return translated(error)


def _hand_back(group: list[_Waiting]) -> None:
    """Wake the callers, each on its own loop."""
    for waiting in group:
        # A closed loop has nobody left who could be told.
        with contextlib.suppress(RuntimeError):
            waiting.loop.call_soon_threadsafe(waiting.settle)
