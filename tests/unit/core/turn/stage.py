"""A stage for the driver in virtual time: sound whose samples spell what was said, and honest players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.audio.fake import FakeDuplex
from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Samples
from core.clock import ManualClock
from core.errors import Unavailable
from core.speech.ports import Hints, Mark, SpokenChunk, Style, Transcript
from core.speech.wake import WakeWord
from core.text import language_of
from core.turn.attention import Attention
from core.turn.captions import Caption
from core.turn.engine import Engine, Listener, Speaker
from core.turn.ports import Delivery, Turn
from core.turn.states import Settings

SYLLABLE = 0.16
"""Seconds of one spoken character of the user."""
CHARACTER = 0.1
"""Seconds of one spoken character of the assistant."""
_BASE = 2_000


class Alphabet:
    """Every character has a loudness of its own, so that sound can be read back exactly."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._characters: dict[int, str] = {}

    def number(self, character: str) -> int:
        if character not in self._numbers:
            value = _BASE + 4 * (len(self._numbers) + 1)
            self._numbers[character], self._characters[value] = value, character
        return self._numbers[character]

    def spoken(self, text: str) -> Samples:
        """The user says it: every character a steady level, a dip of 10 ms after it."""
        length = int(SYLLABLE * INPUT_RATE)
        parts = []
        for character in text:
            part = np.full(length, self.number(character), np.int16)
            part[-160:] = 1_000
            parts.append(part)
        return np.concatenate(parts)

    def read(self, audio: Samples) -> str:
        """What was said in ``audio``; of a character at least 100 ms must be there."""
        text, run, previous = "", 0, 0
        for value in (*audio.tolist(), 0):
            if value == previous:
                run += 1
                continue
            if previous in self._characters and run >= 1_600:
                text += self._characters[previous]
            previous, run = value, 1
        return text


@dataclass
class LoudnessVad:
    """Sound is voice."""

    def probability(self, chunk: Samples) -> float:
        return 0.95 if np.mean(np.abs(chunk.astype(np.int32))) > 400 else 0.02

    def reset(self) -> None:
        pass


@dataclass
class ReadingRecognizer:
    """Reads the sound back after ``takes`` virtual seconds; counts how many run at once."""

    alphabet: Alphabet
    clock: ManualClock
    takes: float = 0.3
    confidence: float = 0.9
    broken: bool = False
    calls: list[tuple[str, str]] = field(default_factory=list)
    running: int = 0
    most: int = 0

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        return await self._read("draft", audio)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        return await self._read("final", audio)

    async def _read(self, how: str, audio: Samples) -> Transcript:
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await self.clock.sleep_until(self.clock.monotonic() + self.takes)
            if self.broken:
                raise RuntimeError("no recognition")
            text = self.alphabet.read(audio)
        finally:
            self.running -= 1
        self.calls.append((how, text))
        return Transcript(text, language_of(text), self.confidence if text else 0.0)


@dataclass
class SteadyVoice:
    """Every character 100 ms, in chunks of four, made in ``pace`` of the time they last."""

    clock: ManualClock
    asked: list[str] = field(default_factory=list)
    pace: float = 0.2
    speeds: list[float] = field(default_factory=list)
    broken: bool = False

    async def speak(self, text: str, style: Style) -> AsyncIterator[SpokenChunk]:
        self.asked.append(text)
        self.speeds.append(style.speed)
        if self.broken:
            raise RuntimeError("no voice")
        samples = int(CHARACTER * OUTPUT_RATE)
        for start in range(0, len(text), 4):
            end = min(len(text), start + 4)
            await self.clock.sleep_until(self.clock.monotonic() + (end - start) * CHARACTER * self.pace)
            marks = tuple(Mark((at - start) * samples, at + 1) for at in range(start, end))
            yield SpokenChunk(np.full((end - start) * samples, 5_000, np.int16), start, end, marks, True)


@dataclass
class ScriptedResponder:
    """Answers by ``answers``; a text that is not there raises Unavailable after one sentence."""

    clock: ManualClock
    answers: dict[str, list[str]]
    takes: float = 0.1
    asked: list[str] = field(default_factory=list)
    closed: int = 0

    async def reply(self, turn: Turn) -> AsyncIterator[str]:
        self.asked.append(turn.text)
        try:
            for sentence in self.answers.get(turn.text, []):
                await self.clock.sleep_until(self.clock.monotonic() + self.takes)
                yield sentence
            if turn.text not in self.answers:
                raise Unavailable("brain.server_down")
        finally:
            self.closed += 1

    def failure(self, turn: Turn, error: Exception) -> str:
        return "抱歉，我没有想出来。"


@dataclass
class Notebook:
    """A recorder that keeps what it was told and how much had sounded at the time."""

    clock: ManualClock
    duplex: FakeDuplex
    takes: float = 0.05
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    sounded_before_user: int = 0
    broken: bool = False

    async def user_spoke(self, turn: Turn) -> None:
        await self.clock.sleep_until(self.clock.monotonic() + self.takes)
        if self.broken:
            raise Unavailable("vault.disk_full")
        self.sounded_before_user = int(np.count_nonzero(self.duplex.heard))
        self.rows.append(("user", turn.id, turn.text))

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: str, outcome: str
    ) -> None:
        self.rows.append(("assistant", turn, index, text[:heard], boundary, outcome))

    async def answer_ended(self, turn: int, outcome: str, error: str | None) -> None:
        self.rows.append(("ended", turn, outcome, error))

    def of(self, kind: str) -> list[tuple[Any, ...]]:
        return [row for row in self.rows if row[0] == kind]


@dataclass
class Diary:
    """Habits that only notes what it is told."""

    pauses: list[tuple[float, ...]] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)

    async def paused(self, pauses: Sequence[float]) -> None:
        self.pauses.append(tuple(pauses))

    async def wished(self, delivery: Delivery) -> None:
        self.deliveries.append(delivery)


class Stage:
    """Everything around one engine."""

    def __init__(
        self,
        answers: dict[str, list[str]],
        settings: Settings | None = None,
        *,
        trust: float = 0.8,
        delivery: Delivery | None = None,
        attention: Attention | None = None,
        wake: WakeWord | None = None,
        duplex: Callable[[ManualClock], FakeDuplex] = FakeDuplex,
    ) -> None:
        self.clock = ManualClock()
        self.alphabet = Alphabet()
        self.duplex = duplex(self.clock)
        self.recognizer = ReadingRecognizer(self.alphabet, self.clock)
        self.voice = SteadyVoice(self.clock)
        self.responder = ScriptedResponder(self.clock, answers)
        self.notebook = Notebook(self.clock, self.duplex)
        self.habits = Diary()
        self.captions: list[Caption] = []
        self.watch: Callable[[Caption], None] = lambda _: None
        self.engine = Engine(
            self.duplex,
            Listener(LoudnessVad(), self.recognizer, trust=trust, wake=wake),
            Speaker(self.voice),
            self.responder,
            self.notebook,
            clock=self.clock,
            settings=settings,
            on_change=self._shown,
            habits=self.habits,
            delivery=delivery,
            attention=attention,
        )

    def _shown(self, caption: Caption) -> None:
        self.captions.append(caption)
        self.watch(caption)

    def say(self, at: float, text: str) -> float:
        """The user says ``text`` at ``at``; when it will be over."""
        pcm = self.alphabet.spoken(text)
        self.duplex.say_at(at, pcm)
        return at + len(pcm) / INPUT_RATE

    async def play(self, until: float | Callable[[], bool]) -> None:
        """Run the engine until then, then close it."""
        async with self.duplex:
            running = asyncio.create_task(self.engine.run())
            await self.duplex.run(lambda: running.done() or self._reached(until))
            self.engine.close()
            await self.duplex.run(running.done)
            await running

    def _reached(self, until: float | Callable[[], bool]) -> bool:
        return until() if callable(until) else self.duplex.now() >= until

    def heard_seconds(self) -> float:
        return float(np.count_nonzero(self.duplex.heard)) / OUTPUT_RATE
