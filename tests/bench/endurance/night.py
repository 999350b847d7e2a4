"""Other people's talk while it sleeps: what of it is left, and whether its name still wakes it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from app.demo.held import HeldResponder
from core.audio.echo_cancelling import EchoCancellingDuplex
from core.audio.echo_path import EchoPath
from core.audio.frames import Samples
from core.audio.webrtc_echo import WebRtcEchoCanceller
from core.clock import ManualClock
from core.speech.ports import Recognizer
from core.speech.silero import SileroVad
from core.turn import captions
from core.turn.attention import Attention
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import ELDER
from core.turn.states import Settings
from tests.bench.endurance import spoken
from tests.bench.endurance.home import CountingRecorder, HeldHabits, Home
from tests.bench.endurance.room import Room
from tests.bench.endurance.spoken import Parrot, Prompter, Remembering, Script
from tests.support.endless import EndlessFake

ROOM = EchoPath(delay=0.04, gain_db=-12.0, reverberation=0.3, noise_dbfs=-65.0)
FOLLOW_UP = 20.0
Ears = Callable[[Remembering, Script, ManualClock, EndlessFake], Recognizer]


class Kept(logging.Handler):
    """Log records while inside."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def __enter__(self) -> Kept:
        self._levels = {name: logging.getLogger(name).level for name in ("core", "app")}
        for name in self._levels:
            logging.getLogger(name).addHandler(self)
            logging.getLogger(name).setLevel(logging.DEBUG)
        return self

    def __exit__(self, *exc: object) -> None:
        for name, level in self._levels.items():
            logging.getLogger(name).removeHandler(self)
            logging.getLogger(name).setLevel(level)


@dataclass
class Night:
    """lines: what others said. rows: how many more every table holds that changed. shown, logged: what
    the faces were told and the log holds. most_held: seconds of sound in memory. looked: recognitions.

    After it, called by its name: woken; asleep_again: after the answer, whose sound holds its name.
    turns: what was taken for something said to it, after the call included.
    """

    seconds: float = 0.0
    lines: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    shown: list[captions.Caption] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    most_held: float = 0.0
    looked: int = 0
    turns_asleep: int = 0
    sounded: bool = False
    woken: bool = False
    asleep_again: bool = False
    turns: list[str] = field(default_factory=list)


def prompted(ear: Remembering, script: Script, clock: ManualClock, ground: EndlessFake) -> Recognizer:
    del ground
    return Prompter(ear, script, clock)


async def night(
    seconds: float, others: Sequence[str], clips: Mapping[str, Samples], at: Home, ears: Ears = prompted
) -> Night:
    """So much of other people's talk in virtual time, then a call, an answer, and sleep."""
    clock, script, seen = ManualClock(), Script(), Night()
    told: list[captions.Caption] = []
    ground = EndlessFake(clock, ROOM)
    ear = Remembering(EchoCancellingDuplex(ground, WebRtcEchoCanceller()))
    chance = Random(2)
    room = Room(ground, clock, clips, script, chance)
    conversation = await at.begin()
    written = CountingRecorder(conversation.recorder, ground.hold)
    recognizer = Counted(ears(ear, script, clock, ground))
    engine = Engine(
        ear,
        Listener(SileroVad(), recognizer),
        Speaker(Parrot(clips)),
        HeldResponder(conversation.responder, ground.hold),
        written,
        clock=clock,
        settings=Settings(patience=ELDER),
        on_change=told.append,
        habits=HeldHabits(at.household.habits(conversation), ground.hold),
        attention=Attention(FOLLOW_UP, (spoken.NAME,)),
    )
    room.engine = engine

    async def people() -> None:
        with ground.hold():
            before = await at.rows()
        with Kept() as kept:
            while clock.monotonic() < seconds:
                await room.say(others[seen.lines % len(others)])
                await room.wait(chance.choice((0.3, 0.8, 2.0, 5.0)))
                seen.lines += 1
            await room.wait(3.0)
        seen.seconds = ground.now()
        with ground.hold():
            after = await at.rows()
        seen.rows = {name: after[name] - before[name] for name in after if after[name] != before[name]}
        seen.logged = [f"{record.name}: {record.levelname}" for record in kept.records]
        seen.looked, seen.turns_asleep = recognizer.calls, len(written.turns)
        seen.shown = list(told)  # what is shown from now on is no secret
        seen.sounded = ground._speaker.loud > 0
        await room.say(spoken.CALLED)
        seen.woken = await room.until(lambda: not engine.asleep, 10.0)
        await room.until(lambda: engine.state == "speaking", 20.0)
        await room.until(lambda: engine.state == "idle", 40.0)
        await room.until(lambda: engine.asleep, FOLLOW_UP + 10.0)
        await room.wait(30.0)
        seen.asleep_again, seen.turns = engine.asleep, list(written.turns)

    async with ear:
        running = asyncio.create_task(engine.run())
        talking = asyncio.create_task(people())

        def until() -> bool:
            if engine.asleep:
                seen.most_held = max(seen.most_held, engine._sleeper.held)
            return talking.done() or running.done()

        await ground.run(until, limit=seconds + 300)
        await talking
        engine.close()
        await ground.run(running.done)
        await running
    await conversation.end()
    return seen


class Counted:
    """A recogniser and how often it was asked."""

    def __init__(self, recognizer: Recognizer) -> None:
        self._recognizer = recognizer
        self.calls = 0

    async def draft(self, audio, hints):  # type: ignore[no-untyped-def]
        self.calls += 1
        return await self._recognizer.draft(audio, hints)

    async def final(self, audio, hints):  # type: ignore[no-untyped-def]
        self.calls += 1
        return await self._recognizer.final(audio, hints)
