"""The endurance runs in small: minutes of a day, and ten minutes of other people's talk, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from core.audio.frames import Samples
from core.clock import ManualClock
from core.turn.attention import HELD
from tests.bench import soak
from tests.bench.endurance import room as scenes
from tests.bench.endurance import spoken
from tests.bench.endurance.home import Home, home
from tests.bench.endurance.night import night
from tests.bench.endurance.spoken import Remembering, Script, made
from tests.bench.endurance.watch import MEGABYTE, Reading, by_hour, slope
from tests.support.endless import EndlessFake

MINUTES = 3.0


@pytest.fixture(scope="module")
def clips(models: Path) -> dict[str, Samples]:
    from app.speech import Speech

    async def spoken_once() -> dict[str, Samples]:
        async with Speech(models) as speech:
            return await made(speech, soak.CLIPS)

    return asyncio.run(spoken_once())


@pytest.fixture
async def at(tmp_path: Path, models: Path) -> AsyncIterator[Home]:
    async with home(tmp_path, models) as opened:
        yield opened


@pytest.mark.models
@pytest.mark.timeout(240)
async def test_minutes_of_a_day_leave_nothing_stuck_and_no_task(clips: dict[str, Samples], at: Home) -> None:
    lived = await soak.accelerated("minutes", MINUTES * 60, scenes.MIXED, clips, at)
    assert lived.faults == []
    assert lived.room.self_interruptions == 0
    assert lived.room.woken_by_others == 0
    assert lived.underruns == 0
    assert sum(lived.written.ended.values()) == len(lived.written.turns) > 2
    assert {"listening", "speaking"} <= set(lived.watch.entered)
    assert (await at.rows())["events"] > len(lived.written.turns)


@pytest.mark.models
@pytest.mark.timeout(240)
async def test_ten_minutes_of_others_talk_leave_no_row_no_log_line_and_no_memory_and_its_name_wakes_it(
    clips: dict[str, Samples], at: Home
) -> None:
    slept = await night(600.0, spoken.OTHERS, clips, at)
    assert slept.lines > 60
    assert slept.looked > 30, "it did listen for its name"
    assert slept.rows == {}
    assert slept.shown == []
    assert slept.logged == []
    assert slept.turns_asleep == 0
    assert not slept.sounded
    assert 0 < slept.most_held <= HELD
    assert slept.woken
    assert slept.asleep_again, "its own voice, which says its name, does not keep it awake"
    assert len(slept.turns) <= 1


def test_growth_is_fitted_an_hour_over_what_follows_the_warm_up() -> None:
    steady = [Reading(at=60.0 * n, rss=int(5e8 + 1e6 * n), objects=1000, tasks=5, handles=9, threads=2, database=1)
              for n in range(121)]  # fmt: skip
    assert slope(steady, lambda one: one.rss / MEGABYTE, after=600.0) == pytest.approx(60.0)
    assert slope(steady, lambda one: one.objects, after=600.0) == pytest.approx(0.0, abs=1e-6)
    assert slope(steady[:2], lambda one: one.rss, after=0.0) == 0.0
    assert [line.split("|")[1].strip() for line in by_hour(steady)[2:]] == ["0 min", "60 min", "120 min"]


def test_the_script_knows_what_was_said_in_a_stretch_of_time() -> None:
    script = Script()
    script.said("一二三四五六七八九十", 10.0, 12.0)
    script.said("甲乙", 13.0, 13.4)
    assert script.between(9.0, 14.0) == "一二三四五六七八九十甲乙"
    assert script.between(9.0, 11.0) == "一二三四五"
    assert script.between(12.0, 12.9) == ""
    assert script.speaking(11.0)
    assert not script.speaking(9.0)


async def test_a_sound_is_found_again_where_it_was_captured() -> None:
    ground = EndlessFake(ManualClock())
    ground.say_at(1.0, np.random.default_rng(1).integers(-900, 900, 16_000, np.int16))
    ground.end_input(3.0)
    ear = Remembering(ground)

    async def listen() -> list[Samples]:
        return [frame.pcm async for frame in ear.frames()]

    async with ear:
        listening = asyncio.create_task(listen())
        await ground.run(listening.done)
    sound = np.concatenate(await listening)[int(1.2 * 16_000) : int(1.7 * 16_000)]
    since, until = ear.when(sound) or (0.0, 0.0)
    assert since == pytest.approx(1.2, abs=0.021)
    assert until == pytest.approx(1.7, abs=0.021)
    assert ear.when(np.full(320, 7, np.int16)) is None
