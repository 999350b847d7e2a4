"""The database thread: one writer, one savepoint a job, one durable commit a group."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.clock import Clock
from core.errors import Unavailable, UserFacing
from core.vault.savepoint import Savepoint
from core.vault.transaction import T, Transaction

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

_LARGEST_GROUP = 256


@dataclass(slots=True, eq=False)
class _Waiting:
    """A job and who awaits it. outcome or error is set by the database thread.

    alone: the job is handed the connection itself, outside of any transaction.
    """

    job: Callable[[Any], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    outcome: Any = None
    error: BaseException | None = None
    alone: bool = False

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
        self._instead: UserFacing | None = None
        self._thread = threading.Thread(target=self._run, name="banyan-database", daemon=True)
        self._thread.start()

    async def write(self, job: Callable[[Transaction], T]) -> T:
        """See ``Database.write``."""
        return await self._ask(job, alone=False)

    async def maintain(self, job: Callable[[Connection], T]) -> T:
        """Run ``job`` between two groups, on the connection itself and outside of a transaction."""
        return await self._ask(job, alone=True)

    def turn_away(self, instead: UserFacing) -> None:
        """From now on every job that has not begun gets this error in place of its result."""
        self._instead = instead

    def close(self) -> None:
        """Blocks until the last commit is on the disk. Safe to call twice."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    async def _ask(self, job: Callable[[Any], T], *, alone: bool) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._closing:
            if self._closed:
                raise Unavailable("vault.closed")
            self._waiting.put(_Waiting(job, loop, future, alone=alone))
        return await future

    def _run(self) -> None:
        while (asked := self._waiting.get()) is not None:
            group, closing = [asked], False
            while len(group) < _LARGEST_GROUP and not self._waiting.empty():
                another = self._waiting.get()
                if another is None:
                    closing = True
                    break
                group.append(another)
            for alone, part in itertools.groupby(group, key=lambda waiting: waiting.alone):
                self._serve(list(part), alone)
            if closing:
                break
        self._connection.close()

    def _serve(self, part: list[_Waiting], alone: bool) -> None:
        if self._instead is not None:
            from core.vault.failures import again

            for waiting in part:
                waiting.error = again(self._instead)
            _hand_back(part)
            return
        if not alone:
            self._commit(part)
            _hand_back(part)
            return
        for waiting in part:
            try:
                waiting.outcome = waiting.job(self._connection)
            except BaseException as error:  # noqa: BLE001 - a job's error belongs to its caller
                waiting.error = _meaning(error)
        _hand_back(part)

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
            self._give_up()

    def _give_up(self) -> None:
        from core.vault.failures import Error

        # When even this fails the connection is lost, and every later group is told so at BEGIN.
        with contextlib.suppress(Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

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
    """Wake the callers, with one call for each loop they wait on."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Waiting]] = {}
    for waiting in group:
        by_loop.setdefault(waiting.loop, []).append(waiting)
    for loop, together in by_loop.items():
        # A closed loop has nobody left who could be told.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, together)


def _settle(together: list[_Waiting]) -> None:
    for waiting in together:
        waiting.settle()
