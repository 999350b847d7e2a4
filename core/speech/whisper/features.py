"""The log-mel picture that Whisper and Smart Turn look at.

Formula: openai/whisper ``audio.py`` (25 ms Hann window, 10 ms hop, 80 Slaney mel filters, log10,
8 below the loudest at most, scaled to about -1…1), computed in double precision.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 16_000
HOP = 160
MELS = 80
_WINDOW = 400
_FLOOR = 1e-10
_DYNAMIC = 8.0

Waveform = NDArray[np.float32]
LogMel = NDArray[np.float32]


def waveform_of(samples: NDArray[np.int16]) -> Waveform:
    """int16 to -1.0…1.0."""
    return samples.astype(np.float32) / np.float32(32768)


def log_mel(waveform: Waveform, frames: int) -> LogMel:
    """``waveform`` at 16 kHz, followed by silence or cut to ``frames`` × 10 ms. Shape (80, frames)."""
    wanted = frames * HOP
    padded = np.zeros(wanted, dtype=np.float64)
    padded[: min(wanted, len(waveform))] = waveform[:wanted]
    centred = np.pad(padded, _WINDOW // 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(centred, _WINDOW)[: frames * HOP : HOP]
    spectrum = np.fft.rfft(windows * _hann(), axis=-1)
    power = spectrum.real**2 + spectrum.imag**2
    logarithm = np.log10(np.maximum(power @ mel_filters(), _FLOOR))
    floored = np.maximum(logarithm, logarithm.max() - _DYNAMIC)
    return np.ascontiguousarray(((floored + 4.0) / 4.0).T, dtype=np.float32)


@cache
def mel_filters() -> NDArray[np.float64]:
    """Triangles on the Slaney mel scale, each of equal area. Shape (201, 80)."""
    top = _mel_of(SAMPLE_RATE / 2)
    edges = _hertz_of(np.linspace(0.0, top, MELS + 2))
    bins = np.linspace(0, SAMPLE_RATE / 2, _WINDOW // 2 + 1)
    distance = edges[np.newaxis, :] - bins[:, np.newaxis]
    widths = np.diff(edges)
    rising = -distance[:, :-2] / widths[:-1]
    falling = distance[:, 2:] / widths[1:]
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    return np.asarray(triangles * (2.0 / (edges[2:] - edges[:-2])), dtype=np.float64)


@cache
def _hann() -> NDArray[np.float64]:
    return np.hanning(_WINDOW + 1)[:-1]


# Slaney's scale: linear below 1 kHz (15 mels), then 27 mels to every factor of 6.4.
def _mel_of(hertz: float) -> float:
    return 3 * hertz / 200 if hertz < 1000 else 15 + 27 * float(np.log(hertz / 1000) / np.log(6.4))


def _hertz_of(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(mels < 15, 200 * mels / 3, 1000 * np.exp((mels - 15) * np.log(6.4) / 27))
