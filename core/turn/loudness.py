"""Makes sound louder or quieter without breaking it. Pure."""

from __future__ import annotations

import numpy as np

from core.speech.ports import Samples

_FULL_SCALE = 32_767.0
_KNEE = 0.7
"""Of full scale; above it a louder voice is bent, not cut."""


def amplified(pcm: Samples, gain: float) -> Samples:
    """int16 in and out. What would leave the range is bent into it smoothly (tanh above the knee)."""
    if gain == 1.0 or not len(pcm):
        return pcm
    scaled = pcm.astype(np.float32) * np.float32(gain / _FULL_SCALE)
    level = np.abs(scaled)
    room = 1.0 - _KNEE
    bent = np.where(level > _KNEE, _KNEE + room * np.tanh((level - _KNEE) / room), level)
    loud: Samples = np.round(np.copysign(bent, scaled) * _FULL_SCALE).astype(np.int16)
    return loud


def eased_in(pcm: Samples, samples: int = 120) -> Samples:
    """Begins softly (5 ms at 24 kHz), so that sound cut in the middle does not click."""
    ramp = np.ones(len(pcm), np.float32)
    ramp[:samples] = np.linspace(0.0, 1.0, samples, dtype=np.float32)[: len(pcm)]
    eased: Samples = (pcm * ramp).astype(np.int16)
    return eased
