"""Sound that no recogniser need be asked about: services charge for silence and make words of it."""

from __future__ import annotations

import numpy as np

from core.speech.ports import Samples

SHORTEST = 1_600
"""Samples at 16 kHz: services refuse less than a tenth of a second."""
_LOUD = 200
_LOUD_SAMPLES = 160


def is_unheard(audio: Samples) -> bool:
    """Whether there is nothing to recognise: too short, or hardly a hundredth of a second above a whisper."""
    if len(audio) < SHORTEST:
        return True
    return int(np.count_nonzero(np.abs(audio.astype(np.int32)) > _LOUD)) < _LOUD_SAMPLES
