"""A server on this machine that reads one HTTP request a connection and answers as a test wants it to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Generic, TypeVar


@dataclass
class HttpRequest:
    """One request and the means to answer it byte by byte. headers: names in lower case. gone: the client
    left."""

    path: str
    headers: dict[str, str]
    content: bytes
    writer: asyncio.StreamWriter
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def begin(self, status: str = "200 OK", kind: str = "application/json") -> None:
        await self.raw(f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n".encode())

    async def raw(self, data: bytes) -> None:
        with suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()


R = TypeVar("R", bound=HttpRequest)


@dataclass
class HttpServer(Generic[R]):
    """url: its base address. asked: every request so far. arrived: set by the first one."""

    url: str = ""
    asked: list[R] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


@asynccontextmanager
async def http_server(
    request_of: Callable[[str, dict[str, str], bytes, asyncio.StreamWriter], R],
    behave: Callable[[R], Awaitable[None]],
) -> AsyncIterator[HttpServer[R]]:
    """Serves until the block ends; every request is answered by ``behave``."""
    server: HttpServer[R] = HttpServer()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            named = (line.partition(": ") for line in rest if ": " in line)
            headers = {name.lower(): value for name, _, value in named}
            content = await reader.readexactly(int(headers.get("content-length", "0")))
            request = request_of(first.split()[1], headers, content, writer)
            server.asked.append(request)
            server.arrived.set()
            watching = asyncio.create_task(_watch(reader, request.gone))
            await behave(request)
            watching.cancel()
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        listening.close()
        await listening.wait_closed()


async def _watch(reader: asyncio.StreamReader, gone: asyncio.Event) -> None:
    """Sets ``gone`` when the client closes its end."""
    with suppress(ConnectionError):
        await reader.read()
    gone.set()
