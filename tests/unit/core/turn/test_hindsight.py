"""No turn ends before what was said until then has been heard."""

from __future__ import annotations

from collections.abc import AsyncIterator

from core.audio.fake import FakeDuplex
from core.audio.frames import Frame
from core.clock import ManualClock
from core.turn import events as ev
from core.turn.hindsight import Hindsight
from core.turn.policies.patience import BRISK
from core.turn.states import Settings
from tests.unit.core.turn.stage import Stage

FIRST, MORE = "今天天气怎么样？", "明天呢？"
DECIDED = BRISK.floor + 0.12
"""Seconds after its last word at which the turn would be over, give or take a frame."""


class Lagging(FakeDuplex):
    """Its frames of one stretch of time are all delivered at the end of it."""

    def __init__(self, clock: ManualClock, since: float, until: float) -> None:
        super().__init__(clock)
        self._stretch = (since, until)

    async def frames(self) -> AsyncIterator[Frame]:
        async for frame in super().frames():
            if self._stretch[0] <= self.now() < self._stretch[1]:
                await self._clock.sleep_until(self._opened + self._stretch[1])
            yield frame


def talk(stage: Stage, pause: float) -> float:
    """A sentence, a pause, and more; when the pause begins."""
    over = stage.say(0.5, FIRST)
    stage.say(over + pause, MORE)
    return over


async def test_words_that_wait_unread_are_heard_before_the_turn_ends() -> None:
    over = talk(Stage({}), 0.0)
    floor = BRISK.floor
    stage = Stage(
        {FIRST + MORE: ["晴。"], FIRST: ["晴。"]},
        Settings(patience=BRISK),
        duplex=lambda clock: Lagging(clock, over + floor - 0.15, over + floor + 0.5),
    )
    talk(stage, floor - 0.1)
    await stage.play(9.0)
    assert [row[2] for row in stage.notebook.of("user")] == [FIRST + MORE]


async def test_a_microphone_that_stalls_holds_a_turn_up_for_a_second_and_no_longer() -> None:
    over = talk(Stage({}), 0.0)
    floor = BRISK.floor
    stage = Stage(
        {FIRST: ["晴。"]},
        Settings(patience=BRISK),
        duplex=lambda clock: Lagging(clock, over + floor - 0.15, over + 9.0),
    )
    stage.say(0.5, FIRST)
    await stage.play(over + floor + 1.6)
    assert [row[2] for row in stage.notebook.of("user")] == [FIRST]


async def test_a_voice_that_sets_in_at_the_last_moment_is_waited_for() -> None:
    stage = Stage({FIRST + MORE: ["晴。"], FIRST: ["晴。"]}, Settings(patience=BRISK))
    talk(stage, DECIDED)
    await stage.play(9.0)
    assert [row[2] for row in stage.notebook.of("user")] == [FIRST + MORE]


class Told:
    """A hindsight with a microphone that is set by hand."""

    def __init__(self) -> None:
        self.reached: float | None = 0.0
        self.setting_in = False
        self.posted: list[ev.Event] = []
        self.hindsight = Hindsight(lambda: self.reached, lambda: self.setting_in, self.posted.append)


def test_what_is_due_waits_for_the_sound_up_to_then() -> None:
    told = Told()
    told.hindsight.remember(ev.WakeAt(7, 2.0))
    told.reached = 1.5
    told.hindsight.tick(2.1, listening=True)
    assert told.posted == []
    told.reached = 2.0
    told.hindsight.tick(2.2, listening=True)
    told.hindsight.tick(2.3, listening=True)
    assert told.posted == [ev.Woke(7)]


def test_nothing_is_waited_for_where_nobody_has_the_floor_or_no_sound_will_come() -> None:
    for reached, listening in ((1.0, False), (None, True)):
        told = Told()
        told.reached = reached
        told.hindsight.remember(ev.WakeAt(7, 2.0))
        told.hindsight.tick(2.0, listening=listening)
        assert told.posted == [ev.Woke(7)]


def test_a_voice_that_sets_in_is_given_a_tenth_of_a_second_of_sound() -> None:
    told = Told()
    told.setting_in, told.reached = True, 2.0
    told.hindsight.remember(ev.WakeAt(7, 2.0))
    told.hindsight.tick(2.0, listening=True)
    assert told.posted == []
    told.reached = 2.1
    told.hindsight.tick(2.1, listening=True)
    assert told.posted == [ev.Woke(7)]


def test_a_final_text_is_kept_until_then_and_comes_before_the_wake_up() -> None:
    told = Told()
    final = ev.Final(1, FIRST, "zh", 0.9)
    told.reached = 1.0
    told.hindsight.remember(ev.WakeAt(7, 1.8))
    assert told.hindsight.holds(final, 2.0)
    assert not told.hindsight.holds(ev.Partial(1, FIRST, "zh", 0.9), 2.0)
    told.reached = 2.0
    assert not told.hindsight.holds(final, 2.0)
    told.hindsight.tick(2.2, listening=True)
    assert told.posted == [final, ev.Woke(7)]
