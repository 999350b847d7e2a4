"""A stage on which everything may fail now and then, and a life on it that chance writes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random

import numpy as np

from core.errors import Unavailable
from core.speech.ports import Samples, SpokenChunk, Style
from core.turn import captions
from core.turn.attention import Attention
from core.turn.hindsight import LONGEST
from core.turn.policies.patience import BRISK, ELDER
from core.turn.ports import Delivery, Turn
from core.turn.states import Idle, Settings, Suspended
from tests.unit.core.turn.stage import (
    Diary,
    Notebook,
    ReadingRecognizer,
    ScriptedResponder,
    Stage,
    SteadyVoice,
)

SECONDS = 40.0
QUIET = 12.0
"""Seconds at the end in which nobody does anything."""
SAID = (
    "退货要多久才能到账",
    "嗯",
    "停",
    "等一下",
    "我女儿住在",
    "说慢一点",
    "再说一遍",
    "大声点",
    "伴言",
    "伴言现在几点",
    "现在几点",
)
ANSWERS = {
    "退货要多久才能到账": ["退货期限是签收后七天内。", "到账要三个工作日。"],
    "现在几点": ["三点。"],
    "伴言现在几点": ["三点。", "", "还早。"],
}
DEEDS = ("mute", "unmute", "stop", "end", "wake", "lose", "sleep")
UNHEARD = frozenset(DEEDS) - {"stop"} | {"drop"}
"""After these not everything that is said is heard, and need not be."""


class _Chance:
    chance: Random
    often: float

    def maybe(self) -> None:
        if self.chance.random() < self.often:
            raise self.chance.choice((RuntimeError("broken"), Unavailable("vault.disk_full"), OSError(28)))


class _Recognizer(ReadingRecognizer, _Chance):
    async def _read(self, how: str, audio: np.ndarray):  # type: ignore[no-untyped-def]
        self.maybe()
        return await super()._read(how, audio)


class _Voice(SteadyVoice, _Chance):
    async def speak(self, text: str, style: Style) -> AsyncIterator[SpokenChunk]:
        self.maybe()
        async for chunk in super().speak(text, style):
            yield chunk
            self.maybe()


class _Responder(ScriptedResponder, _Chance):
    async def reply(self, turn: Turn) -> AsyncIterator[str]:
        self.takes = self.chance.choice((0.1, 0.1, 3.0))
        async for sentence in super().reply(turn):
            yield sentence
            self.maybe()

    def failure(self, turn: Turn, error: Exception) -> str:
        self.maybe()
        return super().failure(turn, error)


class _Notebook(Notebook, _Chance):
    """A row that is not kept was told all the same: what it was told is looked at."""

    async def user_spoke(self, turn: Turn) -> None:
        self.maybe()
        await super().user_spoke(turn)

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: str, outcome: str
    ) -> None:
        await super().assistant_spoke(turn, index, text, heard, boundary, outcome)
        self.maybe()

    async def answer_ended(self, turn: int, outcome: str, error: str | None) -> None:
        await super().answer_ended(turn, outcome, error)
        self.maybe()


class _Diary(Diary, _Chance):
    async def paused(self, pauses: tuple[float, ...]) -> None:
        self.maybe()
        await super().paused(pauses)

    async def wished(self, delivery: Delivery) -> None:
        self.maybe()
        await super().wished(delivery)


class Melody(_Chance):
    """An end of turn that guesses, late or never."""

    def __init__(self, stage: Stage) -> None:
        self._clock = stage.clock

    async def p_end(self, audio: Samples) -> float:
        self.maybe()
        await self._clock.sleep_until(self._clock.monotonic() + self.chance.choice((0.04, 0.3)))
        return self.chance.random()


_FAILING = {
    ReadingRecognizer: _Recognizer,
    SteadyVoice: _Voice,
    ScriptedResponder: _Responder,
    Notebook: _Notebook,
    Diary: _Diary,
}


class Failing(Stage):
    """often: how likely each call of a port is to fail."""

    def __init__(self, chance: Random, settings: Settings, attention: Attention) -> None:
        super().__init__(ANSWERS, settings, attention=attention)
        self.often = chance.choice((0.0, 0.1, 0.4))
        melody = Melody(self)
        ports = (self.recognizer, self.voice, self.responder, self.notebook, self.habits, melody)
        for port in ports:
            port.__class__ = _FAILING.get(type(port), type(port))
            port.chance, port.often = chance, self.often  # type: ignore[union-attr]
        if chance.random() < 0.5:
            self.engine._recognition._end_of_turn = melody
        self.attention = attention


@dataclass
class Life:
    """What was seen of one conversation, frame by frame.

    deeds: what was done besides speaking. silences: (from, until) in seconds, in which nothing may sound.
    """

    stage: Failing
    deeds: frozenset[str] = frozenset()
    silences: list[tuple[float, float]] = field(default_factory=list)
    _silent_since: float | None = None
    _overdue: int | None = None

    def look(self) -> None:
        """Law 1 as it is lived, and when nobody of ours has the floor."""
        engine, now = self.stage.engine, self.stage.clock.monotonic()
        state = engine._coordinator.state
        if not isinstance(state, Idle | Suspended) or "lost" in engine._coordinator._mind.deaf:
            assert engine._hindsight.wake is not None, f"{engine.state} has no wake-up"
            assert engine._hindsight.wake.at == engine._coordinator.wake_at
            assert engine._hindsight.wake.at is not None
            wake = engine._hindsight.wake
            if wake.at < now and wake.timer == self._overdue:
                raise AssertionError(f"nobody was woken from {engine.state}")
            # Who may be speaking is given the second in which their sound may still be on its way.
            patience = LONGEST if engine.state in ("listening", "deciding") else 0.0
            self._overdue = wake.timer if wake.at < now - 0.02 - patience else None
        silent = engine.state in ("idle", "listening", "deciding", "suspended")
        if silent and not engine._etiquette.aside.sounding:
            if self._silent_since is None:
                self._silent_since = self.stage.duplex.now()
        elif self._silent_since is not None:
            self.silences.append((self._silent_since, self.stage.duplex.now() - 0.02))
            self._silent_since = None

    def heard_of(self, turn: int, index: int) -> list[int]:
        """How many characters of a sentence the faces were told to have been heard, in order."""
        return [
            c.heard
            for c in self.stage.captions
            if isinstance(c, captions.AssistantHeard) and (c.turn, c.index) == (turn, index)
        ]


def _happenings(chance: Random, stage: Failing) -> list[tuple[float, str]]:
    """Speech is written on the tape; the rest is done at its time."""
    at, done = 0.3, []
    while at < SECONDS - QUIET:
        at = stage.say(at, chance.choice(SAID)) + chance.choice((0.3, 0.7, 1.5, 4.0))
    many = range(chance.choice((0, 0, 2, 5, 9)))
    done += [(chance.uniform(0.1, SECONDS - QUIET), chance.choice(DEEDS)) for _ in many]
    if chance.random() < 0.3:
        stage.duplex.drop_frames(chance.uniform(1, 20), chance.randrange(1, 40))
        done.append((0.0, "drop"))
    if chance.random() < 0.4:
        stage.duplex.underrun(chance.uniform(1, 20), chance.choice((0.1, 0.5, 2.0, 24.0)))
    return sorted(done)


def _do(stage: Failing, deed: str, chance: Random) -> None:
    match deed:
        case "mute":
            stage.engine.mute()
        case "unmute":
            stage.engine.unmute()
        case "stop":
            stage.engine.stop_speaking()
        case "end":
            stage.engine.explicit_end()
        case "wake":
            stage.engine.wake()
        case "lose":
            gone = chance.choice((0.2, 1.0, 6.0, SECONDS))
            stage.duplex.lose_device(stage.duplex.now(), stage.duplex.now() + gone)
        case "sleep":  # the machine's; its clock runs on
            stage.clock.advance(chance.choice((0.5, 2.0, 10.0)))


async def lived(seed: int) -> Life:
    """One conversation from its beginning to its close, the same for the same seed."""
    chance = Random(seed)
    settings = Settings(
        patience=chance.choice((BRISK, ELDER)),
        draft_early=chance.random() < 0.8,
        acknowledge_after=chance.choice((None, 1.5)),
    )
    sleepy = (Attention(10.0, ("伴言",)), Attention(3.0, ("伴言",)))
    stage = Failing(chance, settings, chance.choice((Attention(), Attention(), *sleepy)))
    deeds = _happenings(chance, stage)
    life = Life(stage, frozenset(deed for _, deed in deeds))
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())

        def until() -> bool:
            if not running.done():
                life.look()
            while deeds and deeds[0][0] <= stage.duplex.now():
                _do(stage, deeds.pop(0)[1], chance)
            return running.done() or stage.duplex.now() >= SECONDS

        await stage.duplex.run(until)
        assert not running.done(), "nothing that fails ends the conversation"
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    return life
