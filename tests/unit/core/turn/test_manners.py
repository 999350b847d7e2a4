"""Wishes about the voice are obeyed, long waits acknowledged, silence of the ears admitted."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from core.audio.frames import OUTPUT_RATE
from core.turn import captions
from core.turn.manners import FASTEST, NOT_UNDERSTOOD, SLOWEST, THINKING, Manners
from core.turn.ports import Delivery
from core.turn.states import Settings
from tests.unit.core.turn.stage import Stage

QUESTION = "退货要多久才能到账"
ANSWER = ["退货期限是签收后七天内。", "到账要三个工作日。"]
PATIENT = Settings(acknowledge_after=1.5)


def remarks(stage: Stage) -> list[str]:
    return [c.text for c in stage.captions if isinstance(c, captions.Remarked)]


async def test_a_wish_is_obeyed_kept_and_no_model_is_asked() -> None:
    stage = Stage({QUESTION: ANSWER})
    over = stage.say(0.5, QUESTION)
    over = stage.say(over + 5.0, "说慢一点")
    stage.say(over + 5.0, QUESTION)
    await stage.play(25.0)
    assert stage.responder.asked == [QUESTION, QUESTION]
    assert stage.voice.asked[2] == "好的，我说慢一点。"
    assert stage.voice.speeds == [1.0, 1.0, *([pytest.approx(1 / 1.2, abs=0.001)] * 3)]
    assert stage.habits.deliveries == [Delivery(speed=0.833)]
    assert stage.notebook.of("ended")[1] == ("ended", 2, "finished", None)


async def test_louder_makes_the_next_sound_louder() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.say(0.5, "大声点")
    await stage.play(5.0)
    assert np.max(np.abs(stage.duplex.heard)) == 7_500
    assert stage.habits.deliveries == [Delivery(volume=1.5)]


async def test_again_repeats_what_was_heard_without_asking_anybody() -> None:
    stage = Stage({QUESTION: ANSWER})
    over = stage.say(0.5, QUESTION)
    stage.say(over + 6.0, "再说一遍")
    await stage.play(16.0)
    assert stage.responder.asked == [QUESTION]
    assert [row[3] for row in stage.notebook.of("assistant")] == [*ANSWER, *ANSWER]


async def test_again_before_anything_was_said_says_so() -> None:
    stage = Stage({})
    stage.say(0.5, "再说一遍")
    await stage.play(6.0)
    assert stage.voice.asked == ["我还没有说过什么。"]


async def test_louder_over_an_answer_goes_on_louder_with_what_was_cut() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(lambda: stage.heard_seconds() > 0.5)
        stage.say(stage.duplex.now(), "大声点")
        await stage.duplex.run(lambda: len(stage.notebook.of("ended")) == 2, limit=30)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    rows = [row[3] for row in stage.notebook.of("assistant") if row[1] == 2]
    assert rows == ["好的，我大声一点。", *ANSWER]
    assert stage.responder.asked == [QUESTION]


async def test_a_discarded_wish_changes_nothing() -> None:
    whole = "说慢一点的歌有哪些"
    stage = Stage({whole: ["不知道。"]})
    over = stage.say(0.5, "说慢一点")
    stage.say(over + 0.6, "的歌有哪些")
    await stage.play(8.0)
    assert stage.responder.asked == [whole]
    assert stage.habits.deliveries == []


async def test_a_long_wait_is_acknowledged_once_and_never_journalled() -> None:
    stage = Stage({QUESTION: ANSWER}, PATIENT)
    stage.responder.takes = 4.0
    stage.say(0.5, QUESTION)
    await stage.play(18.0)
    assert remarks(stage) == [THINKING["zh"][0]]
    assert [row[3] for row in stage.notebook.of("assistant")] == ANSWER
    said = len(THINKING["zh"][0] + "".join(ANSWER)) * 0.1
    assert stage.heard_seconds() == pytest.approx(said, abs=0.05)


async def test_the_acknowledgements_are_made_while_nobody_talks() -> None:
    """The voice is wanted for answers: while someone speaks, at most the one that was begun is made."""
    stage = Stage({QUESTION: ANSWER}, PATIENT)
    stage.voice.pace = 1.0  # as slow as the sound lasts
    stage.say(0.0, QUESTION)
    await stage.play(14.0)
    asked = stage.voice.asked
    assert asked == [THINKING["zh"][0], *ANSWER, *THINKING["zh"][1:]]


async def test_a_quick_answer_is_not_preceded_by_thinking_aloud() -> None:
    stage = Stage({QUESTION: ANSWER}, PATIENT)
    stage.responder.takes = 1.2
    stage.say(0.5, QUESTION)
    await stage.play(12.0)
    assert remarks(stage) == []


async def test_acknowledgements_vary() -> None:
    stage = Stage({QUESTION: ["好。"]}, PATIENT)
    stage.responder.takes = 4.0
    over = 0.0
    for _ in range(3):
        over = stage.say(over + 0.5, QUESTION) + 8.0
    await stage.play(over + 2)
    assert remarks(stage) == list(THINKING["zh"])


async def test_thinking_aloud_stops_at_once_for_the_user() -> None:
    stage = Stage({QUESTION: ANSWER, "不用了谢谢": ["好的。"]}, PATIENT)
    stage.responder.takes = 6.0
    stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(lambda: stage.heard_seconds() > 0.2, limit=20)
        began = stage.duplex.now()
        stage.say(began, "不用了谢谢")
        await stage.duplex.run(began + 0.8)
        sounded = stage.heard_seconds()
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert sounded < 0.2 + 0.064 + 0.06
    assert stage.notebook.of("assistant") == []


async def test_a_voice_that_cannot_think_aloud_keeps_nobody_from_an_answer() -> None:
    stage = Stage({QUESTION: ANSWER}, PATIENT)
    stage.voice.broken = True
    stage.responder.takes = 3.0
    stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(4.0)
        stage.voice.broken = False
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")), limit=30)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert stage.notebook.of("ended") == [("ended", 1, "finished", None)]


async def test_two_turns_not_understood_are_admitted_and_the_screen_offered() -> None:
    stage = Stage({})
    hum = np.full(16_000, 3_001, np.int16)  # a voice that spells nothing
    for at in (0.5, 6.0):
        stage.duplex.say_at(at, hum)
    await stage.play(16.0)
    assert remarks(stage) == [NOT_UNDERSTOOD["zh"]]
    assert captions.Noticed("turn.not_understood") in stage.captions
    assert stage.heard_seconds() == pytest.approx(0.1 * len(NOT_UNDERSTOOD["zh"]), abs=0.05)
    assert stage.notebook.rows == []


async def test_one_turn_not_understood_or_two_apart_are_not_worth_a_word() -> None:
    stage = Stage({QUESTION: ["好。"]})
    hum = np.full(16_000, 3_001, np.int16)
    stage.duplex.say_at(0.5, hum)
    over = stage.say(6.0, QUESTION)
    stage.duplex.say_at(over + 5.0, hum)
    await stage.play(over + 12.0)
    assert remarks(stage) == []


def test_speed_and_volume_end_somewhere_and_say_so() -> None:
    manners = Manners()
    for _ in range(10):
        obedience = manners.obedience("说慢一点", "zh")
        assert obedience is not None
        manners.obey(obedience)
    assert manners.delivery.speed == SLOWEST
    assert obedience.sentences == ("我已经说得最慢了。",)
    for _ in range(10):
        obedience = manners.obedience("speak faster please", "en")
        assert obedience is not None
        manners.obey(obedience)
    assert manners.delivery.speed == FASTEST
    assert obedience.sentences == ("I cannot speak any faster.",)


async def test_a_kept_delivery_is_used_from_the_first_word() -> None:
    stage = Stage({QUESTION: ANSWER}, delivery=Delivery(speed=0.8, volume=0.5))
    stage.say(0.5, QUESTION)
    await stage.play(9.0)
    assert stage.voice.speeds == [0.8, 0.8]
    assert np.max(np.abs(stage.duplex.heard)) == 2_500
    assert stage.heard_seconds() > 1.0
    assert OUTPUT_RATE == 24_000
