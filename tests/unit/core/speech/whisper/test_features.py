"""The log-mel picture is Whisper's own."""

from __future__ import annotations

import numpy as np
import pytest

from core.speech.whisper.features import HOP, SAMPLE_RATE, log_mel, mel_filters, waveform_of


def plainly(waveform: np.ndarray) -> np.ndarray:
    """The formula of openai/whisper's ``log_mel_spectrogram``, frame by frame."""
    padded = np.pad(waveform.astype(np.float64), 200, mode="reflect")
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(400) / 400)
    columns = []
    for start in range(0, len(waveform), HOP):
        frame = padded[start : start + 400] * hann
        power = np.abs(np.fft.fft(frame)[:201]) ** 2
        columns.append(np.log10(np.maximum(mel_filters().T @ power, 1e-10)))
    picture = np.array(columns).T
    return (np.maximum(picture, picture.max() - 8.0) + 4.0) / 4.0


def test_it_follows_the_formula() -> None:
    waveform = np.random.default_rng(0).normal(0, 0.1, SAMPLE_RATE).astype(np.float32)
    assert np.abs(log_mel(waveform, 100) - plainly(waveform)).max() < 1e-5


def test_the_filters_are_slaneys() -> None:
    filters = mel_filters()
    assert filters.shape == (201, 80)
    # Below 1 kHz the filters stand 37 Hz apart, so bins of 40 Hz go one by one; the height is librosa's.
    assert filters[1, 0] == pytest.approx(0.024863, abs=1e-5)
    assert [int(np.argmax(filters[:, k])) for k in (0, 10, 40, 79)] == [1, 10, 43, 192]
    # Equal areas: 2 / width high, so each sums to about 1 over its 40 Hz bins, once wide enough to be sampled.
    assert np.allclose(filters[:, 40:].sum(axis=0) * 40, 1.0, atol=0.1)


def test_a_tone_lights_up_its_own_band() -> None:
    times = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    picture = log_mel(np.sin(2 * np.pi * 440 * times).astype(np.float32), 100)
    hertz = np.argmax(mel_filters()[:, int(np.argmax(picture[:, 50]))]) * 40
    assert abs(hertz - 440) <= 40


def test_short_audio_is_followed_by_silence_and_long_audio_cut() -> None:
    waveform = np.random.default_rng(1).normal(0, 0.1, SAMPLE_RATE).astype(np.float32)
    padded = np.concatenate([waveform, np.zeros(SAMPLE_RATE, np.float32)])
    assert np.array_equal(log_mel(waveform, 200), log_mel(padded, 200))
    assert log_mel(padded, 100).shape == (80, 100)


def test_nothing_and_silence_have_a_picture() -> None:
    for waveform in (np.zeros(0, np.float32), np.zeros(SAMPLE_RATE, np.float32)):
        picture = log_mel(waveform, 500)
        assert picture.shape == (80, 500)
        assert np.isfinite(picture).all()


def test_full_scale_stays_within_one() -> None:
    extremes = waveform_of(np.array([-32768, 0, 32767], np.int16))
    assert extremes.dtype == np.float32
    assert extremes[0] == -1.0
    assert 0.9999 < extremes[2] < 1.0
