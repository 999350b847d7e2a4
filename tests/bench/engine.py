"""What the turn engine itself costs: processor time per second of sound, models and echo cancelling aside.

A conversation in real time over the file duplex, with ears, recogniser and voice that cost nothing:
the ear compares one number, the recogniser knows its sentence, the voice hands over sound it made
before. Every eight seconds someone speaks for two, is understood, answered for three seconds, and once
in two answers interrupts. What is counted is the processor time of the whole process, so the duplex
that paces and records is in it; *bare duplex* drains the same frames of the same sound and does nothing,
and what remains when it is taken off is the engine's: deciding, keeping the turn's sound, following the
playback, writing down. A machine that is busy besides makes every waking dearer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import numpy as np

from core.audio.file_duplex import FileDuplex
from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Samples
from core.clock import SystemClock
from core.speech.ports import Hints, SpokenChunk, Style, Transcript
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import BRISK
from core.turn.ports import Turn
from core.turn.states import Settings
from tests.bench.report import Figure, figure, publish, quick

PERIOD, SPOKEN, INTERRUPTED_AT = 8.0, 2.0, 4.5
ANSWER = ("好的，我记住了。", "还有别的事情吗？")


class OneNumber:
    """A voice is where the chunk's middle is loud."""

    def probability(self, chunk: Samples) -> float:
        return 0.95 if abs(int(chunk[256])) > 100 else 0.02

    def reset(self) -> None:
        """There is no state."""


class Knowing:
    """A recogniser that need not listen."""

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        return Transcript("请问退货期限是几天？", "zh", 0.95)

    final = draft


class Ready:
    """A voice whose sound is made already, half a second a chunk."""

    def __init__(self) -> None:
        self._pcm = tone(0.5, OUTPUT_RATE)

    async def speak(self, text: str, style: Style) -> AsyncIterator[SpokenChunk]:
        middle = len(text) // 2
        for start, end in ((0, middle), (middle, len(text))):
            yield SpokenChunk(self._pcm, start, end)


class Prompt:
    """A responder with two sentences at once, each a second and a half of sound with what is around it."""

    async def reply(self, turn: Turn) -> AsyncIterator[str]:
        for sentence in (*ANSWER, ANSWER[0]):
            yield sentence

    def failure(self, turn: Turn, error: Exception) -> str:
        return ANSWER[0]


@dataclass
class Counting:
    """A recorder that only counts."""

    turns: int = 0
    ended: list[str] = field(default_factory=list)

    async def user_spoke(self, turn: Turn) -> None:
        self.turns += 1

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: str, outcome: str
    ) -> None: ...

    async def answer_ended(self, turn: int, outcome: str, error: str | None) -> None:
        self.ended.append(outcome)


def tone(seconds: float, rate: int) -> Samples:
    """Loud everywhere that :class:`OneNumber` looks."""
    return np.full(round(seconds * rate), 4000, np.int16)


def script(duplex: FileDuplex, seconds: float, *, speaks: bool) -> None:
    """Who says what until then, and the end of the input."""
    for number in range(int(seconds / PERIOD) if speaks else 0):
        duplex.say_at(number * PERIOD + 0.5, tone(SPOKEN, INPUT_RATE))
        if number % 2:
            duplex.say_at(number * PERIOD + INTERRUPTED_AT, tone(0.8, INPUT_RATE))
    duplex.say_at(seconds - 0.02, np.zeros(INPUT_RATE // 50, np.int16))
    duplex.end_input()


async def with_engine(seconds: float, *, speaks: bool) -> tuple[float, Counting]:
    """Processor seconds, and what was recorded."""
    clock, recorder = SystemClock(), Counting()
    async with FileDuplex(clock) as duplex:
        script(duplex, seconds, speaks=speaks)
        engine = Engine(
            duplex,
            Listener(OneNumber(), Knowing()),
            Speaker(Ready()),
            Prompt(),
            recorder,
            clock=clock,
            settings=Settings(patience=BRISK),
        )
        began = time.process_time()
        await engine.run()
        return time.process_time() - began, recorder


async def bare(seconds: float, *, speaks: bool) -> float:
    """Processor seconds of the duplex alone."""
    async with FileDuplex(SystemClock()) as duplex:
        script(duplex, seconds, speaks=speaks)
        began = time.process_time()
        async for _ in duplex.frames():
            pass
        return time.process_time() - began


async def main(seconds: float) -> tuple[list[Figure], list[str]]:
    """Per cent of a core."""
    talking, recorder = await with_engine(seconds, speaks=True)
    silent, _ = await with_engine(seconds, speaks=False)
    duplex, quiet = await bare(seconds, speaks=True), await bare(seconds, speaks=False)
    share = 100 / seconds
    assert recorder.turns >= int(seconds / PERIOD), "everything that was said became a turn"
    return [
        figure("the turn engine alone, in conversation", "% of a core", (talking - duplex) * share, target=3.0),
        figure("engine and file duplex, in conversation", "% of a core", talking * share,
               {"bare duplex": duplex * share}),
        figure("engine and file duplex, in silence", "% of a core", silent * share,
               {"bare duplex": quiet * share}),
    ], [
        f"{seconds:g} s of sound, {recorder.turns} turns, {recorder.ended.count('interrupted')} interrupted."
    ]  # fmt: skip


if __name__ == "__main__":
    measured, of = asyncio.run(main(16.0 if quick(__doc__) else 80.0))
    publish("engine", measured, notes=of)
