"""How long a window Whisper is shown, and where a long speech is cut."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.speech.whisper.features import SAMPLE_RATE

WINDOWS = (5.0, 7.0, 10.0, 15.0, 30.0)
"""Seconds. The encoder's cost grows with the window: 0.1, 0.14, 0.25, 0.45, 1.3 s here."""
FULL_WINDOW = 30.0
TRAILING_SILENCE = 2.5
"""Seconds after the speech. With 1 s, a sentence came out five times (facts.md, Short-window Whisper)."""

_EARLIEST, _LATEST = 20 * SAMPLE_RATE, 29 * SAMPLE_RATE
_CUT_STEP = 0.02
_CUT_WIDTH = 0.2


def window_for(seconds: float) -> float:
    """The shortest window that holds the audio and the silence after it, or all of 30 s."""
    for window in WINDOWS:
        if seconds + TRAILING_SILENCE <= window:
            return window
    return FULL_WINDOW


def pieces(samples: NDArray[np.int16]) -> list[tuple[int, int]]:
    """Spans of at most 30 s that cover ``samples`` without gap or overlap, cut at the quietest place.

    Where a piece ends depends only on the audio up to it, so that a growing recording keeps its
    earlier pieces.
    """
    cuts = [0]
    while len(samples) - cuts[-1] > FULL_WINDOW * SAMPLE_RATE:
        cuts.append(cuts[-1] + _quietest(samples[cuts[-1] :], _EARLIEST, _LATEST))
    return list(pairwise([*cuts, len(samples)]))


def halves(samples: NDArray[np.int16]) -> list[tuple[int, int]]:
    """Two spans, cut at the quietest place of the middle third."""
    cut = _quietest(samples, len(samples) // 3, 2 * len(samples) // 3)
    return [(0, cut), (cut, len(samples))]


def _quietest(samples: NDArray[np.int16], first: int, last: int) -> int:
    """The middle of the quietest 0.2 s between two places."""
    step = int(_CUT_STEP * SAMPLE_RATE)
    region = samples[first:last].astype(np.float64) ** 2
    energies = region[: len(region) // step * step].reshape(-1, step).sum(axis=1)
    width = int(_CUT_WIDTH / _CUT_STEP)
    smoothed = np.convolve(energies, np.ones(width), mode="valid")
    return first + (int(np.argmin(smoothed)) + width // 2) * step
