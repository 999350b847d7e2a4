"""Voice activity by loudness alone: good enough for a quiet room and a microphone close by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CHUNK = 512
_HALF = 600.0
"""Root mean square at which voice is as likely as not."""


class LoudnessActivity:
    """A ``VoiceActivity`` without memory."""

    def probability(self, chunk: NDArray[np.int16]) -> float:
        if chunk.shape != (CHUNK,):
            raise ValueError(f"{chunk.shape} is not ({CHUNK},)")
        loudness = float(np.sqrt(np.mean(np.square(chunk, dtype=np.float64))))
        return loudness**2 / (loudness**2 + _HALF**2)

    def reset(self) -> None:
        """There is nothing to forget."""
