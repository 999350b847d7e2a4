"""Sound files: foreign ones read safely piece by piece, our own written as 16-bit WAV."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Any

import numpy as np

from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Samples
from core.audio.levels import to_int16
from core.audio.resample import Resampler, resample
from core.errors import Corrupt, Unavailable, UserFacing

PIECE_SECONDS = 0.2


class SoundFile:
    """A sound file of any format, rate and number of channels, read as 16-bit mono.

    Never holds more than a fraction of a second of it. Channels are averaged, NaN becomes silence,
    what is over full scale is clipped. Raises Unavailable when there is no such file, Corrupt when
    it is not sound or breaks off, UserFacing when it is empty.
    """

    def __init__(self, path: Path, rate: int = INPUT_RATE) -> None:
        import soundfile

        self._path = path
        self._errors: type[Exception] = soundfile.LibsndfileError
        if not path.is_file():
            raise Unavailable("audio.file_missing", file=path.name)
        try:
            self._file: Any = soundfile.SoundFile(path)
        except (soundfile.LibsndfileError, TypeError) as error:  # TypeError: headerless .raw
            raise Corrupt("audio.file_unreadable", file=path.name) from error
        if not self._file.frames or not self._file.samplerate:
            self._file.close()
            raise UserFacing("audio.file_empty", file=path.name)
        self.seconds: float = self._file.frames / self._file.samplerate
        self._piece = max(1, int(self._file.samplerate * PIECE_SECONDS))
        self._resampler = Resampler(self._file.samplerate, rate)
        self._finished = False

    def read(self) -> Samples | None:
        """The next piece, of any length; None after the last one."""
        while not self._finished:
            try:
                block = self._file.read(self._piece, dtype="float32", always_2d=True)
            except self._errors as error:
                raise Corrupt("audio.file_unreadable", file=self._path.name) from error
            finite = np.nan_to_num(block, nan=0.0, posinf=1.0, neginf=-1.0)
            mono = np.ascontiguousarray(np.mean(finite, axis=1, dtype=np.float32))
            if len(block) < self._piece:
                self._finished = True
                converted = np.concatenate([self._resampler.push(mono), self._resampler.finish()])
                self.close()
            else:
                converted = self._resampler.push(mono)
            if len(converted):
                return to_int16(converted)
        return None

    def close(self) -> None:
        """Close the file; reading on gives nothing."""
        self._finished = True
        self._file.close()


def read(path: Path, rate: int = INPUT_RATE) -> Samples:
    """A whole sound file as int16 mono at ``rate``. Raises as :class:`SoundFile` does."""
    source = SoundFile(path, rate)
    pieces = []
    while (piece := source.read()) is not None:
        pieces.append(piece)
    return np.concatenate(pieces) if pieces else np.zeros(0, np.int16)


def write(path: Path, pcm: Samples, rate: int) -> None:
    """Write 16-bit WAV: shape (samples,) is mono, (samples, channels) interleaved."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1 if pcm.ndim == 1 else pcm.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(np.ascontiguousarray(pcm, dtype="<i2").tobytes())


def write_conversation(path: Path, microphone: Samples, speaker: Samples) -> None:
    """A conversation as stereo at 24 kHz, left what the microphone heard (16 kHz), right the speaker."""
    left = resample(microphone, INPUT_RATE, OUTPUT_RATE)
    stereo = np.zeros((max(len(left), len(speaker)), 2), np.int16)
    stereo[: len(left), 0] = left
    stereo[: len(speaker), 1] = speaker
    write(path, stereo, OUTPUT_RATE)
