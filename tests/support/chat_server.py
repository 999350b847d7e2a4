"""A chat server on this machine that speaks the OpenAI API, or whatever a test wants it to speak."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

Behaviour = Callable[["Exchange"], Awaitable[None]]


@dataclass
class Exchange:
    """One request and the means to answer it byte by byte."""

    body: dict[str, Any]
    headers: dict[str, str]
    path: str
    writer: asyncio.StreamWriter
    gone: asyncio.Event

    async def begin(self, status: str = "200 OK", kind: str = "text/event-stream") -> None:
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n"
        await self.raw(head.encode())

    async def raw(self, data: bytes) -> None:
        with suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    async def event(self, data: object) -> None:
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        await self.raw(f"data: {text}\n\n".encode())

    async def says(self, *texts: str) -> None:
        for text in texts:
            await self.event({"choices": [{"index": 0, "delta": {"content": text}}]})

    async def finishes(self, reason: str = "stop") -> None:
        await self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        await self.event({"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 3}})
        await self.event("[DONE]")

    async def stays_silent(self) -> None:
        """Until the client has gone."""
        await self.gone.wait()


@dataclass
class ChatServer:
    """url: its base address. asked: every request so far. arrived: set by the first one."""

    url: str
    asked: list[Exchange] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


@asynccontextmanager
async def chat_server(behave: Behaviour) -> AsyncIterator[ChatServer]:
    """Serves until the block ends; every request is answered by ``behave``."""
    server = ChatServer("")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            exchange = Exchange(json.loads(body), headers, head[0].split()[1], writer, asyncio.Event())
            server.asked.append(exchange)
            server.arrived.set()
            watching = asyncio.create_task(_watch(reader, exchange.gone))
            await behave(exchange)
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
