"""The inspector shows state, evidence and timeline, beside what scripts read."""

from __future__ import annotations

import pytest

from app.inspector import Inspector, along
from core.turn import captions
from core.turn.attention import Attention
from core.turn.timeline import TurnTimeline
from tests.unit.core.turn.stage import Stage


async def test_a_turn_is_told_from_evidence_to_timeline(capsys: pytest.CaptureFixture[str]) -> None:
    stage = Stage({"退货要多久才能到账": ["三天。"]})
    inspector = Inspector(stage.clock)
    inspector.watch(stage.engine)
    stage.watch = inspector.on_change
    stage.say(0.5, "退货要多久才能到账")
    await stage.play(6.0)
    told = capsys.readouterr()
    assert told.out == ""
    lines = [line[9:] for line in told.err.splitlines()]
    assert lines[0] == "── listening"
    assert "   “退货要多久才能到账”" in lines
    weighed = next(line for line in lines if line.startswith("   words complete · sounds finished —"))
    waits = weighed.rpartition("ends after ")[2]
    assert "   » 三天。" in lines
    timelines = [line for line in lines if line.startswith("   turn 1, after speech end: ")]
    assert len(timelines) == 1
    assert f"end +{waits[:3]}" in timelines[0], "it ended when the evidence said it would"
    assert any(line.startswith(f"      speech end to endpoint: p50 {waits[:3]}") for line in lines)


async def test_asleep_it_says_so_and_that_it_was_called(capsys: pytest.CaptureFixture[str]) -> None:
    stage = Stage({}, attention=Attention(window=2.0, names=("伴言",)))
    inspector = Inspector(stage.clock)
    inspector.watch(stage.engine)
    stage.watch = inspector.on_change
    stage.say(0.5, "伴言")
    await stage.play(6.0)
    lines = [line[9:] for line in capsys.readouterr().err.splitlines()]
    assert lines[0] == "── asleep"
    assert [line for line in lines[1:] if "asleep" in line or "attending" in line] == [
        "── attending",
        "── asleep",
    ]


def test_what_is_said_gives_the_terminal_no_orders(capsys: pytest.CaptureFixture[str]) -> None:
    stage = Stage({})
    Inspector(stage.clock).on_change(captions.UserPartial("\x1b[2Jhello", "en"))
    assert "\x1b" not in capsys.readouterr().err


def test_a_timeline_is_counted_from_the_end_of_speech() -> None:
    timeline = TurnTimeline(
        1, speech_end=10.0, endpoint=10.9, first_audio=11.0, voice_over=12.0, silence=12.2
    )
    assert along(timeline) == "end +0.90 · heard +1.00 · silent 0.20 after a voice"
    assert along(TurnTimeline(1)) == "—"
