"""Levels, rates, files and time stamps: the arithmetic of sound."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from core.audio import wav
from core.audio.capture_clock import WINDOW_SECONDS, CaptureClock
from core.audio.echo import NoEchoCanceller
from core.audio.feed import Feed
from core.audio.levels import FLOOR_DBFS, is_clipped, rms_dbfs, to_float, to_int16
from core.audio.playout import Playout
from core.audio.resample import Resampler, resample


def sine(seconds: float, rate: int, hertz: float = 440.0, level: float = 0.5) -> np.ndarray:
    return (level * 32_767 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * rate)) / rate)).astype(
        np.int16
    )


def test_levels_are_decibels_below_full_scale() -> None:
    square = np.tile(np.array([32_767, -32_767], np.int16), 100)
    assert rms_dbfs(square) == pytest.approx(0.0)
    assert rms_dbfs(square // 2) == pytest.approx(-6.02, abs=0.01)
    for silence in (np.zeros(10, np.int16), np.zeros(0, np.int16)):
        assert rms_dbfs(silence) == FLOOR_DBFS


def test_a_single_peak_is_not_clipping_a_flat_top_is() -> None:
    pcm = np.zeros(320, np.int16)
    pcm[5] = 32_767
    assert not is_clipped(pcm)
    pcm[5:8] = 32_767
    assert is_clipped(pcm)
    assert is_clipped(-pcm)


def test_floats_and_sixteen_bits_convert_without_loss_and_without_nonsense() -> None:
    every = np.arange(-32_768, 32_768, dtype=np.int16)
    assert np.array_equal(to_int16(to_float(every)), every)
    odd = np.array([np.nan, np.inf, -np.inf, 2.0, -2.0], np.float32)
    assert to_int16(odd).tolist() == [0, 32_767, -32_768, 32_767, -32_768]


@pytest.mark.parametrize("rate", [8_000, 44_100, 48_000])
def test_a_stream_in_pieces_is_the_sound_at_once(rate: int) -> None:
    sound = sine(1.0, rate)
    stream = Resampler(rate, 16_000)
    pieces = [stream.push_int16(piece) for piece in np.array_split(sound, 37)]
    streamed = np.concatenate([*pieces, stream.finish_int16()])
    whole = resample(sound, rate, 16_000)
    assert len(streamed) == len(whole) == 16_000
    assert np.abs(streamed.astype(int) - whole)[200:-200].max() <= 1


def test_equal_rates_pass_sound_through_untouched() -> None:
    sound = sine(0.1, 16_000)
    assert resample(sound, 16_000, 16_000) is sound
    assert Resampler(24_000, 24_000).push_int16(sound) is sound
    assert len(Resampler(24_000, 24_000).finish_int16()) == 0


def test_what_is_written_to_a_file_is_read_back(tmp_path: Path) -> None:
    sound = sine(0.7, 24_000)
    wav.write(tmp_path / "a.wav", sound, 24_000)
    assert np.array_equal(wav.read(tmp_path / "a.wav", 24_000), sound)
    stereo, rate = soundfile.read(tmp_path / "a.wav", dtype="int16")
    assert rate == 24_000
    assert np.array_equal(stereo, sound)


def test_a_file_that_breaks_off_is_heard_as_far_as_it_goes(tmp_path: Path) -> None:
    wav.write(tmp_path / "whole.wav", sine(2.0, 16_000), 16_000)
    cut = (tmp_path / "whole.wav").read_bytes()[:20_000]
    (tmp_path / "cut.wav").write_bytes(cut)
    heard = wav.read(tmp_path / "cut.wav")
    assert np.array_equal(heard, sine(2.0, 16_000)[: len(heard)])
    assert len(heard) == (20_000 - 44) // 2


def test_a_feed_converts_only_as_far_ahead_as_it_is_asked() -> None:
    playout = Playout(48_000)
    feed = Feed(playout, 48_000)
    feed.write(1, sine(5.0, 24_000))
    feed.end(1)
    feed.convert(48_000)
    assert 48_000 <= playout.ahead() < 54_000
    feed.convert(1_000_000)
    assert playout.ahead() == 5 * 48_000
    with pytest.raises(ValueError, match="ended"):
        feed.write(1, sine(0.1, 24_000))


def test_a_feed_keeps_the_order_of_first_writing_and_drops_what_was_stopped() -> None:
    playout = Playout(24_000)
    feed = Feed(playout, 24_000)
    feed.write(1, np.full(10, 1, np.int16))
    feed.write(2, np.full(10, 2, np.int16))
    feed.end(2)
    feed.write(1, np.full(10, 1, np.int16))
    feed.end(1)
    feed.convert(100)
    assert playout.render(45).tolist() == [1] * 20 + [2] * 10 + [0] * 15
    feed.write(3, np.full(10, 3, np.int16))
    feed.clear()
    playout.stop()
    feed.write(3, np.full(10, 3, np.int16))
    feed.end(3)
    feed.convert(100)
    assert not playout.render(100).any()


def test_capture_time_counts_samples_and_follows_a_drifting_sound_card() -> None:
    """A card 100 ppm slow, blocks of 10 ms observed up to 30 ms late: true to 2 ms after an hour."""
    clock = CaptureClock(48_000, first=100.0)
    true_rate = 48_000 * (1 - 100e-6)
    late = np.random.default_rng(5).uniform(0.0, 0.03, 360_000)
    for block in range(1, 360_000):
        now = 100.0 + block * 480 / true_rate + late[block]
        clock.observe(block * 480, now)
    captured = 100.0 + 359_999 * 480 / true_rate
    assert clock.at(359_999 * 0.01) == pytest.approx(captured, abs=2 * WINDOW_SECONDS * 100e-6)


def test_without_a_canceller_the_echo_stays_and_the_engine_is_told() -> None:
    frame = sine(0.02, 16_000)
    assert NoEchoCanceller().clean(frame, frame) is frame
    assert not NoEchoCanceller().cancels
