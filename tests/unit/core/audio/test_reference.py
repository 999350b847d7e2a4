"""What the canceller is told the speaker played: any rate, any moment, no seams."""

import numpy as np
import pytest

from core.audio.reference import frame_at


def tone(rate: int, seconds: float, hertz: float, begin: float = 0.0) -> np.ndarray:
    return np.sin(2 * np.pi * hertz * (begin + np.arange(round(seconds * rate)) / rate)).astype(np.float32)


def reader(sound: np.ndarray):
    def fetch(first: int, count: int) -> np.ndarray:
        padded = np.zeros(count, np.float32)
        part = sound[max(first, 0) : max(first + count, 0)]
        start = max(-first, 0)
        padded[start : start + len(part)] = part
        return padded

    return fetch


@pytest.mark.parametrize("rate", [16_000, 22_050, 24_000, 44_100, 48_000])
@pytest.mark.parametrize("hertz", [200.0, 1000.0, 4000.0])
@pytest.mark.parametrize("moment", [0.1, 0.123456])
def test_a_frame_is_the_sound_of_that_moment(rate: int, hertz: float, moment: float) -> None:
    frame = frame_at(moment * rate, rate, reader(tone(rate, 0.5, hertz)))
    error = frame - tone(16_000, 0.02, hertz, begin=moment)
    assert frame.shape == (320,)
    assert 20 * np.log10(np.sqrt(np.mean(error**2)) / np.sqrt(0.5)) < -40.0


def test_what_is_above_8_khz_does_not_come_back_lower() -> None:
    frame = frame_at(4800.0, 48_000, reader(tone(48_000, 0.5, 11_000.0)))
    assert np.sqrt(np.mean(frame**2)) < 0.01


def test_before_and_behind_the_sound_there_is_silence() -> None:
    sound = tone(24_000, 0.1, 500.0)
    assert not frame_at(-24_000.0, 24_000, reader(sound)).any()
    assert not frame_at(24_000.0, 24_000, reader(sound)).any()
