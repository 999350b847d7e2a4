"""The only crossing: the core lives on a thread with a loop of its own, and Qt awaits it.

From Qt: ``await bridge.call(lambda: household.memory.all(person, role))``. From the core:
``bridge.tell(event)``, which arrives as the signal ``happened`` on Qt's thread. Nothing here waits on Qt's
thread for the core's.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, InvalidStateError
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from core.errors import BanyanError

T = TypeVar("T")


class CoreGone(BanyanError):
    """The core's thread is not there: it ended, or it died; then the cause is chained."""


class Bridge(QObject):
    """Starts the core's thread, carries calls and events, and says when it died.

    happened: an event of the core. died: the exception that ended its thread; no call is answered any more.
    Make it, and use everything but :meth:`tell`, on Qt's thread.
    """

    happened = Signal(object)
    died = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._core: asyncio.AbstractEventLoop | None = None
        self._face: asyncio.AbstractEventLoop | None = None
        self._end: asyncio.Future[None] | None = None
        self._started: Future[None] = Future()
        self._ended: Future[BaseException | None] = Future()
        self._lock = threading.Lock()
        self._open: set[Future[Any]] = set()
        self._cause: BaseException | None = None
        self._gone = False
        self._thread: threading.Thread | None = None

    async def start(self) -> None:
        """Begin; returns when the core's loop runs. Call it within Qt's loop, once."""
        self._face = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._live, name="banyan-core", daemon=True)
        self._thread.start()
        await asyncio.wrap_future(self._started)

    async def call(self, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Make a coroutine on the core's thread, and await its answer here.

        What it raises is raised here; cancelling here cancels there. Raises CoreGone when the core is not
        there, or dies before it answered.
        """
        promise: Future[T] = Future()
        with self._lock:
            if self._gone or self._core is None:
                raise CoreGone from self._cause
            self._open.add(promise)
            self._core.call_soon_threadsafe(self._begin, make, promise)
        try:
            return await asyncio.wrap_future(promise)
        finally:
            with self._lock:
                self._open.discard(promise)

    def tell(self, event: object) -> None:
        """Hand an event over to Qt's thread; from any thread, at once. After the end it goes nowhere."""
        if self._face is not None and not self._face.is_closed():
            self._face.call_soon_threadsafe(self.happened.emit, event)

    async def close(self) -> None:
        """End the core's loop and wait until its thread has ended; what still runs there is cancelled."""
        if self._core is None:
            return
        with self._lock:
            if not self._gone:
                self._core.call_soon_threadsafe(self._finish, None)
        await asyncio.wrap_future(self._ended)
        if self._thread is not None:
            self._thread.join()  # it has said its last word: microseconds

    def _live(self) -> None:
        """The thread's whole life."""
        cause: BaseException | None = None
        try:
            asyncio.run(self._until_stopped())
        except BaseException as error:  # noqa: BLE001 - whatever kills the core, the face must hear of it
            cause = error
        with self._lock:
            self._gone, self._cause = True, cause
            left, self._open = self._open, set()
        for promise in left:
            gone = CoreGone()
            gone.__cause__ = cause
            _settle(promise, error=gone)
        if not self._started.done():
            self._started.set_exception(cause or CoreGone())
        if cause is not None and self._face is not None and not self._face.is_closed():
            self._face.call_soon_threadsafe(self.died.emit, cause)
        self._ended.set_result(cause)

    async def _until_stopped(self) -> None:
        self._core = asyncio.get_running_loop()
        self._end = self._core.create_future()
        self._started.set_result(None)
        await self._end

    def _finish(self, cause: BaseException | None) -> None:
        """On the core's thread: the end of its loop; an orderly one without a cause."""
        if self._end is None or self._end.done():
            return
        if cause is None:
            self._end.set_result(None)
        else:
            self._end.set_exception(cause)

    def _begin(self, make: Callable[[], Coroutine[Any, Any, T]], promise: Future[T]) -> None:
        """On the core's thread. The task is held by the callback of its promise."""
        core = asyncio.get_running_loop()
        task = core.create_task(_answer(make, promise, self._finish))
        promise.add_done_callback(
            lambda one: (
                core.call_soon_threadsafe(task.cancel) if one.cancelled() and not core.is_closed() else None
            )
        )


async def _answer(
    make: Callable[[], Coroutine[Any, Any, T]],
    promise: Future[T],
    finish: Callable[[BaseException], None],
) -> None:
    """What would end the interpreter (SystemExit) ends the core, and its thread settles the promise."""
    try:
        result = await make()
    except asyncio.CancelledError:
        # Cancelled by who asked: the promise is so already. By the core's end: its thread settles it.
        raise
    except Exception as error:  # noqa: BLE001 - it belongs to whoever asked
        _settle(promise, error=error)
    except BaseException as error:  # noqa: BLE001 - it ends the core; raised on, asyncio would end more
        finish(error)
    else:
        _settle(promise, result=result)


def _settle(promise: Future[Any], *, result: object = None, error: BaseException | None = None) -> None:
    """Answer, unless who asked has gone meanwhile."""
    try:
        if error is None:
            promise.set_result(result)
        else:
            promise.set_exception(error)
    except InvalidStateError:
        return
