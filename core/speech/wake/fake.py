"""A wake word that is a whistle, for tests without models."""

from __future__ import annotations

import numpy as np

from core.speech.ports import Samples
from core.speech.wake.gate import Gate
from core.speech.wake.ports import SAMPLE_RATE, Called

HERTZ = 1_900
"""Above every tone of ``core.speech.fake`` that a short script uses."""
_WINDOW = SAMPLE_RATE // 50
_NEEDED = 15
_LOUD = 300.0


class FakeWakeWord:
    """WakeWord that is called by 0.3 s of a clear tone at HERTZ."""

    def __init__(self, word: str = "whistle") -> None:
        self._word = word
        self._gate = Gate()
        self._rest = np.zeros(0, np.int16)
        self._run = 0

    def feed(self, pcm: Samples) -> tuple[Called, ...]:
        if pcm.dtype != np.int16 or pcm.ndim != 1:
            raise ValueError(f"a wake word is heard in int16 mono, not {pcm.dtype} of shape {pcm.shape}")
        self._gate.samples += len(pcm)
        sound = np.concatenate([self._rest, pcm])
        whole = len(sound) // _WINDOW
        called = False
        for window in sound[: whole * _WINDOW].reshape(whole, _WINDOW):
            self._run = self._run + 1 if _whistles(window) else 0
            called = called or self._run >= _NEEDED
        self._rest = sound[whole * _WINDOW :]
        if not (called and self._gate.lets_through(self._word)):
            return ()
        return (Called(self._word, self._gate.samples, 1.0),)

    def mute(self) -> None:
        self._gate.mute()

    def unmute(self) -> None:
        self._gate.unmute()

    def reset(self) -> None:
        self._gate.reset()
        self._rest = self._rest[:0]
        self._run = 0

    def close(self) -> None:
        """There is nothing to give back."""


def whistle(seconds: float = 0.5) -> Samples:
    """The sound that calls: int16, 16 kHz."""
    times = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    tone: Samples = (8_000 * np.sin(2 * np.pi * HERTZ * times)).astype(np.int16)
    return tone


def _whistles(window: Samples) -> bool:
    if float(np.sqrt(np.mean(window.astype(np.float64) ** 2))) < _LOUD:
        return False
    spectrum = np.abs(np.fft.rfft(window * np.hanning(_WINDOW)))
    return abs(int(np.argmax(spectrum)) * SAMPLE_RATE / _WINDOW - HERTZ) <= SAMPLE_RATE / _WINDOW
