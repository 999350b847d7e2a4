"""How loud sound is, and whether it is damaged."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.audio.frames import Samples

FLOOR_DBFS = -96.0
"""What digital silence measures: one step of 16 bits."""
FULL_SCALE = 32_767
CLIPPED_RUN = 3
"""Samples at full scale that make a frame count as clipped; a single peak may be legitimate."""


def rms_dbfs(pcm: Samples) -> float:
    """Root mean square in dB below full scale (a full-scale square wave is 0), at least FLOOR_DBFS."""
    if not len(pcm):
        return FLOOR_DBFS
    level = float(np.sqrt(np.mean(np.square(pcm, dtype=np.float64)))) / FULL_SCALE
    return _dbfs(level)


def is_clipped(pcm: Samples) -> bool:
    """Whether at least CLIPPED_RUN samples sit at full scale."""
    extremes = np.count_nonzero(pcm >= FULL_SCALE) + np.count_nonzero(pcm <= -FULL_SCALE)
    return bool(extremes >= CLIPPED_RUN)


def to_int16(sound: NDArray[np.float32]) -> Samples:
    """Floats in −1…1 to 16 bits: NaN becomes silence, anything larger (infinities too) is clipped."""
    scaled = sound * np.float32(32_768)
    np.rint(scaled, out=scaled)
    np.minimum(scaled, np.float32(FULL_SCALE), out=scaled)  # np.clip takes as long as all of this
    np.maximum(scaled, np.float32(-32_768), out=scaled)
    if np.isnan(np.add.reduce(scaled)):  # a sum is cheaper than looking at every sample
        scaled = np.nan_to_num(scaled, nan=0.0)
    pcm: Samples = scaled.astype(np.int16)
    return pcm


def to_float(pcm: Samples) -> NDArray[np.float32]:
    """16 bits to floats in −1…1; :func:`to_int16` gives back exactly what went in."""
    return pcm.astype(np.float32) / np.float32(32_768)


def _dbfs(level: float) -> float:
    return max(FLOOR_DBFS, 20.0 * float(np.log10(level))) if level > 0 else FLOOR_DBFS
