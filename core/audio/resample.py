"""Changing sample rates with soxr: a stream in pieces, or a whole sound at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.audio.frames import Samples
from core.audio.levels import to_float, to_int16

QUALITY = "HQ"
"""soxr's recipe of 20 bits: costs under 1 ms a second of sound and adds no audible noise."""


class Resampler:
    """A stream from one rate to another. Equal rates pass through untouched, sample by sample.

    Output lags: soxr holds back a few milliseconds until :meth:`finish`.
    """

    def __init__(self, from_rate: float, to_rate: float) -> None:
        self._stream: Any = None
        if from_rate != to_rate:
            import soxr

            self._stream = soxr.ResampleStream(from_rate, to_rate, 1, dtype="float32", quality=QUALITY)

    def push(self, sound: NDArray[np.float32]) -> NDArray[np.float32]:
        """Convert the next piece: float32, mono, any length. May give nothing yet."""
        return self._convert(sound, last=False)

    def push_int16(self, pcm: Samples) -> Samples:
        """As :meth:`push`, for 16 bits."""
        return pcm if self._stream is None else to_int16(self.push(to_float(pcm)))

    def finish(self) -> NDArray[np.float32]:
        """The samples held back. Nothing may be pushed afterwards."""
        return self._convert(np.zeros(0, np.float32), last=True)

    def finish_int16(self) -> Samples:
        """As :meth:`finish`, in 16 bits."""
        return to_int16(self.finish())

    def _convert(self, sound: NDArray[np.float32], *, last: bool) -> NDArray[np.float32]:
        if self._stream is None:
            return sound
        converted: NDArray[np.float32] = self._stream.resample_chunk(sound, last=last)
        return converted


def resample(pcm: Samples, from_rate: float, to_rate: float) -> Samples:
    """A whole mono sound at another rate: int16 in, int16 out."""
    if from_rate == to_rate or not len(pcm):
        return pcm
    import soxr

    return to_int16(soxr.resample(to_float(pcm), from_rate, to_rate, quality=QUALITY))
