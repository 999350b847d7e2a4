"""When each part of the text begins to sound."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.speech.ports import Mark

SAMPLES_PER_FRAME = 600
"""Samples at 24 kHz of one unit of Kokoro's predicted durations."""
_VOWELS = frozenset("AIOQWYaeiouyæɑɐɒɔəɚɛɜɤɨɪʊʌᵻ")
_SILENT = frozenset(" →↗↘↓ˈˌʰ")
_PAUSES = frozenset(",.!?:;…—")


def measured_marks(
    durations: NDArray[np.float32], reach: Sequence[int], offset: int, length: int
) -> tuple[Mark, ...]:
    """Marks from the model's own durations. durations: shape (symbols + 2,), in frames, the first and last
    for the silence around. offset: samples trimmed from the front. length: samples that are left."""
    begins = np.concatenate([[0.0], np.cumsum(durations)])[1 : len(reach) + 1] * SAMPLES_PER_FRAME - offset
    return _increasing(begins, reach, length)


def estimated_marks(
    symbols: str, voiced: NDArray[np.bool_], reach: Sequence[int], hop: int, length: int
) -> tuple[Mark, ...]:
    """Marks spread over the voiced time, for a model that does not tell its durations. voiced: whether each
    frame of ``hop`` samples sounds."""
    weights = np.array([_weight(symbol) for symbol in symbols])
    frames = np.flatnonzero(voiced)
    if weights.sum() == 0 or frames.size == 0:
        return ()
    before = np.concatenate([[0.0], np.cumsum(weights)[:-1]]) / weights.sum()
    begins = frames[np.minimum((before * frames.size).astype(int), frames.size - 1)] * float(hop)
    return _increasing(begins, reach, length)


def _weight(symbol: str) -> float:
    if symbol in _SILENT or symbol in _PAUSES:
        return 0.0
    return 2.0 if symbol in _VOWELS else 1.0


def _increasing(begins: NDArray[np.float64], reach: Sequence[int], length: int) -> tuple[Mark, ...]:
    """One mark for each step forward in the text."""
    marks: list[Mark] = []
    furthest = -1
    for begin, characters in zip(begins, reach, strict=True):
        if characters <= furthest:
            continue
        furthest = characters
        sample = int(min(max(begin, 0), max(length - 1, 0)))
        if marks and sample <= marks[-1].sample:
            marks[-1] = Mark(marks[-1].sample, characters)
        else:
            marks.append(Mark(sample, characters))
    return tuple(marks)
