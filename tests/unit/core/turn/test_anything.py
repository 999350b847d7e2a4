"""Whatever happens to the whole driver, in virtual time: it comes to rest, owes nobody an answer, leaves no task.

``BANYAN_DRIVER_RUNS`` asks for more than the few runs of the default suite.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from random import Random

import numpy as np
import pytest

from core.errors import Unavailable
from core.speech.ports import SpokenChunk, Style
from core.turn.attention import Attention
from core.turn.policies.patience import BRISK, ELDER
from core.turn.ports import Delivery, Turn
from core.turn.states import Settings
from tests.unit.core.turn.stage import (
    Diary,
    Notebook,
    ReadingRecognizer,
    ScriptedResponder,
    Stage,
    SteadyVoice,
)

RUNS = int(os.environ.get("BANYAN_DRIVER_RUNS", "25"))
SECONDS = 40.0
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


class Failing(Stage):
    """A stage on which everything may fail now and then."""

    def __init__(self, chance: Random, settings: Settings, attention: Attention) -> None:
        super().__init__(ANSWERS, settings, attention=attention)
        often = chance.choice((0.0, 0.1, 0.4))
        for port in (self.recognizer, self.voice, self.responder, self.notebook, self.habits):
            port.__class__ = _FAILING[type(port)]
            port.chance, port.often = chance, often  # type: ignore[attr-defined]


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
    async def user_spoke(self, turn: Turn) -> None:
        self.maybe()
        await super().user_spoke(turn)


class _Diary(Diary, _Chance):
    async def wished(self, delivery: Delivery) -> None:
        self.maybe()
        await super().wished(delivery)


_FAILING = {
    ReadingRecognizer: _Recognizer,
    SteadyVoice: _Voice,
    ScriptedResponder: _Responder,
    Notebook: _Notebook,
    Diary: _Diary,
}


def happenings(chance: Random, stage: Failing) -> list[tuple[float, str]]:
    """Speech is written on the tape; the rest is done at its time."""
    at, done = 0.3, []
    while at < SECONDS - 12:
        at = stage.say(at, chance.choice(SAID)) + chance.choice((0.3, 0.7, 1.5, 4.0))
    for _ in range(chance.randrange(8)):
        deed = chance.choice(("mute", "unmute", "stop", "end", "wake"))
        done.append((chance.uniform(0.1, SECONDS - 12), deed))
    if chance.random() < 0.4:
        stage.duplex.drop_frames(chance.uniform(1, 20), chance.randrange(1, 40))
    if chance.random() < 0.4:
        stage.duplex.underrun(chance.uniform(1, 20), chance.uniform(0.1, 2.0))
    return sorted(done)


def do(stage: Failing, deed: str) -> None:
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


async def lived(seed: int) -> Failing:
    chance = Random(seed)
    settings = Settings(
        patience=chance.choice((BRISK, ELDER)),
        draft_early=chance.random() < 0.8,
        acknowledge_after=chance.choice((None, 1.5)),
    )
    stage = Failing(chance, settings, chance.choice((Attention(), Attention(10.0, ("伴言",)))))
    deeds = happenings(chance, stage)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())

        def until() -> bool:
            while deeds and deeds[0][0] <= stage.duplex.now():
                do(stage, deeds.pop(0)[1])
            return running.done() or stage.duplex.now() >= SECONDS

        await stage.duplex.run(until)
        assert not running.done(), "nothing that fails ends the conversation"
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    return stage


@pytest.mark.parametrize("seed", range(RUNS))
async def test_whatever_fails_every_turn_written_down_comes_to_exactly_one_end(seed: int) -> None:
    before = asyncio.all_tasks()
    stage = await lived(seed)
    assert asyncio.all_tasks() == before, "no task is left"
    assert stage.engine._replies == {}
    spoken = [row[1] for row in stage.notebook.of("user")]
    ended = Counter(row[1] for row in stage.notebook.of("ended"))
    assert ended == Counter(spoken), "one outcome for each"
    assert spoken == sorted(set(spoken))
    assert {row[1] for row in stage.notebook.of("assistant")} <= set(spoken)
    sentences = Counter((row[1], row[2]) for row in stage.notebook.of("assistant"))
    assert not sentences or max(sentences.values()) == 1, "no sentence is written twice"
    assert stage.recognizer.most <= 1


async def test_the_runs_reach_answers_failures_and_interruptions() -> None:
    """Rules that hold because nothing happens would be no rules."""
    outcomes = {row[2] for seed in range(12) for row in (await lived(seed)).notebook.of("ended")}
    assert outcomes == {"finished", "interrupted", "failed"}
