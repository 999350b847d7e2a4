"""Raw sound as services send it, made into what the engine plays: int16, mono, 24 kHz."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.speech.ports import Samples

PLAYED_RATE = 24_000
RATES = range(4_000, 192_001)
"""Rates a service may have; anything else is garbage."""


class Incoming:
    """A stream of little-endian PCM in blocks of any length, sample halves included.

    width: bytes a sample, 1 (unsigned), 2, 3 or 4. Of several channels the mean is taken. Raises ValueError
    for a format that is none.
    """

    def __init__(self, rate: int, width: int = 2, channels: int = 1) -> None:
        if rate not in RATES or width not in (1, 2, 3, 4) or not 1 <= channels <= 8:
            raise ValueError(f"no sound has {rate} Hz, {width} bytes and {channels} channels")
        self._width, self._channels = width, channels
        self._rest = b""
        self._stream: Any = None
        if rate != PLAYED_RATE:
            import soxr

            self._stream = soxr.ResampleStream(rate, PLAYED_RATE, 1, dtype="float32", quality="HQ")

    def push(self, block: bytes) -> Samples:
        """The next block; may give nothing yet."""
        data = self._rest + block
        whole = len(data) - len(data) % (self._width * self._channels)
        self._rest = data[whole:]
        return self._resampled(_mono(data[:whole], self._width, self._channels), last=False)

    def finish(self) -> Samples:
        """What the resampler held back. Half a sample at the end is dropped."""
        return self._resampled(np.zeros(0, np.int16), last=True)

    def _resampled(self, pcm: Samples, *, last: bool) -> Samples:
        if self._stream is None:
            return pcm
        floats = self._stream.resample_chunk(pcm.astype(np.float32) / np.float32(32_768), last=last)
        played: Samples = np.clip(np.rint(floats * 32_768), -32_768, 32_767).astype(np.int16)
        return played


def _mono(data: bytes, width: int, channels: int) -> Samples:
    if width == 1:
        wide = (np.frombuffer(data, np.uint8).astype(np.int32) - 128) << 8
    elif width == 2:
        wide = np.frombuffer(data, "<i2").astype(np.int32)
    else:  # the two highest bytes are the sound
        wide = np.frombuffer(data, np.uint8).reshape(-1, width)[:, width - 2 :].copy().view("<i2").ravel()
        wide = wide.astype(np.int32)
    if channels > 1:
        wide = np.rint(wide.reshape(-1, channels).mean(axis=1)).astype(np.int32)
    return wide.astype(np.int16)
