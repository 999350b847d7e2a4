"""Pieces of speech join without clicks, clipping or dead air."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.speech.kokoro.sound import RATE, trim, voiced_frames


def tone(seconds: float, loudness: float = 0.3) -> NDArray[np.float32]:
    t = np.arange(int(seconds * RATE)) / RATE
    return (loudness * np.sin(2 * np.pi * 220 * t)).astype(np.float32)


def quiet(seconds: float) -> NDArray[np.float32]:
    return np.zeros(int(seconds * RATE), np.float32)


def test_silence_around_is_cut_to_a_short_lead_and_the_asked_pause() -> None:
    trimmed = trim(np.concatenate([quiet(0.5), tone(1.0), quiet(0.7)]), pause=0.2)
    assert trimmed is not None
    assert abs(trimmed.offset - 0.47 * RATE) <= 240
    assert abs(len(trimmed.pcm) / RATE - (0.03 + 1.0 + 0.05 + 0.2)) < 0.03


def test_both_ends_are_exactly_zero_so_that_nothing_clicks() -> None:
    trimmed = trim(tone(0.5), pause=0.0)
    assert trimmed is not None
    assert trimmed.pcm[0] == trimmed.pcm[-1] == 0
    assert np.abs(np.diff(trimmed.pcm[:100].astype(int))).max() < 600


def test_a_wave_over_full_scale_is_turned_down_not_clipped() -> None:
    trimmed = trim(tone(0.5, loudness=1.8), pause=0.0)
    assert trimmed is not None
    assert 31_000 < np.abs(trimmed.pcm.astype(int)).max() <= 32_000


def test_a_wave_that_is_not_a_number_does_no_harm() -> None:
    wave = tone(0.5)
    wave[100:110] = np.nan
    trimmed = trim(wave, pause=0.0)
    assert trimmed is not None
    assert np.abs(trimmed.pcm.astype(int)).max() < 11_000


def test_silence_yields_nothing() -> None:
    assert trim(quiet(1.0), pause=0.2) is None
    assert trim(quiet(0.0), pause=0.2) is None


def test_voiced_frames_tell_sound_from_silence() -> None:
    pcm = (np.concatenate([quiet(0.1), tone(0.1), quiet(0.1)]) * 32767).astype(np.int16)
    assert voiced_frames(pcm).tolist() == [False] * 10 + [True] * 10 + [False] * 10
