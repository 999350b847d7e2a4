"""A Realtime server on this machine, written from the published events: it keeps the protocol's rules and
answers by a script.

https://platform.openai.com/docs/api-reference/realtime-client-events and .../realtime-server-events
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

RATE = 24_000
CHARACTER = RATE // 10
"""Samples of one spoken character."""
LEVEL = 5_000


@dataclass(frozen=True)
class Say:
    """Speak ``text``. words_first: the transcript runs ahead of the sound, else behind it. stop_after:
    characters after which it goes silent without an end; drop: closes the connection there instead."""

    text: str
    words_first: bool = True
    stop_after: int | None = None
    drop: bool = False


@dataclass(frozen=True)
class Call:
    name: str
    arguments: str = "{}"
    call_id: str = "call_1"
    times: int = 1


@dataclass(frozen=True)
class Write:
    """Answer in writing."""

    text: str


@dataclass(frozen=True)
class Fail:
    code: str = "server_error"
    status: str = "failed"
    reason: str | None = None


@dataclass(frozen=True)
class Raw:
    """Send these texts as they are, and nothing else."""

    messages: tuple[str, ...]


@dataclass(frozen=True)
class Silent:
    """Never begin."""


Answer = Say | Call | Write | Fail | Raw | Silent


@dataclass
class RealtimeServer:
    """url: its address. received: every client event so far, of all connections. heard: the sound of each
    committed utterance. transcripts: what it writes down of them; None for a failure; with none left it
    writes nothing. cut: item and milliseconds of every truncation that was valid. refused: error codes sent.
    expire: the next commit finds the session expired. echoes: whether responses carry the metadata they
    were asked for with, as published; some compatible servers' do not.
    """

    url: str = ""
    beta: bool = False
    answers: deque[Answer] = field(default_factory=deque)
    transcripts: deque[str | None] = field(default_factory=deque)
    received: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    heard: list[np.ndarray] = field(default_factory=list)
    cut: list[tuple[str, int]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    connections: list[_Connection] = field(default_factory=list)
    bytes_in: int = 0
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    expire: bool = False
    echoes: bool = True

    async def until(self, kind: str) -> None:
        """An event of this kind has arrived."""
        async with self.arrived:
            await self.arrived.wait_for(lambda: bool(self.of(kind)))

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.received if event["type"] == kind]

    def kept(self) -> float:
        """Seconds of the first answer that are in the conversation, after whatever was cut of it."""
        lengths = self.connections[0].lengths
        return lengths[next(iter(lengths))] / RATE

    def messages(self) -> list[tuple[str, str]]:
        """Role and text of every message we were told of."""
        items = [event["item"] for event in self.of("conversation.item.create")]
        return [(item["role"], item["content"][0]["text"]) for item in items if item["type"] == "message"]

    async def drop(self) -> None:
        """Close every connection, as a network does."""
        for connection in self.connections:
            connection.socket.transport.abort()


class _Connection:
    def __init__(self, server: RealtimeServer, socket: ServerConnection) -> None:
        self.server = server
        self.socket = socket
        self.session: dict[str, Any] = {}
        self.buffer = b""
        self.lengths: dict[str, int] = {}
        self.active: str | None = None
        self.metadata: dict[str, Any] = {}
        self.making: asyncio.Task[None] | None = None
        self.numbers = 0

    async def run(self) -> None:
        await self.send("session.created", session={"id": "sess_1"})
        try:
            async for message in self.socket:
                self.server.bytes_in += len(message)
                event = json.loads(message)
                async with self.server.arrived:
                    self.server.received.append(event)
                    self.server.arrived.notify_all()
                await self.on(event)
        except ConnectionClosed:
            pass
        finally:
            if self.making is not None:
                self.making.cancel()
                await asyncio.gather(self.making, return_exceptions=True)

    async def send(self, kind: str, **values: Any) -> None:
        self.numbers += 1
        with suppress(ConnectionClosed):
            await self.socket.send(json.dumps({"type": kind, "event_id": f"event_{self.numbers}", **values}))

    async def error(self, event: dict[str, Any], code: str) -> None:
        self.server.refused.append(code)
        error = {"type": "invalid_request_error", "code": code, "message": "no"}
        await self.send("error", error=error | {"event_id": event.get("event_id")})

    async def on(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "session.update":
                self.session |= event["session"]
                await self.send("session.updated", session=self.session)
            case "input_audio_buffer.append":
                self.buffer += b64decode(event["audio"], validate=True)
            case "input_audio_buffer.clear":
                self.buffer = b""
                await self.send("input_audio_buffer.cleared")
            case "input_audio_buffer.commit":
                await self.commit(event)
            case "conversation.item.create":
                name = "conversation.item.created" if self.server.beta else "conversation.item.added"
                await self.send(name, item=event["item"] | {"id": self.new("item")})
            case "conversation.item.truncate":
                item, until = event["item_id"], event["audio_end_ms"]
                if item not in self.lengths or until > self.lengths[item] * 1000 // RATE:
                    await self.error(event, "invalid_truncation")
                else:
                    self.lengths[item] = until * RATE // 1000
                    self.server.cut.append((item, until))
                    await self.send(
                        "conversation.item.truncated", item_id=item, content_index=0, audio_end_ms=until
                    )
            case "response.create":
                if self.active is not None:
                    await self.error(event, "conversation_already_has_active_response")
                else:
                    self.begin(event["response"].get("metadata") if self.server.echoes else None)
            case "response.cancel":
                if self.active is None or event.get("response_id", self.active) != self.active:
                    await self.error(event, "response_cancel_not_active")
                else:
                    await self.cancel()
            case _:
                await self.error(event, "unknown_event")

    def new(self, what: str) -> str:
        self.numbers += 1
        return f"{what}_{id(self)}_{self.numbers}"

    async def commit(self, event: dict[str, Any]) -> None:
        if self.server.expire:
            self.server.expire = False
            await self.error(event, "session_expired")
            await self.socket.close(1001)
            return
        if len(self.buffer) < RATE // 10 * 2:
            await self.error(event, "input_audio_buffer_commit_empty")
            return
        item = self.new("item")
        self.server.heard.append(np.frombuffer(self.buffer, "<i2"))
        self.buffer = b""
        await self.send("input_audio_buffer.committed", item_id=item, previous_item_id=None)
        if self.server.transcripts:
            transcript = self.server.transcripts.popleft()
            kind = "conversation.item.input_audio_transcription."
            if transcript is None:
                failure = {"type": "transcription_error", "code": "audio_unintelligible", "message": "no"}
                await self.send(kind + "failed", item_id=item, content_index=0, error=failure)
            else:
                await self.send(kind + "completed", item_id=item, content_index=0, transcript=transcript)

    def begin(self, metadata: dict[str, Any] | None) -> None:
        self.metadata = {"metadata": metadata} if metadata else {}
        self.active = self.new("resp")
        answer = self.server.answers.popleft() if self.server.answers else Silent()
        self.making = asyncio.create_task(self.make(self.active, answer))

    async def cancel(self) -> None:
        assert self.making is not None
        self.making.cancel()
        await asyncio.gather(self.making, return_exceptions=True)
        await self.done(self.active or "", "cancelled")

    async def make(self, response: str, answer: Answer) -> None:
        if isinstance(answer, Silent):
            await asyncio.Event().wait()
        begun = {"id": response, "status": "in_progress", "output": []} | self.metadata
        await self.send("response.created", response=begun)
        match answer:
            case Say():
                await self.say(response, answer)
            case Write(text):
                item = self.new("item")
                kind = "response.text.delta" if self.server.beta else "response.output_text.delta"
                await self.send(kind, response_id=response, item_id=item, delta=text)
                await self.item_done(response, {"id": item, "type": "message", "status": "completed"})
                await self.done(response)
            case Call(name, arguments, call_id, times):
                call = {"type": "function_call", "name": name, "call_id": call_id, "arguments": arguments}
                call |= {"id": self.new("item"), "status": "completed"}
                for _ in range(times):
                    await self.send(
                        "response.function_call_arguments.done",
                        response_id=response,
                        item_id=call["id"],
                        call_id=call_id,
                        arguments=arguments,
                    )
                    await self.item_done(response, call)
                await self.done(response, output=[call] * times)
            case Fail(code, status, reason):
                details = {"type": status, "reason": reason, "error": {"type": "x", "code": code}}
                await self.done(response, status, details=details)
            case Raw(messages):
                for message in messages:
                    await self.socket.send(message.replace("RESPONSE", response))

    async def say(self, response: str, answer: Say) -> None:
        item, text = self.new("item"), answer.text
        self.lengths[item] = 0
        await self.send("response.output_item.added", response_id=response, item={"id": item})
        named = "response.audio" if self.server.beta else "response.output_audio"
        place = {"response_id": response, "item_id": item, "output_index": 0, "content_index": 0}
        sound = np.full(CHARACTER, LEVEL, "<i2").tobytes()
        if answer.words_first:
            await self.send(f"{named}_transcript.delta", delta=text, **place)
        for start in range(0, len(text), 4):
            piece = text[start : start + 4]
            if answer.stop_after is not None and start >= answer.stop_after:
                if answer.drop:
                    self.socket.transport.abort()
                await asyncio.Event().wait()
            data = sound * len(piece)
            self.lengths[item] += len(data) // 2
            # In the middle of a sample, as a byte stream may be cut.
            await self.send(f"{named}.delta", delta=b64encode(data[:4801]).decode(), **place)
            await self.send(f"{named}.delta", delta=b64encode(data[4801:]).decode(), **place)
        await self.send(f"{named}.done", **place)
        if not answer.words_first:
            await self.send(f"{named}_transcript.delta", delta=text, **place)
        await self.send(f"{named}_transcript.done", transcript=text, **place)
        message = {"id": item, "type": "message", "role": "assistant", "status": "completed"}
        await self.item_done(response, message)
        await self.done(response, output=[message])

    async def item_done(self, response: str, item: dict[str, Any]) -> None:
        await self.send("response.output_item.done", response_id=response, output_index=0, item=item)

    async def done(
        self,
        response: str,
        status: str = "completed",
        *,
        output: list[dict[str, Any]] | None = None,
        details: dict[str, Any] | None = None,
    ) -> None:
        self.active = None
        usage = {"input_tokens": 10, "output_tokens": 20, "total_tokens": 30}
        body = {"id": response, "status": status, "output": output or [], "usage": usage} | self.metadata
        await self.send("response.done", response=body | {"status_details": details})
        await self.send("rate_limits.updated", rate_limits=[{"name": "tokens", "remaining": 9, "limit": 10}])


@asynccontextmanager
async def realtime_server(
    *answers: Answer, beta: bool = False, before: Callable[[RealtimeServer], None] = lambda _: None
) -> AsyncIterator[RealtimeServer]:
    """Serves until the block ends."""
    server = RealtimeServer(beta=beta, answers=deque(answers))
    before(server)

    async def serving(socket: ServerConnection) -> None:
        assert socket.request is not None
        server.headers.append(dict(socket.request.headers.raw_items()))
        server.paths.append(socket.request.path)
        connection = _Connection(server, socket)
        server.connections.append(connection)
        await connection.run()

    async with serve(serving, "127.0.0.1", 0, compression=None, close_timeout=1) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        server.url = f"ws://127.0.0.1:{port}/v1/realtime"
        yield server
