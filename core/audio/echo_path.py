"""A room between a virtual speaker and a virtual microphone, for tests and benches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Samples


@dataclass(frozen=True, slots=True)
class EchoPath:
    """What happens to sound on its way from the speaker to the microphone.

    delay: seconds, or a function of the seconds since opening, for drift and jumps; at least 1 ms.
    gain_db: of the direct sound and all reflections together. reverberation: RT60 in seconds, 0 for
    none. distortion: of the speaker; 0 is linear, 1 bends full scale to half. noise_dbfs: RMS of the
    room's own noise, None for silence. seed: another room, another noise.
    """

    delay: float | Callable[[float], float] = 0.03
    gain_db: float = -12.0
    reverberation: float = 0.3
    distortion: float = 0.0
    noise_dbfs: float | None = -65.0
    seed: int = 1


class Room:
    """An :class:`EchoPath` at work. ``played(seconds)``: the 20 ms that the speaker played from then on."""

    def __init__(self, path: EchoPath, played: Callable[[float], Samples]) -> None:
        self._path = path
        self._played = played
        self._random = np.random.default_rng(path.seed)
        self._response = _response(path, self._random)
        self._past = np.zeros(len(self._response) - 1)
        self._size = 1 << (len(self._past) + FRAME_SAMPLES - 1).bit_length()
        self._spectrum = np.fft.rfft(self._response, self._size)

    def hear(self, seconds: float) -> NDArray[np.float64]:
        """Echo and noise of the frame captured from ``seconds`` on, as 16-bit values; in order."""
        delay = self._path.delay(seconds) if callable(self._path.delay) else self._path.delay
        direct = self._played(seconds - delay).astype(np.float64)
        if self._path.distortion:
            bend = self._path.distortion * 1.9  # tanh(1.9) / 1.9 is a half
            direct = np.tanh(direct / 32_768 * bend) / bend * 32_768
        line = np.concatenate([self._past, direct])
        self._past = line[FRAME_SAMPLES:]
        echo: NDArray[np.float64] = np.zeros(FRAME_SAMPLES)
        if line.any():
            convolved = np.fft.irfft(np.fft.rfft(line, self._size) * self._spectrum, self._size)
            echo = convolved[len(line) - FRAME_SAMPLES : len(line)]
        if self._path.noise_dbfs is not None:
            level = 10 ** (self._path.noise_dbfs / 20) * 32_768
            echo = echo + self._random.standard_normal(FRAME_SAMPLES) * level
        return echo


def _response(path: EchoPath, random: np.random.Generator) -> NDArray[np.float64]:
    """Direct sound, then noise that decays by 60 dB in ``reverberation`` seconds (Polack's model)."""
    times = np.arange(max(1, round(path.reverberation * INPUT_RATE))) / INPUT_RATE
    response = 0.2 * random.standard_normal(len(times))
    if path.reverberation:
        response *= 10 ** (-3 * times / path.reverberation)
    response[0] = 1.0
    scaled: NDArray[np.float64] = response / np.linalg.norm(response) * 10 ** (path.gain_db / 20)
    return scaled
