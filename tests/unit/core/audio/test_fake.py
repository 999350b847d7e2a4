"""The fake duplex: virtual time, exact sound, faults on demand."""

import asyncio

import numpy as np
import pytest

from core.audio.duplex import DeviceLost
from core.audio.fake import FakeDuplex
from core.clock import ManualClock


def loud(samples: int, level: int = 3000) -> np.ndarray:
    return np.full(samples, level, np.int16)


async def listen(duplex: FakeDuplex, frames: list) -> None:
    async for frame in duplex.frames():
        frames.append(frame)  # noqa: PERF401 (what came before an error counts)


async def test_the_microphone_hears_the_script_where_it_was_placed() -> None:
    clock = ManualClock()
    frames: list = []
    async with FakeDuplex(clock, [(0.05, loud(800))]) as duplex:
        duplex.end_input(0.2)
        listening = asyncio.create_task(listen(duplex, frames))
        await duplex.run(0.3)
        await listening
    assert [frame.index for frame in frames] == list(range(10))
    assert [round(frame.at, 6) for frame in frames[:3]] == [0.0, 0.02, 0.04]
    sound = np.concatenate([frame.pcm for frame in frames])
    assert np.flatnonzero(sound)[[0, -1]].tolist() == [800, 1599]


async def test_one_large_step_of_the_clock_delivers_every_frame_it_covers() -> None:
    clock = ManualClock()
    frames: list = []
    async with FakeDuplex(clock) as duplex:
        listening = asyncio.create_task(listen(duplex, frames))
        await asyncio.sleep(0)
        clock.advance(1.0)
        duplex.end_input()
        await listening
    assert len(frames) == 50


async def test_the_speaker_plays_as_the_clock_moves_and_stops_on_the_sample() -> None:
    clock = ManualClock()
    async with FakeDuplex(clock) as duplex:
        clock.advance(0.1)
        duplex.write(1, loud(24_000))
        clock.advance(0.25)
        assert duplex.position().samples == 6000
        heard = duplex.stop()
        assert (heard.utterance, heard.samples) == (1, 6000)
        clock.advance(0.5)
        assert np.flatnonzero(duplex.heard)[[0, -1]].tolist() == pytest.approx(
            [2400, 2400 + 6000 + 240], abs=2
        )
        assert duplex.position().finished


async def test_what_is_said_while_running_is_heard_from_then_on_one_after_the_other() -> None:
    clock = ManualClock()
    async with FakeDuplex(clock) as duplex:
        frames: list = []
        listening = asyncio.create_task(listen(duplex, frames))
        await duplex.run(0.1)
        assert duplex.say(loud(1600)) == pytest.approx(0.2)
        assert duplex.say(loud(1600)) == pytest.approx(0.3)
        duplex.end_input(0.4)
        await duplex.run(0.5)
        await listening
        assert np.flatnonzero(duplex.microphone)[[0, -1]].tolist() == [1600, 4799]


async def test_a_lost_device_raises_and_falls_silent() -> None:
    clock = ManualClock()
    async with FakeDuplex(clock) as duplex:
        duplex.lose_device(0.1)
        duplex.write(1, loud(24_000))
        frames: list = []
        listening = asyncio.create_task(listen(duplex, frames))
        await duplex.run(0.5)
        with pytest.raises(DeviceLost):
            await listening
        assert len(frames) == 5
        assert duplex.position().samples == 2400


async def test_a_device_that_returns_is_heard_from_then_on_and_what_was_queued_is_over() -> None:
    clock = ManualClock()
    async with FakeDuplex(clock, [(0.55, loud(800))]) as duplex:
        duplex.lose_device(0.1, until=0.3)
        duplex.write(1, loud(24_000))
        duplex.write(2, loud(24_000))
        listening = asyncio.create_task(listen(duplex, []))
        await duplex.run(0.2)
        with pytest.raises(DeviceLost):
            await listening
        with pytest.raises(DeviceLost):
            await anext(duplex.frames())
        duplex.write(3, loud(24_000))
        await duplex.run(0.4)
        frames: list = []
        listening = asyncio.create_task(listen(duplex, frames))
        await duplex.run(0.5)
        assert frames[0].index == 20
        assert frames[0].at == pytest.approx(0.4)
        over = duplex.position()
        assert (over.utterance, over.samples, over.finished) == (1, 2400, True)
        for lost in (1, 2, 3):
            duplex.write(lost, loud(2400))
        assert duplex.position() == over
        duplex.write(4, loud(2400))
        duplex.end(4)
        duplex.end_input(0.8)
        await duplex.run(0.9)
        await listening
        assert (duplex.position().utterance, duplex.position().finished) == (4, True)
        assert np.flatnonzero(duplex.heard)[[0, 2399, 2400, -1]].tolist() == [0, 2399, 12_000, 14_399]
        assert np.abs(np.concatenate([frame.pcm for frame in frames])).max() == 3000


async def test_a_gap_skips_indices_and_is_counted() -> None:
    clock = ManualClock()
    async with FakeDuplex(clock) as duplex:
        duplex.drop_frames(0.04, 3)
        duplex.end_input(0.2)
        frames: list = []
        listening = asyncio.create_task(listen(duplex, frames))
        await duplex.run(0.3)
        await listening
        assert [frame.index for frame in frames] == [0, 1, 5, 6, 7, 8, 9]
        assert duplex.health().dropped_frames == 3
        assert duplex.health().frames_in == 7


async def test_an_underrun_delays_what_is_queued_and_is_counted() -> None:
    clock = ManualClock()
    async with FakeDuplex(clock) as duplex:
        duplex.underrun(0.1, 0.05)
        duplex.write(1, loud(4800))
        duplex.end(1)
        clock.advance(0.12)
        assert duplex.position().samples == 2400
        clock.advance(0.2)
        assert duplex.position().finished
        assert duplex.health().underruns == 1
        assert np.count_nonzero(duplex.heard) == 4800


async def test_a_clipped_microphone_is_counted() -> None:
    clock = ManualClock()
    async with FakeDuplex(clock, [(0.0, loud(320, 32_767))]) as duplex:
        duplex.end_input(0.1)
        listening = asyncio.create_task(listen(duplex, []))
        await duplex.run(0.2)
        await listening
        assert duplex.health().clipped_frames == 1


async def test_held_work_takes_no_virtual_time_and_unmet_conditions_time_out() -> None:
    clock = ManualClock()
    async with FakeDuplex(clock) as duplex:
        finished_at: list[float] = []

        async def slow() -> None:
            await clock.sleep_until(0.1)
            with duplex.hold():
                await asyncio.get_running_loop().run_in_executor(None, lambda: sum(range(300_000)))
            finished_at.append(clock.monotonic())

        work = asyncio.create_task(slow())
        await duplex.run(lambda: bool(finished_at), limit=1.0)
        assert finished_at == [pytest.approx(0.1, abs=0.021)]
        await work
        with pytest.raises(TimeoutError):
            await duplex.run(lambda: False, limit=1.0)
