"""Our engine in virtual time: real ears, recogniser and canceller, a voice prepared beforehand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from app.speech import Speech
from core.audio.duplex import Duplex
from core.audio.echo import EchoState
from core.audio.echo_cancelling import EchoCancellingDuplex
from core.audio.echo_path import EchoPath
from core.audio.fake import FakeDuplex
from core.audio.frames import Samples
from core.audio.webrtc_echo import WebRtcEchoCanceller
from core.clock import ManualClock
from core.speech.silero import SileroVad
from core.turn.captions import Caption
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import BRISK
from core.turn.ports import Turn
from core.turn.states import Settings
from tests.bench.turn_set.forgetful import ForgetfulDuplex
from tests.bench.turn_set.hastened import Charged, ChargedEnd, Hastened
from tests.bench.turn_set.prepared import PreparedVoice


class Sentences:
    """A responder that says the same sentences to everything."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)

    async def reply(self, turn: Turn) -> AsyncIterator[str]:
        for sentence in self.sentences:
            yield sentence

    def failure(self, turn: Turn, error: Exception) -> str:
        return self.sentences[0]


@dataclass(slots=True)
class Kept:
    """A recorder that keeps how much of each sentence was heard: its text, and how many characters."""

    heard: list[tuple[str, int]] = field(default_factory=list)

    async def user_spoke(self, turn: Turn) -> None:
        """The turns are told by the captions."""

    async def assistant_spoke(self, turn: int, index: int, text: str, heard: int, *how: object) -> None:
        self.heard.append((text, heard))

    async def answer_ended(self, *outcome: object) -> None:
        """The endings are told by the captions."""


@dataclass(slots=True)
class Rehearsal:
    """What is under way. told: every caption, and when, in virtual seconds after opening."""

    duplex: FakeDuplex
    engine: Engine
    time: Hastened
    recorder: Kept
    canceller: EchoCancellingDuplex | None
    told: list[tuple[float, Caption]]

    @property
    def echo(self) -> EchoState | None:
        return self.canceller.echo() if self.canceller else None


@asynccontextmanager
async def rehearsal(
    speech: Speech,
    voice: PreparedVoice,
    answer: Sequence[str],
    script: Iterable[tuple[float, Samples]],
    echo: EchoPath | None = None,
    *,
    forgets: bool = False,
) -> AsyncIterator[Rehearsal]:
    """An engine that hears ``script`` and, in the room ``echo``, itself: put together as the product
    puts it together. Nothing moves but by ``time.run``. forgets: nothing is recorded."""
    clock = ManualClock()
    hastened, told = Hastened(clock), []
    virtual = (ForgetfulDuplex if forgets else FakeDuplex)(clock, script, echo)
    async with virtual:
        canceller = EchoCancellingDuplex(virtual, WebRtcEchoCanceller()) if echo else None
        duplex: Duplex = canceller or virtual
        recorder = Kept()
        engine = Engine(
            duplex,
            Listener(
                SileroVad(),
                Charged(speech.recognizer, hastened),
                ChargedEnd(speech.end_of_turn, hastened) if speech.end_of_turn else None,
            ),
            Speaker(voice),
            Sentences(answer),
            recorder,
            clock=clock,
            settings=Settings(patience=BRISK),
            on_change=lambda caption: told.append((virtual.now(), caption)),
        )
        running = asyncio.create_task(engine.run())
        try:
            yield Rehearsal(virtual, engine, hastened, recorder, canceller, told)
        finally:
            engine.close()
            await hastened.run(running.done)
            await running
