"""A microphone on the network keeps our time: late sound is silence, and nothing is heard twice or late."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame
from core.audio.wyoming_microphone import LATE_SECONDS, NetworkMicrophone

OPENED = 100.0


def ramp(begin: int, count: int) -> np.ndarray:
    """Samples that say where they belong: 1, 2, 3 …"""
    return (np.arange(begin, begin + count) % 30_000 + 1).astype(np.int16)


def run(
    arrivals: list[tuple[float, np.ndarray]], until: float, microphone: NetworkMicrophone | None = None
) -> tuple[list[Frame], NetworkMicrophone]:
    """Frames of a microphone that gets these pieces, in seconds after opening, looked at every 20 ms."""
    microphone = microphone or NetworkMicrophone(OPENED)
    frames: list[Frame] = []
    left = sorted(arrivals, key=lambda one: one[0])
    for step in range(1, round(until / 0.02) + 1):
        while left and left[0][0] <= step * 0.02 + 1e-9:
            at, pcm = left.pop(0)
            microphone.push(pcm, OPENED + at)
        frames += microphone.due(OPENED + step * 0.02)
    return frames, microphone


def steady(
    begin: float, end: float, chunk: float = 0.02, delay: float = 0.0
) -> list[tuple[float, np.ndarray]]:
    """Pieces sent as they are spoken, each arriving when it is over, or ``delay`` later."""
    size = round(chunk * INPUT_RATE)
    count = round((end - begin) / chunk)
    first = round(begin * INPUT_RATE)
    return [(begin + (index + 1) * chunk + delay, ramp(first + index * size, size)) for index in range(count)]


def sound(frames: list[Frame]) -> np.ndarray:
    return np.concatenate([frame.pcm for frame in frames])


@pytest.mark.parametrize("chunk", [0.02, 0.064, 0.01])
def test_what_is_sent_steadily_arrives_whole_at_its_time(chunk: float) -> None:
    frames, microphone = run(steady(0.0, 1.92, chunk), 2.0)
    assert np.array_equal(sound(frames)[: 1_600 * 16], ramp(0, 1_600 * 16))
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert all(
        frame.at == pytest.approx(OPENED + index * 0.02, abs=0.002) for index, frame in enumerate(frames)
    )
    assert (microphone.dropped, microphone.clipped) == (0, 0)


def test_frames_go_on_in_silence_while_a_satellite_sends_nothing() -> None:
    frames, microphone = run([], 3.0)
    assert len(frames) >= 145
    assert not np.any(sound(frames))
    assert microphone.dropped == 0, "nothing was lost of what was never sent"


def test_a_short_halt_loses_nothing() -> None:
    late = [(at if not 1.0 < at <= 1.3 else 1.3, pcm) for at, pcm in steady(0.0, 2.0)]
    frames, microphone = run(late, 2.2)
    assert np.array_equal(sound(frames)[: 2 * INPUT_RATE], ramp(0, 2 * INPUT_RATE))
    assert microphone.dropped == 0


def test_a_long_halt_is_filled_counted_and_its_late_sound_dropped() -> None:
    late = [(at if not 1.0 < at <= 2.0 else 2.0, pcm) for at, pcm in steady(0.0, 3.0)]
    frames, microphone = run(late, 3.0)
    heard = sound(frames)
    filled = int(np.count_nonzero(heard[: 3 * INPUT_RATE - 6_400] == 0))
    assert filled == microphone.dropped * FRAME_SAMPLES
    assert filled / INPUT_RATE == pytest.approx(1.0 - LATE_SECONDS, abs=0.06)
    back = heard[round(2.1 * INPUT_RATE) : round(2.8 * INPUT_RATE)]
    assert np.array_equal(back, ramp(round(2.1 * INPUT_RATE), len(back))), "out of step after the halt"
    assert all(frame.at <= OPENED + 3.0 for frame in frames)


def test_sound_that_was_truly_lost_leaves_a_gap_and_the_next_is_not_dropped() -> None:
    lossy = [(at, pcm) for at, pcm in steady(0.0, 4.0) if not 1.0 < at <= 2.0]
    frames, microphone = run(lossy, 4.5)
    kept = sound(frames)
    assert microphone.dropped > 0
    assert np.count_nonzero(kept) >= 3 * INPUT_RATE - FRAME_SAMPLES


def test_a_satellite_that_wakes_begins_at_its_time() -> None:
    frames, microphone = run(steady(1.0, 2.0), 2.2)
    first = int(np.flatnonzero(sound(frames))[0])
    assert first / INPUT_RATE == pytest.approx(1.0, abs=0.05)
    assert microphone.dropped == 0


def test_what_a_satellite_kept_from_before_it_woke_is_heard() -> None:
    kept = [(1.0, ramp(0, INPUT_RATE // 2))]
    frames, _ = run([*kept, *steady(1.0, 2.0)], 2.2)
    assert np.count_nonzero(sound(frames)) >= 1.5 * INPUT_RATE - FRAME_SAMPLES
    ats = [frame.at for frame in frames]
    assert ats == sorted(ats)


def test_a_computer_that_slept_skips_frames_and_keeps_its_memory() -> None:
    frames, microphone = run(steady(0.0, 1.0), 1.0)
    frames += microphone.due(OPENED + 5_000.0)
    assert len(frames) < 200
    microphone.push(ramp(0, FRAME_SAMPLES), OPENED + 5_000.0)
    frames += microphone.due(OPENED + 5_000.02)
    assert frames[-1].index > 200_000
    assert microphone.dropped > 200_000


@given(st.lists(st.tuples(st.floats(0.0, 3.0), st.integers(0, 4_000)), max_size=40))
def test_any_arrivals_give_numbered_frames_in_time(arrivals: list[tuple[float, int]]) -> None:
    frames, microphone = run([(at, ramp(0, count)) for at, count in arrivals], 4.0)
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert all(frame.pcm.shape == (FRAME_SAMPLES,) for frame in frames)
    ats = [frame.at for frame in frames]
    assert ats == sorted(ats)
    assert microphone.frames_in == len(frames)
    assert len(frames) >= (4.0 - LATE_SECONDS) / 0.02 - 2
