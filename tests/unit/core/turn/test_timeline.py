"""Timelines and their percentiles."""

from __future__ import annotations

import pytest

from core.turn.timeline import STAGES, TurnTimeline, summarise


def test_the_first_time_counts_unless_asked_otherwise() -> None:
    timeline = TurnTimeline(1).mark("final", 2.0).mark("final", 3.0)
    assert timeline.final == 2.0
    assert timeline.again("final", 3.0).final == 3.0
    assert timeline.without("final").final is None


def test_percentiles_are_of_what_happened() -> None:
    timelines = [TurnTimeline(n, speech_end=10.0, first_audio=10.0 + n / 100) for n in range(1, 101)]
    timelines.append(TurnTimeline(101, speech_end=10.0))
    summary = summarise(timelines)
    stage = summary["speech end to first audio"]
    assert (stage.count, stage.p50, stage.p95) == (100, pytest.approx(0.5), pytest.approx(0.95))
    assert set(summary) == {"speech end to first audio"}
    one = summarise(timelines[:1])["speech end to first audio"]
    assert (one.p50, one.p95) == (pytest.approx(0.01), pytest.approx(0.01))


def test_every_stage_is_named_once_and_nothing_gives_nothing() -> None:
    assert len({name for name, _, _ in STAGES}) == len(STAGES)
    assert summarise([]) == {}
