"""Reading recorded sound at any moment and at 16 kHz: what a canceller is told the speaker played."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.audio.frames import FRAME_SAMPLES, INPUT_RATE

Sound = NDArray[np.float32]
PHASES = 256
"""Positions between two samples that are told apart; the error, 54 dB below the sound at 4 kHz, is far
below what any room lets a canceller reach."""
HALF_WIDTH = 16
"""Samples of 16 kHz (or of the source, if slower) on either side that one sample is made from."""
ROLL_OFF = 0.9


def frame_at(position: float, rate: int, fetch: Callable[[int, int], Sound]) -> Sound:
    """20 ms at 16 kHz, shape (320,), of a sound of ``rate`` from its fractional sample ``position`` on.

    ``fetch(first, count)`` gives the sound's samples, zero where there are none. Nothing is kept from
    call to call, so a reference can follow a clock's drift and jump wherever it likes.
    """
    kernel = _kernel(rate)
    half = kernel.shape[1] // 2
    wanted = position + np.arange(FRAME_SAMPLES) * (rate / INPUT_RATE)
    before = np.floor(wanted).astype(np.int64)
    first = int(before[0]) - half + 1
    source = fetch(first, int(before[-1]) + half + 1 - first)
    if not source.any():
        return np.zeros(FRAME_SAMPLES, np.float32)
    phase = np.rint((wanted - before) * PHASES).astype(np.int64)
    around = np.lib.stride_tricks.sliding_window_view(source, 2 * half)[before - before[0]]
    frame: Sound = np.einsum("ij,ij->i", around, kernel[phase])
    return frame


@lru_cache(maxsize=8)
def _kernel(rate: int) -> Sound:
    """A windowed sinc for each phase, shape (PHASES + 1, taps)."""
    narrowing = max(1.0, rate / INPUT_RATE)
    half = round(HALF_WIDTH * narrowing)
    cutoff = ROLL_OFF / narrowing
    offsets = np.arange(-half + 1, half + 1)[None, :] - np.arange(PHASES + 1)[:, None] / PHASES
    window = np.cos(np.clip(offsets / half, -1.0, 1.0) * np.pi / 2) ** 2
    taps = cutoff * np.sinc(cutoff * offsets) * window
    kernel: Sound = (taps / taps.sum(axis=1, keepdims=True)).astype(np.float32)
    return kernel
