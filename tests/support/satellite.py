"""A Wyoming satellite on this machine, with a mouth to its microphone and an ear at its loudspeaker.

Made with the package's own server and client: it can wait to be dialled, or come by itself.
"""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import numpy as np
from wyoming.event import Event
from wyoming.server import AsyncEventHandler, AsyncTcpServer

from core.audio.frames import Samples

with warnings.catch_warnings():  # it loads audioop, which Python has given up
    warnings.simplefilter("ignore", DeprecationWarning)
    from wyoming.audio import AudioChunk, AudioStart, AudioStop
    from wyoming.snd import Played

CHUNK = 320
HELD_BACK = 0.2
"""Seconds of sound that its loudspeaker waits for before it begins."""


class Satellite(AsyncEventHandler):
    """One connected satellite. events: all that came. asleep: its microphone sends nothing."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self.events: list[Event] = []
        self.asleep = False
        self.dead = False
        self.rate = 16_000
        self._speech = np.zeros(0, np.int16)
        self._loop = asyncio.get_running_loop()
        self._opened = self._loop.time()
        self._played: list[tuple[int, Samples]] = []
        self._free_at = 0  # sample of the loudspeaker from which on it has nothing to play
        self._tasks: list[asyncio.Task[None]] = []

    def now(self) -> float:
        return self._loop.time() - self._opened

    async def handle_event(self, event: Event) -> bool:
        if self.dead:
            return True
        self.events.append(event)
        if event.type == "run-satellite":
            self._tasks.append(asyncio.create_task(self._listen()))
        elif AudioStart.is_type(event.type):
            self._free_at = max(self._free_at, round((self.now() + HELD_BACK) * 24_000))
        elif AudioChunk.is_type(event.type):
            pcm = np.frombuffer(event.payload or b"", "<i2")
            self._free_at = max(self._free_at, round(self.now() * 24_000))
            self._played.append((self._free_at, pcm))
            self._free_at += len(pcm)
        elif AudioStop.is_type(event.type):
            self._tasks.append(asyncio.create_task(self._say_played()))
        elif event.type == "ping":
            await self.write_event(Event("pong", event.data))
        return True

    def speak(self, pcm: Samples) -> None:
        """Into the microphone, after what is still being said."""
        self._speech = np.concatenate([self._speech, pcm])

    def heard(self) -> Samples:
        """Everything the loudspeaker has played until now, at 24 kHz."""
        sound = np.zeros(round(self.now() * 24_000), np.int16)
        for start, pcm in self._played:
            part = pcm[: max(0, len(sound) - start)]
            sound[start : start + len(part)] = part
        return sound

    async def send(self, pcm: Samples, **form: object) -> None:
        """One chunk of microphone."""
        chunk = AudioChunk(self.rate, 2, 1, pcm.astype("<i2").tobytes()).event()
        chunk.data.update(form)
        with suppress(OSError):
            await self.write_event(chunk)

    async def disconnect(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        begun = self.now()
        sent = 0
        while True:
            sent += 1
            await asyncio.sleep(max(0.0, begun + sent * CHUNK / self.rate - self.now()))
            if not self.asleep:
                pcm = np.zeros(CHUNK, np.int16)
                part = self._speech[:CHUNK]
                self._speech = self._speech[CHUNK:]
                pcm[: len(part)] = part
                await self.send(pcm)

    async def _say_played(self) -> None:
        await asyncio.sleep(max(0.0, self._free_at / 24_000 - self.now()))
        with suppress(OSError):
            await self.write_event(Played().event())


@asynccontextmanager
async def waiting_satellite() -> AsyncIterator[tuple[int, asyncio.Queue[Satellite]]]:
    """A satellite that waits to be dialled: its port, and every connection it gets."""
    came: asyncio.Queue[Satellite] = asyncio.Queue()

    def satellite(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Satellite:
        came.put_nowait(Satellite(reader, writer))
        return came._queue[-1]  # type: ignore[attr-defined,no-any-return]

    server = AsyncTcpServer("127.0.0.1", 0)
    await server.start(satellite)
    assert isinstance(server._server, asyncio.Server)
    try:
        yield server._server.sockets[0].getsockname()[1], came
    finally:
        running = list(server._handlers)
        await server.stop()
        await asyncio.gather(*running, return_exceptions=True)
        await server._server.wait_closed()
