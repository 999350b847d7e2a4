"""Windows hold the audio and its silence; cuts lose nothing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.speech.whisper.features import SAMPLE_RATE
from core.speech.whisper.windows import TRAILING_SILENCE, WINDOWS, halves, pieces, window_for


@given(st.floats(0, 30))
def test_a_window_never_holds_less_than_the_audio(seconds: float) -> None:
    window = window_for(seconds)
    assert window in WINDOWS
    assert window >= seconds
    assert window == 30 or window - seconds >= TRAILING_SILENCE


@pytest.mark.parametrize(
    ("seconds", "window"), [(0, 5), (2.5, 5), (2.6, 7), (7.5, 10), (8.7, 15), (13, 30), (30, 30)]
)
def test_the_window_is_the_shortest_that_is_safe(seconds: float, window: float) -> None:
    assert window_for(seconds) == window


def noise(seconds: float) -> np.ndarray:
    return np.random.default_rng(0).normal(0, 3000, int(seconds * SAMPLE_RATE)).astype(np.int16)


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 200))
def test_pieces_cover_everything_once_and_fit_a_window(seconds: float) -> None:
    samples = noise(seconds)
    spans = pieces(samples)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(samples)
    assert all(end == start for (_, end), (start, _) in pairwise(spans))
    assert all(end - start <= 30 * SAMPLE_RATE for start, end in spans)


def test_a_cut_is_made_where_it_is_quiet() -> None:
    samples = noise(40)
    pause = slice(int(24.0 * SAMPLE_RATE), int(24.4 * SAMPLE_RATE))
    samples[pause] //= 100
    (_, cut), _ = pieces(samples)
    assert pause.start < cut < pause.stop


def test_a_growing_recording_keeps_its_earlier_pieces() -> None:
    samples = noise(100)
    whole = pieces(samples)
    for seconds in (31, 45, 60, 80):
        assert pieces(samples[: seconds * SAMPLE_RATE])[:-1] == [
            span for span in whole if span in pieces(samples[: seconds * SAMPLE_RATE])[:-1]
        ]
        assert pieces(samples[: seconds * SAMPLE_RATE])[0] == whole[0]


def test_halves_are_cut_in_the_middle_third_where_it_is_quiet() -> None:
    samples = noise(12)
    samples[int(5 * SAMPLE_RATE) : int(5.3 * SAMPLE_RATE)] = 0
    (start, cut), (again, end) = halves(samples)
    assert (start, again, end) == (0, cut, len(samples))
    assert 5 * SAMPLE_RATE < cut < 5.3 * SAMPLE_RATE
