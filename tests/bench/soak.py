"""Hours of a household's day, looking for anything that sticks or grows.

Four hours at accelerated pace: real voice activity (Silero), real echo cancelling (WebRTC's) of a room with
reverberation and noise, the real encrypted journal, memory and offline brain; the recogniser is told by the
script what was said, and the voice says everything in the same real sound. People ask, murmur, interrupt, say
"停", pause for two seconds in mid-sentence, mute, press the button; others talk while it sleeps; the device
goes and comes back, the machine sleeps. Every frame is looked at: each waiting state must hold a wake-up and
none be older than its limit; every scene must come to rest. Memory (RSS), objects, tasks, handles and the
database are read once a minute, printed by the hour, and their growth fitted.

An hour of silence and an hour of nothing but talk are measured the same way. ``--real-minutes N`` plays the
same scenes in real time with the real recogniser, end of turn and voice over the file duplex.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from random import Random

from app import heap
from app.demo.held import HeldResponder
from app.speech import Speech, style_of
from core.audio.echo_cancelling import EchoCancellingDuplex
from core.audio.echo_path import EchoPath
from core.audio.frames import Samples
from core.audio.webrtc_echo import WebRtcEchoCanceller
from core.clock import ManualClock, SystemClock
from core.speech.ports import Hints
from core.speech.silero import SileroVad
from core.turn.attention import Attention
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import ELDER
from core.turn.states import Settings
from core.vault.database import DATABASE
from tests.bench.endurance import room as scenes
from tests.bench.endurance import spoken
from tests.bench.endurance.home import CountingRecorder, HeldHabits, Home, home
from tests.bench.endurance.room import Room
from tests.bench.endurance.spoken import Parrot, Prompter, Remembering, Script, made
from tests.bench.endurance.watch import MEGABYTE, Reading, Watch, by_hour, slope
from tests.bench.report import Figure, figure, publish
from tests.bench.speech_set import models_or_leave
from tests.support.endless import EndlessFake, EndlessFile

CLIPS = (
    *spoken.QUESTIONS,
    *spoken.MURMURS,
    *spoken.OTHERS,
    spoken.STOP,
    spoken.CONTENT,
    spoken.CALLED,
    spoken.ANSWER,
)
ROOM = EchoPath(delay=0.04, gain_db=-12.0, reverberation=0.3, noise_dbfs=-65.0)
FOLLOW_UP = 20.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one run. seconds: of the conversation; took: of the machine."""

    name: str
    seconds: float
    took: float
    room: Room
    watch: Watch
    written: CountingRecorder
    left_tasks: int
    underruns: int

    @property
    def faults(self) -> list[str]:
        left = [f"{self.left_tasks} tasks left"] if self.left_tasks else []
        return [*self.watch.stuck, *left]


async def accelerated(
    name: str, seconds: float, mixture: Mapping[str, int], clips: Mapping[str, Samples], at: Home
) -> Outcome:
    """In virtual time. Attention is asked for by name in a mixture with others in it, else always given."""
    clock, script = ManualClock(), Script()
    ground = EndlessFake(clock, ROOM)
    ear = Remembering(EchoCancellingDuplex(ground, WebRtcEchoCanceller()))
    room = Room(ground, clock, clips, script, Random(1))
    conversation = await at.begin()
    written = CountingRecorder(conversation.recorder, ground.hold)
    engine = Engine(
        ear,
        Listener(SileroVad(), Prompter(ear, script, clock)),
        Speaker(Parrot(clips)),
        HeldResponder(conversation.responder, ground.hold),
        written,
        clock=clock,
        settings=Settings(patience=ELDER, acknowledge_after=1.5),
        on_change=room.shown,
        habits=HeldHabits(at.household.habits(conversation), ground.hold),
        attention=_attention(mixture),
    )
    watch = Watch(engine, at.vault.folder / DATABASE, ground.now)
    room.engine, room.watch = engine, watch
    before, began = len(asyncio.all_tasks()), time.monotonic()
    async with ear:
        running = asyncio.create_task(engine.run())
        people = asyncio.create_task(room.live(seconds, mixture))

        def until() -> bool:
            watch.look()
            return people.done() or running.done()

        await ground.run(until, limit=seconds + 600)
        await people
        engine.close()
        await ground.run(running.done)
        await running
    await conversation.end()
    left = len(asyncio.all_tasks()) - before
    took = time.monotonic() - began
    return Outcome(name, ground.now(), took, room, watch, written, left, ground.health().underruns)


async def in_real_time(seconds: float, speech: Speech, clips: Mapping[str, Samples], at: Home) -> Outcome:
    """Everything real."""
    clock, script = SystemClock(), Script()
    ground = EndlessFile(clock, ROOM)
    duplex = EchoCancellingDuplex(ground, WebRtcEchoCanceller())
    room = Room(ground, clock, clips, script, Random(1))
    conversation = await at.begin()
    written = CountingRecorder(conversation.recorder, nullcontext)
    words = await at.household.words(at.role)
    engine = Engine(
        duplex,
        Listener(SileroVad(), speech.recognizer, speech.end_of_turn, Hints(words=words)),
        Speaker(speech.voice, style_of(at.role)),
        conversation.responder,
        written,
        clock=clock,
        settings=Settings(patience=ELDER, acknowledge_after=1.5),
        on_change=room.shown,
        habits=at.household.habits(conversation),
        attention=_attention(scenes.MIXED),
    )
    watch = Watch(engine, at.vault.folder / DATABASE, ground.now)
    room.engine, room.watch = engine, watch
    before, began = len(asyncio.all_tasks()), time.monotonic()
    async with duplex:
        running = asyncio.create_task(engine.run())
        people = asyncio.create_task(room.live(seconds, scenes.MIXED))
        while not (people.done() or running.done()):
            watch.look()
            await asyncio.sleep(0.05)
        await people
        engine.close()
        await running
    await conversation.end()
    left = len(asyncio.all_tasks()) - before
    took = time.monotonic() - began
    return Outcome("real time", took, took, room, watch, written, left, ground.health().underruns)


def _attention(mixture: Mapping[str, int]) -> Attention:
    return Attention(FOLLOW_UP, (spoken.NAME,)) if "others_talk" in mixture else Attention()


def figures_of(outcome: Outcome) -> list[Figure]:
    """Growth is fitted over what follows the first eighth: caches fill, arenas are touched."""
    name, readings = outcome.name, outcome.watch.readings
    after = outcome.seconds / 8

    def growth(what: str, unit: str, scale: float = 1.0, target: float | None = None) -> Figure:
        def value(one: Reading) -> float:
            return float(getattr(one, what)) / scale

        return figure(f"{name}: growth of {what}", unit, slope(readings, value, after), target=target)

    return [
        figure(f"{name}: faults (stuck states, tasks left)", "", len(outcome.faults), target=0),
        growth("rss", "MB an hour", MEGABYTE),
        growth("native", "MB an hour", MEGABYTE),
        growth("blocks", "blocks an hour"),
        growth("objects", "objects an hour"),
        growth("tasks", "tasks an hour"),
        growth("handles", "handles an hour"),
        growth("database", "MB an hour", MEGABYTE),
        figure(f"{name}: self-interruptions", "", outcome.room.self_interruptions, target=0),
        figure(f"{name}: voices of its own it ducked for", "", outcome.room.echoes),
        figure(f"{name}: murmurs that stopped an answer", "", outcome.room.murmurs_that_stopped),
        figure(f"{name}: woken by others' talk", "", outcome.room.woken_by_others, target=0),
        figure(f"{name}: output underruns", "", outcome.underruns, target=0),
    ]


def notes_of(outcome: Outcome) -> list[str]:
    room, pace = outcome.room, outcome.seconds / outcome.took
    return [
        f"\n### {outcome.name}: {outcome.seconds / 60:.0f} min in {outcome.took:.0f} s ({pace:.0f} × real time)\n",
        *by_hour(outcome.watch.readings, 3600.0 if outcome.seconds > 3700 else 600.0),
        "",
        f"scenes: {dict(room.done)}; states entered: {outcome.watch.entered}; "
        f"turns {len(outcome.written.turns)}, answers {outcome.written.ended}",
        *(f"- FAULT: {fault}" for fault in outcome.faults),
    ]


async def main(hours: float, single: float, real: float) -> tuple[list[Figure], list[str]]:
    """hours: of the mixture; single: of silence and of talk each; real: minutes in real time."""
    models = models_or_leave("soak")
    outcomes: list[Outcome] = []
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banyan-soak-")))
        speech = await stack.enter_async_context(Speech(models))
        clips = await made(speech, CLIPS)
        at = await stack.enter_async_context(home(folder, models))
        if real:
            outcomes.append(await in_real_time(real * 60, speech, clips, at))
        speech.let_go()
        for name, seconds, mixture in (
            ("mixed", hours * 3600, scenes.MIXED),
            ("an hour of silence", single * 3600, scenes.SILENCE),
            ("an hour of talk", single * 3600, scenes.TALK),
        ):
            if seconds and not real:
                outcomes.append(await accelerated(name, seconds, mixture, clips, at))
                print("\n".join(notes_of(outcomes[-1])), flush=True)
    return [one for outcome in outcomes for one in figures_of(outcome)], [
        line for outcome in outcomes for line in notes_of(outcome)
    ]


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="minutes instead of hours")
    parser.add_argument("--hours", type=float, default=4.0, help="of the mixture, at accelerated pace")
    parser.add_argument(
        "--real-minutes", type=float, default=0.0, help="instead: everything real, in real time"
    )
    return parser.parse_args()


if __name__ == "__main__":
    heap.keep_few_arenas()  # as the command does
    asked = _asked()
    of_single = 0.05 if asked.quick else 1.0
    measured, told = asyncio.run(main(0.1 if asked.quick else asked.hours, of_single, asked.real_minutes))
    publish("soak", measured, notes=told)
    raise SystemExit(any(one.met is False for one in measured))
