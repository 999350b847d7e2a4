"""What is worked out of the turn-taking benchmark's runs: alignment, the heard prefix, drafting, echo, growth."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import numpy as np
import pytest

from core.audio.echo_path import EchoPath
from core.audio.fake import FakeDuplex
from core.audio.frames import OUTPUT_RATE
from core.clock import ManualClock
from core.speech.ports import Mark, SpokenChunk
from tests.bench.report import figure
from tests.bench.turn_set.align import Sounding, begun, words
from tests.bench.turn_set.answering import of_json, pairs, processor
from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.echo import figures_of as echo_figures
from tests.bench.turn_set.forgetful import ForgetfulDuplex
from tests.bench.turn_set.hastened import Hastened
from tests.bench.turn_set.heard import errors, letters, reached
from tests.bench.turn_set.memory import growth
from tests.bench.turn_set.telling import verdicts

CLIP = Clip("你好", "zh", "own", "nobody", "dry", 1.0, np.zeros(1, np.int16), (), 2.0)


def test_a_token_begins_where_the_path_first_reaches_it() -> None:
    assert begun([0, 0, 1, 1, 1, 2], [0, 1, 2, 3, 4, 9]) == pytest.approx([0.0, 0.04, 0.18])


def test_pieces_of_a_word_are_one_word_and_han_characters_each_their_own() -> None:
    spans = [(0, 3, 0.0, 0.2), (3, 5, 0.2, 0.4), (5, 9, 0.4, 0.8), (9, 11, 0.8, 1.0), (12, 14, 1.0, 1.4)]
    found = words("water don't 好的", spans)
    assert [(one.start, one.end) for one in found] == [(0, 5), (6, 11), (12, 13), (13, 14)]
    assert (found[0].begins, found[0].ends, found[3].begins) == pytest.approx((0.0, 0.4, 1.2))
    han = words("好的。", [(0, 2, 0.0, 0.4), (2, 3, 0.4, 0.9)])
    assert han == [Sounding(0, 1, 0.0, 0.2), Sounding(1, 2, 0.2, 0.4)], "the stop is no sound"


def test_the_heard_prefix_errs_by_the_characters_that_had_not_sounded() -> None:
    pcm = np.zeros(24_000, np.int16)
    marks = (Mark(0, 1), Mark(6_000, 2), Mark(12_000, 3), Mark(18_000, 4))
    chunk = SpokenChunk(pcm, 0, 4, marks, measured=True)
    right = [Sounding(at, at + 1, at / 4, (at + 1) / 4) for at in range(4)]
    assert errors("我回来了", [chunk], right) == [0] * len(range(2_400, 24_000, 2_400))
    late = [Sounding(at, at + 1, at / 4 + 0.25, at / 4 + 0.5) for at in range(4)]
    assert set(errors("我回来了", [chunk], late)[3:]) == {1}
    assert reached(right, 0.6) == 2
    assert letters("好的，我来。") == 4


def test_drafting_is_judged_where_nothing_but_recognition_and_synthesis_was_waited_for() -> None:
    stages = {"draft_asked": 0.0, "draft_ready": 0.4, "final": 0.4, "committed": 0.4, "first_audio": 1.2}
    early = {"1": _found(audio=2.9 + 0.3), "2": _found(audio=3.2)}
    patient = stages | {"committed": 1.9, "first_audio": 2.7}
    late = {"1": _found(audio=4.1, stages=stages), "2": _found(audio=5.6, stages=patient)}
    (pair,) = pairs(early, late, {"1": CLIP, "2": CLIP})
    assert (pair.early, pair.late, pair.cost) == pytest.approx((1.2, 2.1, 1.2))
    assert pair.waited == pytest.approx(0.25), "0.9 s of 1.2 s were hidden"


def test_processor_time_is_told_a_second_of_clip_on_clips_that_both_played() -> None:
    mine = {"brisk": [of_json(CLIP, _found(cpu=1.0))]}
    theirs = [of_json(CLIP, _found(cpu=4.0) | {"asked": [2.5]})]
    (one,) = processor(mine, theirs)
    assert (one.ours, one.rivals, one.ratio) == (0.5, {"Pipecat": 2.0}, 0.25)


def test_an_echo_that_took_the_floor_is_a_missed_target() -> None:
    quiet: dict[str, Any] = {"level": 0.0, "language": "zh", "seconds": 60.0, "charged": 1.0, "answered": True,
                             "turns": [], "stopped": 0, "overlaps": 2, "canceller": "effective", "erle_db": 9.0}  # fmt: skip
    assert [one.met for one in echo_figures({"a": quiet})[0]] == [True, True, None]
    figures, notes = echo_figures(
        {"a": quiet, "b": quiet | {"stopped": 1, "turns": ["桂林"], "answered": False}}
    )
    assert [one.met for one in figures] == [False, False, None]
    assert "NEVER ANSWERED" in notes[-1]


def test_only_the_second_half_counts_as_growth() -> None:
    assert growth([100.0, 300.0, 400.0, 400.0, 400.0, 400.0, 400.0, 400.0]) == 0.0
    assert growth([100.0] * 6 + [100.0, 100.0, 105.0, 105.0, 110.0, 110.0]) == 10.0


def test_every_target_is_said_to_be_reached_or_missed() -> None:
    told = verdicts([
        figure("latency", "s", 1.0, {"a": 1.25}, target=0.6),
        figure("cut-offs", "%", 1.0, {"a": 50.0}, target=2.0, bounds="ours"),
        figure("no target", "s", 1.0),
    ])  # fmt: skip
    assert told == [
        "Targets: 1 of 2 reached.",
        "- MISSED: latency: 0.80 × the best of the others (≤ 0.6).",
        "- reached: cut-offs: 1 % (≤ 2).",
    ]


async def test_virtual_time_keeps_to_the_wall_only_while_somebody_works() -> None:
    clock = ManualClock()
    hastened = Hastened(clock)
    began = time.monotonic()
    await hastened.run(lambda: clock.monotonic() >= 60.0)
    assert time.monotonic() - began < 30.0

    async def work() -> None:
        with hastened.working():
            await asyncio.to_thread(time.sleep, 0.1)

    working, before = asyncio.create_task(work()), clock.monotonic()
    await asyncio.sleep(0)
    began = time.monotonic()
    await hastened.run(working.done)
    assert clock.monotonic() - before <= time.monotonic() - began + 0.06, "no more virtual than real time"
    assert hastened.charged > 0.0


async def test_a_forgetful_duplex_plays_into_its_room_what_another_does() -> None:
    sound = np.random.default_rng(1).integers(-8_000, 8_000, 3 * OUTPUT_RATE, dtype=np.int16)
    heard = []
    for kind in (FakeDuplex, ForgetfulDuplex):
        duplex, frames = kind(ManualClock(), (), EchoPath()), []
        async with duplex:
            duplex.write(1, sound)
            duplex.end(1)
            duplex.end_input(4.0)

            async def listen(duplex: FakeDuplex = duplex, frames: list[np.ndarray] = frames) -> None:
                frames.extend([frame.pcm async for frame in duplex.frames()])

            listening = asyncio.create_task(listen())
            await duplex.run(4.1)
            await listening
        heard.append(np.concatenate(frames))
    assert np.array_equal(*heard)
    assert np.any(heard[0])


def _found(audio: float = 3.0, cpu: float = 1.0, stages: dict[str, float] | None = None) -> dict[str, Any]:
    return {"ends": [2.5], "audio": [audio], "cpu": cpu, "stages": stages}
