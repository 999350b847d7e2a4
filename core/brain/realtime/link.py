"""One WebSocket to a Realtime server: sends in order, reads until it ends. The only part that waits on it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from core.brain.realtime.client_events import ClientEvent, encode
from core.brain.realtime.server_events import Garbage, ServerEvent, parse
from core.secret import Secret

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

MAX_EVENT = 4_000_000
"""Bytes of one server event; 15 MiB are allowed to us, and no delta comes near this."""
_WAITING = 8
"""Server events read ahead; with more, the server is made to wait."""
_CLOSING = 2.0

_log = logging.getLogger(__name__)
_BY_STATUS = {401: "brain.key_refused", 403: "brain.key_refused", 404: "brain.model_not_found",
              408: "brain.server_slow", 429: "brain.server_busy", 503: "brain.server_busy"}  # fmt: skip


class NotOpened(Exception):
    """message_id: why, in the words of chat servers. status: the server's, where it answered with one."""

    def __init__(self, message_id: str, **values: object) -> None:
        super().__init__(message_id)
        self.message_id = message_id
        self.values = values


class Link:
    """Owns a connection and its two tasks. Made by :meth:`open`; ``aclose`` it.

    on_event: called on the core loop with each event; Garbage for one that was none. on_lost: called
    once when the connection is over, unless it was closed here.
    """

    def __init__(
        self,
        connection: ClientConnection,
        on_event: Callable[[ServerEvent | Garbage], None],
        on_lost: Callable[[], None],
    ) -> None:
        self._connection = connection
        self._on_event = on_event
        self._on_lost = on_lost
        self._outgoing: asyncio.Queue[ClientEvent] = asyncio.Queue()
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]

    @classmethod
    async def open(
        cls,
        address: str,
        headers: dict[str, Secret | str],
        patience: float,
        on_event: Callable[[ServerEvent | Garbage], None],
        on_lost: Callable[[], None],
    ) -> Link:
        """Raises NotOpened: brain.server_down, server_slow, server_busy, server_failed, key_refused,
        model_not_found, request_refused, garbage_answer. Redirects are not followed, proxies and other
        settings of the environment are not used."""
        from websockets.exceptions import InvalidStatus, WebSocketException

        revealed = [(name, _revealed(value)) for name, value in headers.items()]
        try:
            connection = await _straight_connect()(
                address,
                additional_headers=revealed,
                open_timeout=patience,
                close_timeout=_CLOSING,
                max_size=MAX_EVENT,
                max_queue=_WAITING,
                compression=None,
                proxy=None,
                logger=_QUIET,
            )
        except InvalidStatus as error:
            status = error.response.status_code
            fallback = "brain.server_failed" if status >= 500 else "brain.request_refused"
            raise NotOpened(_BY_STATUS.get(status, fallback), status=status) from None
        except TimeoutError:
            raise NotOpened("brain.server_slow") from None
        except OSError:
            raise NotOpened("brain.server_down") from None
        except (WebSocketException, EOFError):
            raise NotOpened("brain.garbage_answer") from None
        return cls(connection, on_event, on_lost)

    def send(self, event: ClientEvent) -> None:
        """In its turn; lost without a word when the connection is."""
        self._outgoing.put_nowait(event)

    async def aclose(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._connection.close()

    async def _read(self) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            while True:
                message = await self._connection.recv()
                try:
                    event = parse(message)
                except Garbage as garbage:
                    _log.warning("realtime: an event that is none: %s", garbage)
                    self._on_event(garbage)
                else:
                    if event is not None:
                        self._on_event(event)
        except ConnectionClosed:
            self._on_lost()

    async def _write(self) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            while True:
                await self._connection.send(encode(await self._outgoing.get()))
        except ConnectionClosed:
            return  # the reader says so


def _revealed(value: Secret | str) -> str:
    return value.reveal().decode() if isinstance(value, Secret) else value


def _straight_connect() -> Any:  # noqa: ANN401 - a class of the library, imported late
    """``connect`` that takes a redirect for a refusal: the key goes to nobody but the address given."""
    from websockets.asyncio.client import connect

    class Straight(connect):
        def process_redirect(self, exc: Exception) -> Exception | str:
            return exc

    return Straight


_QUIET = logging.getLogger(f"{__name__}.websockets")
_QUIET.setLevel(logging.CRITICAL)  # at DEBUG the library writes what is sent and received
