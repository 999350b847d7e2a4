"""One exchange with a Wyoming service: a connection, events both ways, and what can go wrong with it.

The protocol (github.com/OHF-Voice/wyoming) is lines of JSON with binary payloads over plain TCP, without a
key or a cipher: services of this machine, or of the home network when that is allowed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, cast

from core.address import address
from core.errors import Unavailable
from core.speech.addresses import REFUSALS
from core.speech.patience import Patience

if TYPE_CHECKING:
    from wyoming.event import Event

MAX_PAYLOAD = 4_000_000
"""Bytes of one event's data or sound; more is no speech."""
DEFAULT_PORT = 10_300


class Garbage(ValueError):
    """What came is no Wyoming event, or not one that belongs here."""


class Connection:
    """Events over one TCP connection, as long as the peer is patient for."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: Patience
    ) -> None:
        self._reader, self._writer, self._patience = reader, writer, patience
        self._begun = False

    async def send(self, *events: Event) -> None:
        """Raises TimeoutError when the peer does not take them."""
        from wyoming.event import async_write_event

        for event in events:
            async with asyncio.timeout(self._patience.between):
                await async_write_event(event, self._writer)

    async def receive(self) -> Event:
        """The next event. Raises TimeoutError, ConnectionError when the peer is gone, Garbage."""
        from wyoming.event import async_read_event

        wait = self._patience.between if self._begun else self._patience.first
        bounded = cast("asyncio.StreamReader", _Bounded(self._reader))
        try:
            async with asyncio.timeout(wait):
                event = await async_read_event(bounded)
        except asyncio.IncompleteReadError as error:
            raise ConnectionResetError from error
        except (AttributeError, KeyError, TypeError) as error:
            raise Garbage from error
        if event is None:
            raise ConnectionResetError if self._reader.at_eof() else Garbage
        if not isinstance(event.type, str) or not isinstance(event.data, dict):
            raise Garbage
        self._begun = True
        return event


class Service:
    """Where a Wyoming service is. cloud: whether what is sent there leaves this machine."""

    def __init__(self, url: str, name: str, *, private_network: bool, patience: Patience) -> None:
        """Raises Refused for an address that is none or unprotected."""
        self._address = address(url, ("tcp",), REFUSALS, private_plain=private_network)
        self._name = name
        self._patience = patience
        self.cloud = not self._address.loopback

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connection]:
        """A connection for one exchange; leaving closes it. What goes wrong becomes Unavailable:

        speech.services_not_installed, server_down, server_slow, server_failed, garbage_answer,
        answer_broke_off.
        """
        try:
            import wyoming.event  # noqa: F401
        except ImportError as error:
            raise Unavailable("speech.services_not_installed", library="wyoming") from error
        try:
            async with asyncio.timeout(self._patience.connect):
                reader, writer = await asyncio.open_connection(
                    self._address.host, self._address.port or DEFAULT_PORT
                )
        except OSError as error:  # TimeoutError is one
            raise self._unavailable("speech.server_down") from error
        try:
            yield Connection(reader, writer, self._patience)
        except TimeoutError as error:
            raise self._unavailable("speech.server_slow") from error
        except OSError as error:
            raise self._unavailable("speech.answer_broke_off") from error
        except Garbage as error:
            raise self._unavailable("speech.garbage_answer") from error
        except Failed as error:
            raise self._unavailable("speech.server_failed") from error
        finally:
            writer.transport.abort()  # nothing that is still on its way is wanted
            with suppress(OSError):
                await writer.wait_closed()

    def _unavailable(self, message_id: str) -> Unavailable:
        return Unavailable(message_id, server=self._address.shown, model=self._name)


class Failed(Exception):
    """The service answered with an error of its own, whose text is not for people."""


class _Bounded:
    """The part of a StreamReader that reads an event, with an end to what a peer may announce."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self.readline = reader.readline
        self._reader = reader

    async def readexactly(self, count: Any) -> bytes:  # noqa: ANN401 (the peer's word)
        if not isinstance(count, int) or count > MAX_PAYLOAD:
            raise Garbage
        return await self._reader.readexactly(count)
