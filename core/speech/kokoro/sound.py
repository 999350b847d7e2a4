"""What is done to a piece of synthesised sound before it is played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float32]
Samples = NDArray[np.int16]

RATE = 24_000
HOP = 240
"""Samples of one look at the loudness: 10 ms."""
_QUIETEST = 0.004
_BELOW_PEAK = 0.02
_LEAD = int(0.03 * RATE)
_DECAY = int(0.05 * RATE)
_FADE = int(0.005 * RATE)
_CEILING = 0.97

SENTENCE_PAUSE = 0.32
CLAUSE_PAUSE = 0.16
BREATH_PAUSE = 0.02


@dataclass(frozen=True, slots=True)
class Trimmed:
    """pcm: 24 kHz, ready to be joined to the next. offset: the sample of the raw wave it begins at."""

    pcm: Samples
    offset: int


def trim(wave: Wave, pause: float) -> Trimmed | None:
    """``wave`` (float, 24 kHz) without the silence around it, faded at both ends to exactly zero, then
    ``pause`` seconds of silence. None when nothing in it can be heard."""
    clean = np.nan_to_num(wave, nan=0.0, posinf=1.0, neginf=-1.0)
    loud = np.flatnonzero(_voiced(clean))
    if loud.size == 0:
        return None
    start = max(0, int(loud[0]) * HOP - _LEAD)
    end = min(len(clean), (int(loud[-1]) + 1) * HOP + _DECAY)
    kept = _faded(_below_ceiling(clean[start:end]))
    silence = np.zeros(int(pause * RATE), np.float32)
    pcm = np.round(np.concatenate([kept, silence]) * 32767).astype(np.int16)
    return Trimmed(pcm, start)


def voiced_frames(pcm: Samples) -> NDArray[np.bool_]:
    """Whether each 10 ms of ``pcm`` sounds."""
    return _voiced((pcm / 32768).astype(np.float32))


def _voiced(wave: Wave) -> NDArray[np.bool_]:
    count = len(wave) // HOP
    if count == 0:
        return np.zeros(0, np.bool_)
    frames = wave[: count * HOP].reshape(count, HOP)
    energy = np.sqrt(np.mean(frames.astype(np.float64) ** 2, axis=1))
    threshold = max(_QUIETEST, _BELOW_PEAK * float(energy.max()))
    return np.asarray(energy > threshold)


def _below_ceiling(wave: Wave) -> Wave:
    peak = float(np.max(np.abs(wave)))
    return wave * np.float32(_CEILING / peak) if peak > _CEILING else wave


def _faded(wave: Wave) -> Wave:
    faded = wave.copy()
    width = min(_FADE, len(faded) // 2)
    ramp = np.linspace(0.0, 1.0, width, dtype=np.float32)
    faded[:width] *= ramp
    faded[len(faded) - width :] *= ramp[::-1]
    return faded
