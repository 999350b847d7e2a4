"""A voice without words: vowels from a buzzing source, which a real voice detector takes for speech."""

from __future__ import annotations

import numpy as np

from core.speech.ports import Samples

RATE = 16_000
_VOWELS = ((730, 1_090, 2_440), (270, 2_290, 3_010), (570, 840, 2_410), (530, 1_840, 2_480))
_BANDWIDTHS = (80, 90, 120)
_SYLLABLE = round(0.18 * RATE)


def babble(seconds: float) -> Samples:
    """int16, mono, 16 kHz: a falling and rising buzz of about 120 Hz through the formants of a, i, o and e."""
    times = np.arange(round(seconds * RATE)) / RATE
    pitch = 120 * (1 + 0.08 * np.sin(6 * np.pi * times) + 0.1 * np.sin(1.4 * np.pi * times))
    buzz = 2 * (np.cumsum(pitch) / RATE % 1) - 1
    spoken = [
        _shaped(buzz[at : at + _SYLLABLE], _VOWELS[at // _SYLLABLE % len(_VOWELS)])
        for at in range(0, len(buzz), _SYLLABLE)
    ]
    sound: Samples = (9_000 * np.concatenate(spoken)).astype(np.int16)
    return sound


def _shaped(buzz: np.ndarray, formants: tuple[int, ...]) -> np.ndarray:
    """One syllable through one two-pole resonator a formant, soft at both ends, as loud as all others."""
    for formant, bandwidth in zip(formants, _BANDWIDTHS, strict=True):
        radius = np.exp(-np.pi * bandwidth / RATE)
        turn, decay = 2 * radius * np.cos(2 * np.pi * formant / RATE), radius * radius
        out = np.zeros(len(buzz) + 2)
        for at, value in enumerate(buzz):
            out[at + 2] = value + turn * out[at + 1] - decay * out[at]
        buzz = out[2:]
    edge = np.minimum(np.arange(len(buzz)), np.arange(len(buzz))[::-1]) / (0.025 * RATE)
    return buzz / max(1e-9, np.abs(buzz).max()) * np.minimum(1, edge)
