"""Asleep, nobody's talk leaves a trace; called, it attends and goes back to sleep."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.wake.fake import FakeWakeWord, whistle
from core.turn import captions
from core.turn.attention import HELD, Asleep, Attending, Attention, at_first, passing, woken
from tests.unit.core.turn.stage import Stage

QUESTION = "退货要多久才能到账"
KITCHEN = Attention(window=20.0, names=("伴言",))
TALK = (
    "你吃饭了没有",
    "电视里说明天要下雨",
    "停",
    "我胸口疼",
    "再说一遍",
    "他们家的孩子考上了大学真不容易啊",
)


def turns(stage: Stage) -> list[str]:
    return [row[2] for row in stage.notebook.of("user")]


def attending(stage: Stage) -> list[bool]:
    return [c.attending for c in stage.captions if isinstance(c, captions.AttentionChanged)]


def shown(stage: Stage) -> list[captions.Caption]:
    """All but that it is idle when it is closed."""
    return [caption for caption in stage.captions if caption != captions.StateChanged("idle")]


async def test_ten_minutes_of_other_peoples_talk_leave_no_row_no_log_line_and_no_sound(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, logger="core")
    stage = Stage({}, attention=KITCHEN)
    at, number = 0.5, 0
    while at < 595:
        at = stage.say(at, TALK[number % len(TALK)]) + (0.3, 1.0, 4.0)[number % 3]
        number += 1
    most = 0.0

    def watched() -> bool:
        nonlocal most
        most = max(most, stage.engine._sleeper.held)
        return stage.duplex.now() >= 600

    await stage.play(watched)
    assert number > 150
    assert stage.recognizer.calls, "it did listen for its name"
    assert stage.notebook.rows == []
    assert shown(stage) == []
    assert stage.habits.pauses == []
    assert stage.responder.asked == []
    assert stage.heard_seconds() == 0
    assert caplog.records == []
    assert 0 < most <= HELD


async def test_an_endless_voice_is_not_kept_longer_than_five_seconds() -> None:
    stage = Stage({}, attention=KITCHEN)
    stage.say(0.5, "话" * 200)
    most = 0.0

    def watched() -> bool:
        nonlocal most
        most = max(most, stage.engine._sleeper.held)
        return stage.duplex.now() >= 34

    await stage.play(watched)
    assert 4 < most <= HELD
    assert stage.notebook.rows == []


async def test_without_a_name_to_listen_for_no_recogniser_is_handed_what_is_said_asleep() -> None:
    stage = Stage({QUESTION: ["三天。"]}, attention=Attention(window=20.0), wake=FakeWakeWord())
    over = stage.say(0.5, TALK[0])
    stage.duplex.say_at(over + 2.0, whistle())
    asleep = over + 2.0
    stage.say(over + 4.0, QUESTION)
    asked: list[int] = []

    def watched() -> bool:
        if stage.duplex.now() < asleep:
            asked.append(len(stage.recognizer.calls))
        return stage.duplex.now() >= over + 14.0

    await stage.play(watched)
    assert max(asked) == 0
    assert turns(stage) == [QUESTION]


async def test_its_name_and_a_question_in_one_breath_are_a_turn() -> None:
    stage = Stage({"伴言" + QUESTION: ["三天。"]}, attention=KITCHEN)
    over = stage.say(0.5, TALK[0])
    stage.say(over + 2.0, "伴言" + QUESTION)
    await stage.play(over + 9.0)
    assert turns(stage) == ["伴言" + QUESTION]
    assert attending(stage) == [True]
    assert stage.notebook.of("ended") == [("ended", 1, "finished", None)]


async def test_its_name_alone_is_no_turn_and_what_follows_is() -> None:
    stage = Stage({QUESTION: ["三天。"]}, attention=KITCHEN)
    over = stage.say(0.5, "伴言")
    stage.say(over + 1.5, QUESTION)
    await stage.play(over + 9.0)
    assert turns(stage) == [QUESTION]


async def test_what_follows_the_name_before_it_was_recognised_is_not_lost() -> None:
    stage = Stage({QUESTION: ["三天。"]}, attention=KITCHEN)
    over = stage.say(0.5, "伴言")
    stage.say(over + 0.3, QUESTION)
    await stage.play(over + 9.0)
    assert turns(stage) == [QUESTION]


async def test_a_follow_up_needs_no_name_and_after_the_window_everyone_is_left_alone() -> None:
    stage = Stage({"伴言" + QUESTION: ["三天。"], QUESTION: ["三天。"]}, attention=KITCHEN)
    over = stage.say(0.5, "伴言" + QUESTION)
    over = stage.say(over + 15.0, QUESTION)
    stage.say(over + 30.0, QUESTION)
    await stage.play(over + 45.0)
    assert turns(stage) == ["伴言" + QUESTION, QUESTION]
    assert attending(stage) == [True, False]


async def test_a_touch_wakes_it() -> None:
    stage = Stage({QUESTION: ["三天。"]}, attention=KITCHEN)
    stage.say(2.0, QUESTION)

    def touched() -> bool:
        if 1.0 < stage.duplex.now() < 1.05:
            stage.engine.wake()
        return stage.duplex.now() > 9

    await stage.play(touched)
    assert turns(stage) == [QUESTION]


async def test_a_wake_word_wakes_it() -> None:
    stage = Stage({QUESTION: ["三天。"]}, attention=KITCHEN, wake=FakeWakeWord())
    stage.duplex.say_at(0.5, whistle())
    stage.say(1.6, QUESTION)
    await stage.play(9.0)
    assert turns(stage) == [QUESTION]


async def test_a_recogniser_that_fails_is_told_once_and_leaves_it_asleep() -> None:
    stage = Stage({}, attention=KITCHEN)
    stage.recognizer.broken = True
    over = stage.say(0.5, "伴言")
    stage.say(over + 2.0, "伴言")
    await stage.play(8.0)
    assert stage.engine.asleep
    assert shown(stage) == [captions.Noticed("turn.recogniser_failed")]


async def test_without_a_window_it_always_attends() -> None:
    stage = Stage({QUESTION: ["三天。"]}, attention=Attention(names=("伴言",)))
    stage.say(60.0, QUESTION)
    await stage.play(68.0)
    assert turns(stage) == [QUESTION]
    assert attending(stage) == []


STEPS = st.lists(st.tuples(st.floats(0, 30), st.booleans(), st.booleans()), max_size=40)


@given(STEPS)
def test_it_never_falls_asleep_while_something_is_under_way_and_always_does_afterwards(
    steps: list[tuple[float, bool, bool]],
) -> None:
    state, now = at_first(KITCHEN), 0.0
    assert state == Asleep()
    for wait, touched, busy in steps:
        now += wait
        if touched:
            state = woken(KITCHEN, now)
        before = state
        state = passing(state, KITCHEN, now, busy=busy)
        assert not (busy and isinstance(before, Attending) and isinstance(state, Asleep))
    state = passing(state, KITCHEN, now, busy=False)
    assert passing(state, KITCHEN, now + 20.0, busy=False) == Asleep()


@given(STEPS)
def test_always_is_always(steps: list[tuple[float, bool, bool]]) -> None:
    rule = Attention()
    state, now = at_first(rule), 0.0
    for wait, _, busy in steps:
        now += wait
        state = passing(state, rule, now, busy=busy)
        assert state == Attending()
