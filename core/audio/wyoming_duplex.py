"""A Wyoming satellite as a duplex: its microphone comes as audio chunks, its speaker is sent them.

The protocol: github.com/OHF-Voice/wyoming. We say run-satellite; the satellite streams audio-chunk and
answers what we play (audio-start, audio-chunk, audio-stop) with played. It has no echo canceller that we
know of, and cannot be made to drop what it has got.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from core.audio.duplex import DeviceLost
from core.audio.echo import EchoState
from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Frame, Health, Position, Samples
from core.audio.resample import Resampler
from core.audio.wyoming_microphone import NetworkMicrophone
from core.audio.wyoming_speaker import NetworkSpeaker, Sending
from core.clock import Clock
from core.errors import Unavailable

if TYPE_CHECKING:
    from wyoming.event import Event

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Reach = Callable[[], Awaitable[Streams]]

CONNECT_SECONDS = 5.0
PUMP_SECONDS = 0.02
PING_SECONDS = 2.0
LOST_SECONDS = 8.0
"""Without any event, though it was asked for one, a satellite is gone."""
MAX_PAYLOAD = 1_000_000
STALLED = 25
"""Events waiting to be sent, half a second of sound, from which on nothing more is rendered."""
_ROOM = 2 * STALLED
KEPT_FRAMES = 1_500
_RATES = range(8_000, 192_001)


def dialled(host: str, port: int = 10_700, tls: ssl.SSLContext | None = None) -> Reach:
    """Reach a satellite that waits for us."""
    return lambda: asyncio.open_connection(host, port, ssl=tls)


def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Reach:
    """Use the connection of a satellite that has come to us."""

    async def reach() -> Streams:
        return reader, writer

    return reach


class WyomingDuplex:
    """``name``: of the satellite, for messages. ``reach``: how its connection comes about; the duplex
    closes it. ``speaker_rate``: of the sound it is sent.

    Positions are ``estimated``. Sound already sent cannot be recalled: a stop or a pause is heard after
    ``latency``. Entering raises DeviceLost when the satellite cannot be reached, and Unavailable when the
    library is missing.
    """

    def __init__(self, clock: Clock, name: str, reach: Reach, speaker_rate: int = OUTPUT_RATE) -> None:
        self._clock = clock
        self._name = name
        self._reach = reach
        self._microphone = NetworkMicrophone(clock.monotonic())
        self._speaker = NetworkSpeaker(clock.monotonic(), speaker_rate)
        self._converter: tuple[int, Resampler] | None = None
        self._outgoing: asyncio.Queue[Event] = asyncio.Queue(_ROOM)
        self._waiting: deque[Frame] = deque()
        self._arrived = asyncio.Event()
        self._overrun = 0
        self._lost: DeviceLost | None = None
        self._lost_at = 0.0
        self._closed = False
        self._tasks: list[asyncio.Task[None]] = []
        self._last_event = self._last_ping = clock.monotonic()
        self._last_sound: float | None = None

    async def __aenter__(self) -> WyomingDuplex:
        try:
            from wyoming.event import Event
        except ImportError as error:
            raise Unavailable(
                "audio.library_missing", library="wyoming", install="pip install 'banyan[services]'"
            ) from error
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                self._reader, self._writer = await self._reach()
        except OSError as error:  # TimeoutError and TLS's errors are ones
            raise self._gone() from error
        self._writer.transport.set_write_buffer_limits(high=32_768)
        now = self._clock.monotonic()
        self._microphone = NetworkMicrophone(now)
        self._speaker = NetworkSpeaker(now, self._speaker.rate)
        self._last_event = self._last_ping = now
        self._outgoing.put_nowait(Event("run-satellite"))
        jobs = {"hear": self._hear(), "send": self._send(), "pump": self._pump()}
        self._tasks = [asyncio.create_task(job, name=f"satellite {what}") for what, job in jobs.items()]
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._closed = True
        self._arrived.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._writer.transport.abort()
        with suppress(OSError):
            await self._writer.wait_closed()

    async def frames(self) -> AsyncIterator[Frame]:
        while True:
            while self._waiting:
                yield self._waiting.popleft()
            if self._lost:
                raise self._lost
            if self._closed:
                return
            self._arrived.clear()
            await self._arrived.wait()

    def write(self, utterance: int, pcm: Samples) -> None:
        if self._lost is None:
            self._speaker.write(utterance, pcm)

    def end(self, utterance: int) -> None:
        if self._lost is None:
            self._speaker.end(utterance)

    def position(self) -> Position | None:
        return self._speaker.position(self._now())

    def pause(self) -> None:
        self._speaker.pause()

    def resume(self) -> None:
        self._speaker.resume()

    def duck(self, gain: float) -> None:
        self._speaker.duck(gain)

    def stop(self) -> Position | None:
        return self._speaker.stop(self._now())

    def echo(self) -> EchoState:
        """Nothing here removes it, and whether the satellite does it does not say."""
        return EchoState("none")

    def health(self) -> Health:
        microphone = self._microphone
        return Health(
            frames_in=microphone.frames_in - self._overrun,
            dropped_frames=microphone.dropped + self._overrun,
            underruns=self._speaker.underruns,
            clipped_frames=microphone.clipped,
            # One that sends no sound by its own word is alive while it answers.
            last_frame_at=self._last_sound if microphone.sending else self._last_event,
        )

    # Inside

    async def _hear(self) -> None:
        from wyoming.event import async_read_event

        bounded = cast("asyncio.StreamReader", _Bounded(self._reader))
        while self._lost is None:
            try:
                event = await async_read_event(bounded)
            except (OSError, EOFError, ValueError, AttributeError, KeyError, TypeError):
                event = None  # gone, or no satellite: neither can be listened to
            if event is None or not isinstance(event.data, dict) or not self._understood(event):
                self._lose()

    def _understood(self, event: Event) -> bool:
        """Whether an event is one that a satellite sends. Those we have no use for are."""
        now = self._last_event = self._clock.monotonic()
        match event.type:
            case "audio-chunk":
                pcm = self._converted(event.payload or b"", event.data)
                if pcm is None:
                    return False
                self._microphone.push(pcm, now)
                self._last_sound = now
            case "audio-stop" | "streaming-stopped":
                self._microphone.stopped()
            case "played":
                self._speaker.played(now)
            case "ping":
                self._put("pong", text=event.data.get("text"))
        return True

    def _converted(self, data: bytes, form: dict[str, Any]) -> Samples | None:
        """A chunk at 16 kHz; its first channel. None when its format is none that we play."""
        rate, width, channels = (form.get(name) for name in ("rate", "width", "channels"))
        if type(rate) is not int or type(channels) is not int or width != 2:
            return None
        if rate not in _RATES or channels not in range(1, 9):
            return None
        if self._converter is None or self._converter[0] != rate:
            self._converter = (rate, Resampler(rate, INPUT_RATE))
        whole = len(data) - len(data) % (2 * channels)
        first = np.frombuffer(data[:whole], "<i2")[::channels].astype(np.int16)
        return self._converter[1].push_int16(first)

    async def _send(self) -> None:
        from wyoming.event import async_write_event

        while self._lost is None:
            event = await self._outgoing.get()
            try:
                await async_write_event(event, self._writer)
            except OSError:
                self._lose()

    async def _pump(self) -> None:
        while self._lost is None:
            now = self._clock.monotonic()
            for sending in self._speaker.due(now, stalled=self._outgoing.qsize() >= STALLED):
                self._put_sound(sending)
            self._deliver(self._microphone.due(now))
            if now - self._last_event > LOST_SECONDS:
                self._lose()
            elif now - max(self._last_event, self._last_ping) > PING_SECONDS:
                self._last_ping = now
                self._put("ping")
            await self._clock.sleep_until(now + PUMP_SECONDS)

    def _deliver(self, frames: list[Frame]) -> None:
        if frames:
            self._waiting.extend(frames)
            while len(self._waiting) > KEPT_FRAMES:
                self._waiting.popleft()
                self._overrun += 1
            self._arrived.set()

    def _put_sound(self, sending: Sending) -> None:
        form: dict[str, Any] = {"rate": self._speaker.rate, "width": 2, "channels": 1}
        if sending.pcm is None:
            self._put(f"audio-{sending.kind}", **(form if sending.kind == "start" else {}))
        else:
            self._put("audio-chunk", sending.pcm.astype("<i2").tobytes(), **form)

    def _put(self, kind: str, payload: bytes | None = None, **data: object) -> None:
        from wyoming.event import Event

        if self._outgoing.full():
            if kind not in {"ping", "pong"}:
                self._lose()
            return
        self._outgoing.put_nowait(Event(kind, data, payload))

    def _lose(self) -> None:
        if self._lost is None:
            self._lost, self._lost_at = self._gone(), self._clock.monotonic()
        self._arrived.set()

    def _now(self) -> float:
        """A speaker that is gone plays nothing more."""
        return self._clock.monotonic() if self._lost is None else self._lost_at

    def _gone(self) -> DeviceLost:
        return DeviceLost("audio.device_lost", device=self._name)


class _Bounded:
    """The part of a StreamReader that reads an event, with an end to what a satellite may announce."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self.readline = reader.readline
        self._reader = reader

    async def readexactly(self, count: Any) -> bytes:  # noqa: ANN401 (the satellite's word)
        if not isinstance(count, int) or count > MAX_PAYLOAD:
            raise TypeError("a satellite announced more than sound")
        return await self._reader.readexactly(count)
