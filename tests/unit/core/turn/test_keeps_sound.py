"""A turn carries its sound only for who answers by ear, and then all of it."""

from __future__ import annotations

import asyncio

import numpy as np

from core.turn.engine import Engine, Listener, Speaker
from core.turn.ports import Turn
from tests.unit.core.turn.stage import LoudnessVad, Notebook, Stage

QUESTION = "退货要多久才能到账"


class Collector(Notebook):
    """Keeps the turns themselves."""

    async def user_spoke(self, turn: Turn) -> None:
        self.turns = [*getattr(self, "turns", []), turn]
        await super().user_spoke(turn)


async def turns(stage: Stage, *, keeps_sound: bool, ends: int = 1) -> list[Turn]:
    collector = Collector(stage.clock, stage.duplex)
    engine = Engine(
        stage.duplex,
        Listener(LoudnessVad(), stage.recognizer, keeps_sound=keeps_sound),
        Speaker(stage.voice),
        stage.responder,
        collector,
        clock=stage.clock,
    )
    async with stage.duplex:
        running = asyncio.create_task(engine.run())
        await stage.duplex.run(lambda: len(collector.of("ended")) == ends, limit=90)
        engine.close()
        await stage.duplex.run(running.done)
        await running
    return collector.turns


async def test_whoever_answers_in_words_is_handed_no_sound() -> None:
    stage = Stage({QUESTION: ["好的。"]})
    stage.say(0.5, QUESTION)
    (turn,) = await turns(stage, keeps_sound=False)
    assert turn.sound == ()


async def test_a_turn_is_heard_whole_by_who_answers_by_ear() -> None:
    stage = Stage({QUESTION: ["好的。"]})
    stage.say(0.5, QUESTION)
    (turn,) = await turns(stage, keeps_sound=True)
    assert stage.alphabet.read(np.concatenate(turn.sound)) == QUESTION


async def test_pieces_cut_off_a_long_turn_are_part_of_it() -> None:
    long = "".join(chr(0x4E00 + n) for n in range(110)) + "然后"
    stage = Stage({long + QUESTION: ["好的。"]})
    over = stage.say(0.5, long)
    stage.say(over + 0.7, QUESTION)
    (turn,) = await turns(stage, keeps_sound=True)
    assert len(turn.sound) > 1
    assert stage.alphabet.read(np.concatenate(turn.sound)) == long + QUESTION
