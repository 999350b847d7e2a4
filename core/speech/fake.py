"""Ears and a voice without models: a speaker who hums every character, and ears that know the hum.

Everything here works on sound, as the real adapters do: what was cut off is not recognised, what was
not spoken is not heard. Nothing is canned but the characters a script may contain.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.clock import Clock
from core.speech.ports import VAD_SAMPLES, Hints, Mark, Samples, SpokenChunk, Style, Transcript
from core.text import language_of

INPUT_RATE, OUTPUT_RATE = 16_000, 24_000
HUMMED_SECONDS = 0.16
"""One character of a scripted line."""
SPOKEN_SECONDS = 0.08
"""One character of FakeVoice at speed 1."""

_LOUD = 8_000.0
_THRESHOLD = 300.0
_LOWEST_HERTZ, _HERTZ_APART = 300.0, 40.0
_GAP_SAMPLES = 800  # 50 ms: shorter silence is inside a line
_CLAUSE_ENDS = frozenset("，。！？；：,.!?;:…\n")


@dataclass(frozen=True, slots=True)
class Line:
    """Something the speaker says. at: seconds from the start of the script."""

    text: str
    at: float


class Script:
    """What a speaker says and when, and how every character of it sounds."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = tuple(sorted(lines, key=lambda line: line.at))
        self._alphabet = sorted({character for line in self.lines for character in line.text})
        highest = _LOWEST_HERTZ + _HERTZ_APART * len(self._alphabet)
        if highest >= INPUT_RATE / 2:
            raise ValueError("a script may have 190 different characters at most")

    def hum(self, text: str) -> Samples:
        """The sound of a text made of the script's characters; int16, 16 kHz."""
        tones = [_tone(self._hertz(c), HUMMED_SECONDS, INPUT_RATE) for c in text]
        return np.concatenate([np.zeros(0, np.int16), *tones])

    def sound(self, tail: float = 1.0) -> Samples:
        """The whole script and ``tail`` seconds of silence; int16, 16 kHz. Lines must not overlap."""
        sound = np.zeros(0, np.int16)
        for line in self.lines:
            silence = round(line.at * INPUT_RATE) - len(sound)
            if silence < 0:
                raise ValueError(f"the line at {line.at} s begins before the one before it ends")
            sound = np.concatenate([sound, np.zeros(silence, np.int16), self.hum(line.text)])
        return np.concatenate([sound, np.zeros(round(tail * INPUT_RATE), np.int16)])

    def heard(self, audio: Samples) -> str:
        """The characters that sound in ``audio``, each at least half."""
        slot = round(HUMMED_SECONDS * INPUT_RATE)
        text = ""
        for start, end in _runs(audio):
            for index in range(round((end - start) / slot)):
                piece = audio[start + index * slot : min(end, start + (index + 1) * slot)]
                text += self._character(piece)
        return text

    def _hertz(self, character: str) -> float:
        return _LOWEST_HERTZ + _HERTZ_APART * self._alphabet.index(character)

    def _character(self, piece: Samples) -> str:
        spectrum = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), INPUT_RATE))  # bins of 1 Hz
        loudest = float(np.argmax(spectrum[100:])) + 100
        index = round((loudest - _LOWEST_HERTZ) / _HERTZ_APART)
        return self._alphabet[index] if 0 <= index < len(self._alphabet) else ""


class FakeVad:
    """VoiceActivity by loudness."""

    def probability(self, chunk: Samples) -> float:
        """0.99 where it is louder than a whisper, else 0.01."""
        if chunk.shape != (VAD_SAMPLES,):
            raise ValueError(f"{VAD_SAMPLES} samples at a time, not {chunk.shape}")
        return 0.99 if float(np.sqrt(np.mean(chunk.astype(np.float64) ** 2))) > _THRESHOLD else 0.01

    def reset(self) -> None:
        """There is no state."""


class FakeEndOfTurn:
    """EndOfTurn that has read the script: a turn ends where one of its lines does."""

    def __init__(self, script: Script) -> None:
        self._script = script

    async def p_end(self, audio: Samples) -> float:
        """0.95 when what sounds ends with a whole line of the script, else 0.05."""
        heard = self._script.heard(audio)
        return 0.95 if any(heard.endswith(line.text) for line in self._script.lines) else 0.05


class FakeRecognizer:
    """Recognizer of a script's hum.

    misheard: what a draft makes of a text instead. clock, seconds: how long it takes to answer.
    asked: how often ``draft`` and ``final`` were asked.
    """

    def __init__(
        self,
        script: Script,
        *,
        misheard: Mapping[str, str] | None = None,
        clock: Clock | None = None,
        seconds: float = 0.0,
    ) -> None:
        self._script = script
        self._misheard = dict(misheard or {})
        self._clock = clock
        self._seconds = seconds
        self.asked = {"draft": 0, "final": 0}

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        """What sounds, or what it is misheard for."""
        self.asked["draft"] += 1
        heard = self._script.heard(audio)
        return await self._answer(self._misheard.get(heard, heard), hints)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        """What sounds."""
        self.asked["final"] += 1
        return await self._answer(self._script.heard(audio), hints)

    async def _answer(self, text: str, hints: Hints) -> Transcript:
        await _take(self._clock, self._seconds)
        language = language_of(text, hints.language or "zh")
        return Transcript(text, language, 0.9 if text else 0.0)


class FakeVoice:
    """Voice that sounds every character for 80 ms, and knows to the sample where each begins.

    clock, seconds: how long it takes to make a chunk.
    """

    def __init__(self, *, clock: Clock | None = None, seconds: float = 0.0) -> None:
        self._clock = clock
        self._seconds = seconds

    async def speak(self, text: str, style: Style) -> AsyncIterator[SpokenChunk]:
        """Clause by clause, the mark of every character exact."""
        for start, end in _clauses(text):
            await _take(self._clock, self._seconds)
            seconds = SPOKEN_SECONDS / style.speed
            tones = [_tone(400.0 + ord(c) % 64 * 10, seconds, OUTPUT_RATE) for c in text[start:end]]
            length = len(tones[0])
            marks = tuple(Mark(index * length, start + index + 1) for index in range(end - start))
            yield SpokenChunk(np.concatenate(tones), start, end, marks, measured=True)


def _clauses(text: str) -> list[tuple[int, int]]:
    """Spans that cover a text with something to say; what says nothing goes with what is before it."""
    if not any(character.isalnum() for character in text):
        return []
    spans: list[tuple[int, int]] = []
    start = 0
    for index, character in enumerate(text):
        if character in _CLAUSE_ENDS and any(c.isalnum() for c in text[start:index]):
            spans.append((start, index + 1))
            start = index + 1
    if any(c.isalnum() for c in text[start:]):
        spans.append((start, len(text)))
    elif start < len(text):
        spans[-1] = (spans[-1][0], len(text))
    return spans


def _tone(hertz: float, seconds: float, rate: int) -> Samples:
    times = np.arange(round(seconds * rate)) / rate
    tone: Samples = (_LOUD * np.sin(2 * np.pi * hertz * times)).astype(np.int16)
    return tone


def _runs(audio: Samples) -> list[tuple[int, int]]:
    """Where it sounds: spans without 50 ms of silence inside."""
    loud: NDArray[np.intp] = np.flatnonzero(np.abs(audio.astype(np.int32)) > _THRESHOLD)
    if not len(loud):
        return []
    breaks = np.flatnonzero(np.diff(loud) > _GAP_SAMPLES)
    starts = [int(loud[0]), *(int(loud[index + 1]) for index in breaks)]
    ends = [*(int(loud[index]) + 1 for index in breaks), int(loud[-1]) + 1]
    return list(zip(starts, ends, strict=True))


async def _take(clock: Clock | None, seconds: float) -> None:
    if clock is not None:
        await clock.sleep_until(clock.monotonic() + seconds)
