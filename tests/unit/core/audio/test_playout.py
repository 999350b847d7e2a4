"""The speaker's queue: order, ramps, positions, and taking back what was not yet played."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.audio.frames import Position
from core.audio.playout import Playout

RAMP = 240  # 10 ms at 24 kHz


def tone(samples: int, level: int = 1000) -> np.ndarray:
    return np.full(samples, level, np.int16)


def test_what_is_written_is_played_sample_by_sample_in_the_order_of_first_writing() -> None:
    playout = Playout()
    playout.write(7, np.arange(100, dtype=np.int16))
    playout.write(3, tone(50))
    playout.write(7, np.arange(100, 200, dtype=np.int16))
    playout.end(7)
    playout.end(3)
    expected = np.concatenate([np.arange(200), np.full(50, 1000), np.zeros(50)])
    assert np.array_equal(playout.render(300), expected)


def test_a_later_utterance_waits_until_an_earlier_one_is_ended() -> None:
    playout = Playout()
    playout.write(1, tone(10))
    playout.write(2, tone(10, 2000))
    assert not playout.render(100)[10:].any()
    playout.end(1)
    assert np.array_equal(playout.render(10), tone(10, 2000))


def test_the_position_counts_what_has_left_the_speaker_not_what_was_rendered() -> None:
    playout = Playout()
    assert playout.position_at(0) is None
    playout.write(1, tone(480))
    playout.end(1)
    playout.render(100)
    playout.render(500)
    assert playout.position_at(60) == Position(1, 60, finished=False, basis="measured")
    assert playout.position_at(480) == Position(1, 480, finished=True, basis="measured")
    assert playout.position_at(600) == Position(1, 480, finished=True, basis="measured")


def test_an_utterance_that_was_never_written_finishes_in_its_turn() -> None:
    playout = Playout()
    playout.write(1, tone(10))
    playout.end(1)
    playout.end(2)
    playout.render(5)
    assert playout.position_at(5) == Position(1, 5, finished=False, basis="measured")
    playout.render(15)
    assert playout.position_at(20) == Position(2, 0, finished=True, basis="measured")


def test_a_starved_utterance_is_unfinished_and_goes_on_where_it_was() -> None:
    playout = Playout()
    playout.write(1, tone(100))
    playout.render(300)
    assert playout.position_at(300) == Position(1, 100, finished=False, basis="measured")
    playout.write(1, tone(100))
    playout.end(1)
    playout.render(100)
    assert playout.position_at(350) == Position(1, 150, finished=False, basis="measured")


def test_pause_fades_within_ten_milliseconds_holds_and_loses_nothing() -> None:
    playout = Playout()
    playout.write(1, tone(4000))
    playout.render(1000)
    playout.pause()
    faded = playout.render(1000)
    assert not faded[RAMP:].any()
    assert np.all(np.diff(faded[:RAMP]) <= 0)
    assert np.abs(np.diff(np.concatenate([tone(1), faded]))).max() <= 1000 / RAMP + 1
    assert playout.position_at(2000).samples == 1000 + RAMP
    playout.resume()
    back = playout.render(4000)
    assert np.all(back[RAMP : 4000 - 1000 - RAMP] == 1000)
    assert playout.position_at(6000).samples == 4000


def test_a_duck_ramps_to_the_gain_and_stays_there() -> None:
    playout = Playout()
    playout.write(1, tone(4000))
    playout.duck(0.25)
    assert np.all(playout.render(1000) == 250)  # nothing sounded yet, so nothing had to be faded
    playout.duck(1.0)
    rising = playout.render(1000)
    assert np.all(np.diff(rising) >= 0)
    assert rising[200] == 1000
    with pytest.raises(ValueError, match="gain"):
        playout.duck(1.5)


def test_stop_fades_drops_the_rest_and_takes_nothing_late() -> None:
    playout = Playout()
    playout.write(1, tone(4000))
    playout.write(2, tone(4000, 2000))
    playout.end(2)
    playout.render(1000)
    playout.stop()
    playout.write(1, tone(4000))
    playout.end(1)
    playout.write(2, tone(4000))
    rest = playout.render(5000)
    assert not rest[RAMP:].any()
    assert playout.position_at(6000) == Position(1, 1000 + RAMP, finished=True, basis="measured")
    playout.write(3, tone(100))
    assert np.array_equal(playout.render(100), tone(100))


def test_stop_while_paused_is_silent_at_once_and_the_next_utterance_is_heard() -> None:
    playout = Playout()
    playout.write(1, tone(4000))
    playout.duck(0.5)
    playout.render(1000)
    playout.pause()
    playout.render(1000)
    playout.stop()
    assert not playout.render(100).any()
    playout.write(2, tone(100))
    assert np.array_equal(playout.render(100), tone(100))


def test_stop_before_an_utterance_began_lets_none_of_it_out() -> None:
    playout = Playout()
    playout.write(1, tone(4000))
    playout.stop()
    assert not playout.render(1000).any()
    assert playout.position_at(1000) is None


def test_writing_to_an_ended_utterance_is_a_mistake() -> None:
    playout = Playout()
    playout.write(1, tone(10))
    playout.end(1)
    with pytest.raises(ValueError, match="ended"):
        playout.write(1, tone(10))
    with pytest.raises(TypeError, match="int16"):
        playout.write(2, np.zeros(3, np.float32))


def test_positions_are_given_at_24_khz_whatever_the_speaker_runs_at() -> None:
    playout = Playout(48_000)
    playout.write(1, tone(48_000))
    playout.render(48_000)
    assert playout.position_at(24_000).samples == 12_000


COMMANDS = st.lists(
    st.tuples(
        st.integers(1, 700), st.sampled_from(["pause", "resume", "duck", "full", "write", "end", "stop"])
    ),
    max_size=30,
)


@settings(deadline=None)
@given(COMMANDS)
def test_rendering_ahead_and_rewinding_sounds_the_same_as_rendering_just_in_time(commands) -> None:
    """A device that renders 1,000 samples ahead and takes them back equals one that never did."""
    block = 10
    eager, lazy = Playout(), Playout()
    eager_out, lazy_out = np.zeros(220_000, np.int16), np.zeros(220_000, np.int16)
    now, number = 0, 1
    for blocks, command in commands:
        now += blocks * block
        assert eager.rewind(min(now, eager.rendered)) <= now
        for playout, out in ((eager, eager_out), (lazy, lazy_out)):
            while playout.rendered < now:
                start = playout.rendered
                out[start : start + block] = playout.render(block)
            match command:
                case "pause":
                    playout.pause()
                case "resume":
                    playout.resume()
                case "duck":
                    playout.duck(0.25)
                case "full":
                    playout.duck(1.0)
                case "write":
                    playout.write(number, np.arange(1, 2000, dtype=np.int16))
                case "end":
                    playout.end(number)
                case "stop":
                    playout.stop()
        if command in ("end", "stop"):
            number += 1
        for _ in range(100):
            start = eager.rendered
            eager_out[start : start + block] = eager.render(block)
        if now % 3 == 0:
            assert eager.position_at(now) == lazy.position_at(now)
    assert np.array_equal(eager_out[:now], lazy_out[:now])
