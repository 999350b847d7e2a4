"""A key opens the microphone and ends the turn; closed, nothing is heard, and no pause ends anything."""

from __future__ import annotations

import asyncio
import os
import sys

import pytest

from app.push_to_talk import PATIENCE, Button, ClosedMicrophone
from core.errors import UserFacing
from core.turn.engine import Engine, Listener, Speaker
from core.turn.states import Settings
from tests.unit.core.turn.stage import LoudnessVad, Stage

QUESTION = "退货要多久才能到账"


class Keyed(Stage):
    """A stage whose engine hears through a closed microphone."""

    def __init__(self, answers: dict[str, list[str]]) -> None:
        super().__init__(answers)
        self.microphone = ClosedMicrophone(self.duplex)
        self.shown: list[bool] = []
        self.button = Button(self.microphone, self.shown.append)
        self.watch = self.button.on_change
        self.engine = Engine(
            self.microphone,
            Listener(LoudnessVad(), self.recognizer),
            Speaker(self.voice),
            self.responder,
            self.notebook,
            clock=self.clock,
            settings=Settings(patience=PATIENCE),
            on_change=self._shown,
        )
        self.button.watch(self.engine)

    async def press(self, *times: float, until: float) -> None:
        """Press space at each of these seconds."""
        waiting = list(times)

        def pressed() -> bool:
            while waiting and self.duplex.now() >= waiting[0]:
                waiting.pop(0)
                self.button.on_key(" ")
            return self.duplex.now() >= until

        await self.play(pressed)

    @property
    def turns(self) -> list[str]:
        return [row[2] for row in self.notebook.of("user")]


async def test_closed_it_hears_nothing() -> None:
    stage = Keyed({QUESTION: ["三天。"]})
    over = stage.say(0.5, QUESTION)
    await stage.press(until=over + 6.0)
    assert stage.turns == []
    assert stage.recognizer.calls == []
    assert stage.shown == [False]


async def test_the_second_press_ends_the_turn_at_once() -> None:
    stage = Keyed({QUESTION: ["三天。"]})
    over = stage.say(1.0, QUESTION)
    await stage.press(0.5, over + 0.1, until=over + 4.0)
    assert stage.turns == [QUESTION]
    assert stage.notebook.of("ended") == [("ended", 1, "finished", None)]
    assert stage.shown == [False, True, False]
    (timeline,) = stage.engine.timelines
    endpoint = timeline.between("speech_end", "endpoint")
    assert endpoint is not None
    assert endpoint < 0.5


async def test_a_long_pause_while_it_is_open_ends_nothing() -> None:
    stage = Keyed({"退货要多久" + "才能到账": ["三天。"]})
    over = stage.say(1.0, "退货要多久")
    over = stage.say(over + 8.0, "才能到账")
    await stage.press(0.5, over + 0.1, until=over + 4.0)
    assert stage.turns == ["退货要多久" + "才能到账"]


async def test_one_short_word_up_to_the_closing_is_a_turn_too() -> None:
    stage = Keyed({"好": ["好的。"]})
    over = stage.say(1.0, "好")
    await stage.press(0.5, over, until=over + 5.0)
    assert stage.turns == ["好"]


async def test_pressing_over_an_answer_silences_it() -> None:
    stage = Keyed({QUESTION: ["一二三四五六七八九十" * 5], "停车": ["好。"]})
    over = stage.say(1.0, QUESTION)
    again = over + 3.0
    stage.say(again + 0.5, "停车")
    await stage.press(0.5, over + 0.1, again, again + 1.0, until=again + 4.0)
    assert stage.turns == [QUESTION, "停车"]
    assert [row[2] for row in stage.notebook.of("ended")] == ["interrupted", "finished"]


async def test_other_keys_do_nothing() -> None:
    stage = Keyed({})
    for key in "xq\x1b":
        stage.button.on_key(key)
    assert not stage.microphone.open
    assert stage.shown == [False]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are different there")
async def test_keys_come_one_by_one_from_a_terminal_that_is_as_before_afterwards() -> None:
    import pty
    import termios

    from app.keys import keys

    ours, theirs = pty.openpty()
    before, typed, arrived = termios.tcgetattr(theirs), [], asyncio.Event()

    def on_key(key: str) -> None:
        typed.append(key)
        if len(typed) == 2:
            arrived.set()

    with keys(theirs, on_key):
        os.write(ours, b" \n")
        await asyncio.wait_for(arrived.wait(), 10)
        assert not termios.tcgetattr(theirs)[3] & termios.ECHO
    assert typed == [" ", "\n"]
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


def test_a_pipe_has_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.keys import terminal

    with open(os.devnull) as nothing:  # noqa: PTH123 - a device, not a path of ours
        monkeypatch.setattr(sys, "stdin", nothing)
        with pytest.raises(UserFacing, match=r"app\.no_keys"):
            terminal()
