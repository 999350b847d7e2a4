"""A room with a companion and people in it: scenes of talk, silence, interruptions and faults, by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from core.audio.frames import INPUT_RATE, Samples
from core.clock import Clock, ManualClock
from core.turn import captions
from core.turn.engine import Engine
from tests.bench.endurance import spoken
from tests.bench.endurance.spoken import Script
from tests.bench.endurance.watch import Watch

TICK = 0.02
PATIENCE = 60.0
"""Seconds in which every scene must come to rest."""


class Ground(Protocol):
    """The duplex at the bottom, where people speak and faults happen."""

    def now(self) -> float: ...

    def say(self, pcm: Samples) -> float: ...

    def lose(self, seconds: float) -> None: ...


@dataclass
class Room:
    """done: how often each scene was played. echoes: voices of its own that it ducked for.
    self_interruptions: answers that ended early although nobody had spoken, nor pressed anything."""

    ground: Ground
    clock: Clock
    clips: Mapping[str, Samples]
    script: Script
    chance: Random
    engine: Engine | None = None
    watch: Watch | None = None
    done: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    echoes: int = 0
    self_interruptions: int = 0
    murmurs_that_stopped: int = 0
    woken_by_others: int = 0
    _meant: bool = False

    # What is seen

    def shown(self, caption: captions.Caption) -> None:
        match caption:
            case captions.StateChanged(state):
                now = self.clock.monotonic()
                self.echoes += state == "overlap" and not self.script.speaking(now, within=1.0)
            case captions.AnswerEnded(outcome=outcome):
                self.answers[outcome] += 1
                spoken_to = self.script.speaking(self.clock.monotonic(), within=6.0)
                self.self_interruptions += outcome == "interrupted" and not (spoken_to or self._meant)

    @property
    def here(self) -> Engine:
        assert self.engine is not None
        return self.engine

    # What people do

    async def wait(self, seconds: float) -> None:
        await self.clock.sleep_until(self.clock.monotonic() + seconds)

    async def until(self, condition: Callable[[], bool], limit: float = PATIENCE) -> bool:
        end = self.clock.monotonic() + limit
        while not condition():
            if self.clock.monotonic() >= end:
                return False
            await self.wait(TICK)
        return True

    async def say(self, text: str, *, part: tuple[float, float] = (0.0, 1.0)) -> None:
        """Say it, or the part of it between two shares; returns when it is over."""
        clip = self.clips[text]
        pcm = clip[round(part[0] * len(clip)) : round(part[1] * len(clip))]
        ended = self.ground.say(pcm) + self.clock.monotonic() - self.ground.now()
        words = text[round(part[0] * len(text)) : round(part[1] * len(text))]
        self.script.said(words, ended - len(pcm) / INPUT_RATE, ended)
        await self.clock.sleep_until(ended)

    async def ask(self) -> bool:
        """Ask something; whether an answer begins to sound."""
        if self.here.asleep:
            await self.call()
        await self.say(self.chance.choice(spoken.QUESTIONS))
        return await self.until(lambda: self.here.state == "speaking", 40.0)

    async def call(self) -> None:
        if self.chance.random() < 0.5:
            self.here.wake()
            return
        await self.say(spoken.CALLED)
        if await self.until(lambda: not self.here.asleep, 8.0):
            await self.until(lambda: self.here.state == "idle", 40.0)
            await self.wait(0.5)

    async def rest(self) -> None:
        """Every scene ends with nobody having the floor."""
        if not await self.until(lambda: self.here.state == "idle", PATIENCE):
            assert self.watch is not None
            self.watch.stuck.append(f"not at rest: {self.here.state} at {self.ground.now():.0f} s")
            self.here.stop_speaking()

    # Scenes

    async def question(self) -> None:
        await self.ask()

    async def murmur(self) -> None:
        if await self.ask():
            await self.wait(0.8)
            before = self.answers["interrupted"]
            await self.say(self.chance.choice(spoken.MURMURS))
            await self.until(lambda: self.here.state == "idle", 40.0)
            self.murmurs_that_stopped += self.answers["interrupted"] - before

    async def stop_word(self) -> None:
        if await self.ask():
            await self.wait(1.0)
            await self.say(spoken.STOP)

    async def content(self) -> None:
        if await self.ask():
            await self.wait(1.0)
            await self.say(spoken.CONTENT)
            await self.wait(2.0)

    async def slow_speaker(self) -> None:
        if self.here.asleep:
            self.here.wake()
        text = spoken.QUESTIONS[1]
        await self.say(text, part=(0.0, 0.5))
        await self.wait(2.0)
        await self.say(text, part=(0.5, 1.0))
        await self.until(lambda: self.here.state == "speaking", 40.0)

    async def silence(self) -> None:
        await self.wait(self.chance.uniform(10.0, 60.0))

    async def others_talk(self) -> None:
        if not await self.until(lambda: self.here.asleep, 30.0):
            return
        for _ in range(self.chance.randrange(2, 6)):
            await self.say(self.chance.choice(spoken.OTHERS))
            await self.wait(self.chance.choice((0.3, 1.0, 4.0)))
        self.woken_by_others += not self.here.asleep

    async def unplugged(self) -> None:
        gone = self.chance.choice((0.5, 2.0, 8.0, 25.0))
        when = self.chance.choice(("idle", "talking", "answering"))
        if when == "talking":
            if self.here.asleep:
                self.here.wake()
            await self.say(spoken.CONTENT, part=(0.0, 0.6))
        elif when == "answering" and await self.ask():
            await self.wait(0.7)
        self.ground.lose(gone)
        await self.wait(gone + 6.0)

    async def muted(self) -> None:
        if self.chance.random() < 0.5:
            await self.ask()
        self.here.mute()
        await self.say(spoken.CONTENT)
        self.here.unmute()

    async def button(self) -> None:
        if await self.ask():
            await self.wait(self.chance.uniform(0.0, 2.0))
            self.here.stop_speaking()
        await self.say(spoken.QUESTIONS[2], part=(0.0, 0.8))
        self.here.explicit_end()

    async def machine_slept(self) -> None:
        """Its clock runs on while nothing else does; only virtual time can be made to."""
        if isinstance(self.clock, ManualClock):
            self.clock.advance(self.chance.choice((2.0, 20.0)))
        await self.wait(1.0)

    async def live(self, seconds: float, scenes: Mapping[str, int]) -> None:
        """Play scenes, as often as their weights say, for so long."""
        names, weights = list(scenes), list(scenes.values())
        end = self.clock.monotonic() + seconds
        while self.clock.monotonic() < end:
            name = self.chance.choices(names, weights)[0]
            scene: Callable[[], Awaitable[None]] = getattr(self, name)
            self.done[name] += 1
            self._meant = name in ("unplugged", "button", "machine_slept")
            await scene()
            await self.rest()
            await self.wait(self.chance.choice((0.5, 2.0, 5.0)))


MIXED = {
    "question": 5,
    "murmur": 4,
    "stop_word": 3,
    "content": 3,
    "slow_speaker": 3,
    "silence": 6,
    "others_talk": 4,
    "unplugged": 3,
    "muted": 2,
    "button": 2,
    "machine_slept": 1,
}
TALK = {"question": 4, "murmur": 2, "stop_word": 1, "content": 1, "slow_speaker": 1}
SILENCE = {"silence": 1}
