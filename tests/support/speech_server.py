"""A speech server on this machine that speaks the OpenAI API: it hears a script's hum and hums its answers."""

from __future__ import annotations

import asyncio
import io
import json
import wave
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP

import numpy as np

from core.speech.fake import FakeRecognizer, FakeVoice, Script
from core.speech.ports import Hints, Style

Behaviour = Callable[["Request"], Awaitable[None]]


@dataclass
class Request:
    """One request and the means to answer it. fields: of the form, or of the JSON. gone: the client left."""

    path: str
    headers: dict[str, str]
    fields: dict[str, object]
    writer: asyncio.StreamWriter
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def begin(self, status: str = "200 OK", kind: str = "application/json") -> None:
        await self.raw(f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n".encode())

    async def raw(self, data: bytes) -> None:
        with suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    async def answers(self, answer: object, status: str = "200 OK") -> None:
        await self.begin(status)
        await self.raw(json.dumps(answer, ensure_ascii=False).encode())

    def sound(self) -> np.ndarray:
        """The recording that was sent: int16."""
        data = self.fields["file"]
        assert isinstance(data, bytes)
        with wave.open(io.BytesIO(data)) as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
            return np.frombuffer(file.readframes(file.getnframes()), "<i2")


@dataclass
class SpeechServer:
    """url: its base address. asked: every request so far. arrived: set by the first one."""

    url: str
    asked: list[Request] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


def hums(script: Script) -> Behaviour:
    """A server that recognises a script's hum, and speaks as FakeVoice does."""

    async def behave(request: Request) -> None:
        if request.path.endswith("/audio/transcriptions"):
            heard = await FakeRecognizer(script).final(request.sound(), Hints())
            await request.answers({"text": heard.text})
        else:
            await request.begin(kind="audio/pcm")
            style = Style(speed=float(str(request.fields["speed"])))
            async for chunk in FakeVoice().speak(str(request.fields["input"]), style):
                for at in range(0, len(chunk.pcm), 1001):
                    await request.raw(chunk.pcm[at : at + 1001].astype("<i2").tobytes())

    return behave


@asynccontextmanager
async def speech_server(behave: Behaviour) -> AsyncIterator[SpeechServer]:
    """Serves until the block ends; every request is answered by ``behave``."""
    server = SpeechServer("")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            head = await reader.readuntil(b"\r\n\r\n")
            first, _, rest = head.decode().partition("\r\n")
            headers = {name.lower(): value for name, _, value in
                       (line.partition(": ") for line in rest.split("\r\n") if ": " in line)}  # fmt: skip
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            request = Request(first.split()[1], headers, _fields(headers["content-type"], body), writer)
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


def _fields(kind: str, body: bytes) -> dict[str, object]:
    if kind.startswith("application/json"):
        fields: dict[str, object] = json.loads(body)
        return fields
    form = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    fields = {}
    for part in form.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        fields[str(name)] = content if part.get_filename() else content.decode()
    return fields


async def _watch(reader: asyncio.StreamReader, gone: asyncio.Event) -> None:
    with suppress(ConnectionError):
        await reader.read()
    gone.set()
