"""How long sound takes from the speaker to the microphone, told by laying one over the other. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Samples

SECONDS = 1.024
"""Sound that is compared, once in so long while something is playing."""
EARLIEST = -0.15
LATEST = 0.6
"""Seconds of delay that are looked for. Negative ones are time stamps that are wrong."""
STEP = 4
"""Compared at 4 kHz: to a quarter millisecond, at a sixteenth of the price."""
CLEAR = 8.0
"""The peak must be so many times the correlation's usual size."""
SAME = 0.005
"""Two comparisons in a row must agree to so many seconds."""
FADING = 0.5
_FRAMES = round(SECONDS * INPUT_RATE / FRAME_SAMPLES)
_SIZE = 1 << (_FRAMES * FRAME_SAMPLES // STEP * 2 - 1).bit_length()


class DelayMeter:
    """Generalised cross-correlation with phase transform (Knapp and Carter 1976), averaged over time.

    delay: seconds from the speaker's frame to its echo in the microphone's, the last that was clear;
    None before any.
    """

    def __init__(self) -> None:
        self.delay: float | None = None
        self._microphone: list[Samples] = []
        self._speaker: list[Samples] = []
        self._spectrum: NDArray[np.complex128] | None = None
        self._guess: float | None = None

    def reset(self) -> None:
        """Another device, or a shifted reference: what was seen so far says nothing any more."""
        self.delay = self._guess = self._spectrum = None
        self._microphone.clear()
        self._speaker.clear()

    def observe(self, microphone: Samples, speaker: Samples) -> None:
        """One frame of each: int16, 16 kHz, while something is playing or may still be heard."""
        self._microphone.append(microphone)
        self._speaker.append(speaker)
        if len(self._microphone) == _FRAMES:
            self._compare()
            self._microphone.clear()
            self._speaker.clear()

    def _compare(self) -> None:
        heard = np.fft.rfft(_thinned(self._microphone), _SIZE)
        played = np.fft.rfft(_thinned(self._speaker), _SIZE)
        cross = heard * np.conj(played)
        cross /= np.abs(cross) + 1.0
        self._spectrum = cross if self._spectrum is None else FADING * self._spectrum + cross
        alike = np.abs(np.fft.irfft(self._spectrum, _SIZE))
        rate = INPUT_RATE / STEP
        lags = np.arange(round(EARLIEST * rate), round(LATEST * rate))
        within = alike[lags]
        best = int(np.argmax(within))
        guess, before = float(lags[best]) / rate, self._guess
        self._guess = guess if within[best] > CLEAR * float(np.median(within)) else None
        if self._guess is not None and before is not None and abs(guess - before) < SAME:
            self.delay = guess


def _thinned(frames: list[Samples]) -> NDArray[np.float64]:
    """At 4 kHz; a plain average is filter enough to find a peak."""
    sound = np.concatenate(frames).reshape(-1, STEP).mean(axis=1)
    thinned: NDArray[np.float64] = sound - sound.mean()
    return thinned
