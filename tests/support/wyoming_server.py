"""A Wyoming service on this machine, made with the package's own server."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import numpy as np
from wyoming.asr import Transcript
from wyoming.event import Event
from wyoming.server import AsyncEventHandler, AsyncTcpServer
from wyoming.tts import Synthesize

from core.speech.fake import FakeRecognizer, FakeVoice, Script
from core.speech.ports import Hints, Samples, Style

with warnings.catch_warnings():  # it loads audioop, which Python has given up
    warnings.simplefilter("ignore", DeprecationWarning)
    from wyoming.audio import AudioChunk, AudioStart, AudioStop

Behaviour = Callable[["Peer", Event], Awaitable[bool]]


class Peer(AsyncEventHandler):
    """One connection. behave: is given every event and says whether to go on. received: all of them."""

    def __init__(self, behave: Behaviour, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self.behave = behave
        self.received: list[Event] = []
        self.gone = asyncio.Event()

    async def handle_event(self, event: Event) -> bool:
        self.received.append(event)
        return await self.behave(self, event)

    async def disconnect(self) -> None:
        self.gone.set()

    def sound(self) -> Samples:
        """Everything that was sent as audio: int16."""
        return np.frombuffer(b"".join(one.payload or b"" for one in self.received), "<i2")

    async def sounds(self, pcm: Samples, rate: int = 24_000, piece: int = 1_000) -> None:
        """Send a whole sound."""
        await self.write_event(AudioStart(rate, 2, 1).event())
        for at in range(0, len(pcm), piece):
            chunk = AudioChunk(rate, 2, 1, pcm[at : at + piece].astype("<i2").tobytes())
            await self.write_event(chunk.event())
        await self.write_event(AudioStop().event())


@dataclass
class WyomingServer:
    """url: its address. peers: every connection so far. connected: set by the first."""

    url: str
    peers: list[Peer] = field(default_factory=list)
    connected: asyncio.Event = field(default_factory=asyncio.Event)


def hums(script: Script) -> Behaviour:
    """A service that recognises a script's hum, and speaks as FakeVoice does."""

    async def behave(peer: Peer, event: Event) -> bool:
        if AudioStop.is_type(event.type):
            heard = await FakeRecognizer(script).final(peer.sound(), Hints())
            await peer.write_event(Transcript(heard.text, language=heard.language).event())
        elif Synthesize.is_type(event.type):
            spoken = FakeVoice().speak(Synthesize.from_event(event).text, Style())
            await peer.sounds(np.concatenate([chunk.pcm async for chunk in spoken]))
        return True

    return behave


@asynccontextmanager
async def wyoming_server(behave: Behaviour) -> AsyncIterator[WyomingServer]:
    """Serves until the block ends; every event of every connection goes to ``behave``."""
    service = WyomingServer("")

    def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Peer:
        service.peers.append(Peer(behave, reader, writer))
        service.connected.set()
        return service.peers[-1]

    server = AsyncTcpServer("127.0.0.1", 0)
    await server.start(peer)
    assert isinstance(server._server, asyncio.Server)
    service.url = f"tcp://127.0.0.1:{server._server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        running = list(server._handlers)
        await server.stop()
        await asyncio.gather(*running, return_exceptions=True)
        for one in service.peers:
            with suppress(OSError):
                await one.writer.wait_closed()
        await server._server.wait_closed()
