"""Louder is louder, and never broken."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.turn.loudness import amplified

SOUND = st.lists(st.integers(-32_768, 32_767), max_size=64).map(lambda values: np.array(values, np.int16))


@given(SOUND)
def test_the_usual_level_is_untouched(pcm: np.ndarray) -> None:
    assert amplified(pcm, 1.0) is pcm


@given(SOUND, st.floats(0.1, 4.0))
def test_no_sample_changes_sign_or_overflows_and_order_is_kept(pcm: np.ndarray, gain: float) -> None:
    loud = amplified(pcm, gain)
    assert loud.dtype == np.int16
    assert np.all(loud.astype(int) * pcm.astype(int) >= 0)
    rising = np.argsort(pcm, kind="stable")
    assert np.all(np.diff(loud[rising].astype(int)) >= 0)


def test_below_the_knee_it_is_exactly_proportional() -> None:
    assert amplified(np.array([1_000, -2_000], np.int16), 3.0).tolist() == [3_000, -6_000]
