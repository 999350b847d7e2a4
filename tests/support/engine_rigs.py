"""Both engines on one stage: hummed speech in virtual time, a real household and its journal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from app.demo.held import HeldRecorder, HeldResponder
from core.audio.fake import FakeDuplex
from core.audio.frames import OUTPUT_RATE
from core.brain.model import Context, ReplyPart, TextDelta, ToolCall, ToolSpec
from core.brain.openai_chat import Patience
from core.brain.realtime import RealtimeModel
from core.clock import ManualClock
from core.conversation.conversation import Conversation
from core.conversation.realtime import RealtimeResponder
from core.errors import Unavailable
from core.journal.events import ToolReturned
from core.journal.projection import spoken_turns
from core.people import roles
from core.people.roles import Permission
from core.turn.attention import Attention
from core.turn.captions import Caption
from core.turn.engine import Engine, Listener, Speaker
from core.turn.engine_contract import Fails, Line, Rig, Scene, UsesTool
from core.turn.ports import Responder, Turn
from core.turn.states import Settings
from tests.support.realtime_server import (
    Answer,
    Call,
    Fail,
    RealtimeServer,
    Say,
    Silent,
    realtime_server,
)
from tests.unit.core.conversation.living import Living, settle
from tests.unit.core.turn.stage import Alphabet, LoudnessVad, ReadingRecognizer, SteadyVoice


class LinedModel:
    """A chat model that does one line of a scene for each request."""

    name = "lined"

    def __init__(self, lines: tuple[Line, ...], cloud: bool, clock: ManualClock) -> None:
        self.cloud = cloud
        self.asked = 0
        self._lines = list(lines)
        self._clock = clock

    async def reply(self, context: Context, tools: tuple[ToolSpec, ...]) -> AsyncGenerator[ReplyPart, None]:
        self.asked += 1
        line = self._lines.pop(0)
        match line:
            case str():
                yield TextDelta(text=line)
            case UsesTool(name):
                yield ToolCall(id="call_1", name=name, arguments="{}")
            case Fails(silent=False):
                raise Unavailable("brain.server_failed", server="here", model=self.name)
            case Fails():
                await self._clock.sleep_until(self._clock.monotonic() + 15.0)
                raise Unavailable("brain.server_slow", server="here", model=self.name)


@dataclass
class Noting:
    """A recorder that also remembers how answers ended."""

    recorder: HeldRecorder
    ends: list[tuple[int, str, str | None]] = field(default_factory=list)

    async def user_spoke(self, turn: Turn) -> None:
        await self.recorder.user_spoke(turn)

    async def assistant_spoke(
        self,
        turn: int,
        index: int,
        text: str,
        heard: int,
        boundary: Literal["measured", "estimated"],
        outcome: Literal["finished", "interrupted", "failed"],
    ) -> None:
        await self.recorder.assistant_spoke(turn, index, text, heard, boundary, outcome)

    async def answer_ended(
        self, turn: int, outcome: Literal["finished", "interrupted", "failed"], error: str | None
    ) -> None:
        await self.recorder.answer_ended(turn, outcome, error)
        self.ends.append((turn, outcome, error))


class EngineRig:
    """See ``core.turn.engine_contract.Rig``. captions: everything the faces were told."""

    def __init__(self, living: Living, conversation: Conversation, clock: ManualClock) -> None:
        self.living = living
        self.conversation = conversation
        self.clock = clock
        self.duplex = FakeDuplex(clock)
        self.alphabet = Alphabet()
        self.recognizer = ReadingRecognizer(self.alphabet, clock)
        self.captions: list[Caption] = []
        self.noting = Noting(HeldRecorder(conversation.recorder, self.duplex.hold))
        self.how_much_sent: Callable[[], int] = lambda: 0
        self.how_much_kept: Callable[[], float | None] = lambda: None
        self.engine: Engine
        self._running: asyncio.Task[None]

    def build(self, responder: Responder, *, by_ear: bool, attention: Attention | None = None) -> None:
        listener = Listener(LoudnessVad(), self.recognizer)
        if by_ear:
            listener = replace(listener, keeps_sound=True, trust=0.0)
        self.engine = Engine(
            self.duplex,
            listener,
            Speaker(SteadyVoice(self.clock)),
            responder,
            self.noting,
            clock=self.clock,
            settings=Settings(draft_early=False),
            on_change=self.captions.append,
            attention=attention,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[EngineRig]:
        async with self.duplex:
            self._running = asyncio.create_task(self.engine.run())
            try:
                yield self
            finally:
                await self.close()

    def say(self, text: str) -> None:
        self.duplex.say(self.alphabet.spoken(text))

    async def until(self, condition: Callable[[], bool]) -> None:
        await self.duplex.run(lambda: self._running.done() or condition(), limit=90)
        if self._running.done():
            await self._running

    async def close(self) -> None:
        self.engine.close()
        await self.duplex.run(self._running.done, limit=30)
        await self._running

    def sounded(self) -> float:
        return float(np.count_nonzero(self.duplex.heard)) / OUTPUT_RATE

    def ended(self) -> list[tuple[int, str, str | None]]:
        return self.noting.ends

    async def said(self) -> list[tuple[str, str]]:
        turns = spoken_turns(await self.living.rows(self.conversation))
        return [(turn.by, turn.text) for turn in turns]

    async def kinds(self) -> list[str]:
        return await self.living.kinds(self.conversation)

    async def results(self) -> list[tuple[bool, str]]:
        bodies = [event.body for event in await self.living.rows(self.conversation)]
        return [(body.ok, body.result) for body in bodies if isinstance(body, ToolReturned)]

    def sent(self) -> int:
        return self.how_much_sent()

    def kept(self) -> float | None:
        return self.how_much_kept()


@asynccontextmanager
async def household(folder: Path, scene: Scene) -> AsyncIterator[Living]:
    living = await settle(folder)
    try:
        if scene.consented:
            await living.decide(living.wang, "cloud_models", granted=True)
        drafted = roles.draft("小榕", instructions="说话温和。")
        permissions: dict[str, Permission] = {
            tool: "allow" if tool in scene.allowed else "never" for tool in drafted.tools
        }
        living.companion = await living.vault.write(
            lambda tx: roles.add(tx, msgspec.structs.replace(drafted, tools=permissions))
        )
        yield living
    finally:
        await living.vault.close()


@asynccontextmanager
async def cascaded(folder: Path, scene: Scene) -> AsyncIterator[Rig]:
    """Recogniser, chat model, voice."""
    async with household(folder, scene) as living:
        clock = ManualClock()
        model = LinedModel(scene.lines, scene.cloud, clock)
        living.thinking(model)
        conversation = await living.begin()
        rig = EngineRig(living, conversation, clock)
        silent = any(isinstance(line, Fails) and line.silent for line in scene.lines)
        # A model that hangs does so in virtual time, which must not be held.
        responder = conversation.responder
        rig.build(responder if silent else HeldResponder(responder, rig.duplex.hold), by_ear=False)
        rig.how_much_sent = lambda: model.asked
        async with rig.running():
            yield rig


@dataclass
class RealtimeRig:
    """The realtime engine and the server behind it."""

    rig: EngineRig
    server: RealtimeServer
    model: RealtimeModel
    responder: RealtimeResponder
    notices: list[str]


@asynccontextmanager
async def realtime_rig(
    folder: Path,
    scene: Scene,
    *,
    beta: bool = False,
    answers: tuple[Answer, ...] | None = None,
    attention: Attention | None = None,
) -> AsyncIterator[RealtimeRig]:
    """A speech-to-speech model by the Realtime protocol. answers: instead of the scene's lines."""
    scripted = tuple(map(_answer, scene.lines)) if answers is None else answers
    async with AsyncExitStack() as stack:
        living = await stack.enter_async_context(household(folder, scene))
        server = await stack.enter_async_context(realtime_server(*scripted, beta=beta))
        clock = ManualClock()
        patience = Patience(connect=5.0, first=15.0, between=8.0)
        model = RealtimeModel(server.url, "m", clock=clock, relays=scene.cloud, patience=patience)
        conversation = await living.begin()
        notices: list[str] = []
        rig = EngineRig(living, conversation, clock)
        responder = RealtimeResponder(conversation, model, clock=clock, on_notice=notices.append)
        stack.push_async_callback(_closed, responder, rig)
        rig.build(responder, by_ear=True, attention=attention)
        rig.how_much_sent = lambda: server.bytes_in + len(server.connections)
        rig.how_much_kept = server.kept
        await stack.enter_async_context(rig.running())
        yield RealtimeRig(rig, server, model, responder, notices)


async def _closed(responder: RealtimeResponder, rig: EngineRig) -> None:
    closing = asyncio.create_task(responder.aclose())
    await rig.duplex.run(closing.done, limit=30)
    await closing


@asynccontextmanager
async def realtime(folder: Path, scene: Scene) -> AsyncIterator[Rig]:
    async with realtime_rig(folder, scene) as whole:
        yield whole.rig


@asynccontextmanager
async def realtime_beta(folder: Path, scene: Scene) -> AsyncIterator[Rig]:
    async with realtime_rig(folder, scene, beta=True) as whole:
        yield whole.rig


def _answer(line: Line) -> Answer:
    match line:
        case str():
            return Say(line)
        case UsesTool(name):
            return Call(name, times=2)
        case Fails(silent=True):
            return Silent()
        case Fails():
            return Fail()
