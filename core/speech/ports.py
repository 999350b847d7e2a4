"""What the engine needs of a model, whoever made it.

Sound is int16, mono; 16 kHz going in, 24 kHz coming out. Async methods run their inference on an
executor that the adapter was given, so the core loop never waits for arithmetic.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.text import Language

Samples = NDArray[np.int16]

VAD_SAMPLES = 512
"""Samples at 16 kHz that one voice-activity decision looks at: 32 ms."""


class VoiceActivity(Protocol):
    """Is someone speaking in these 32 ms? Called inline; an answer takes well under 1 ms."""

    def probability(self, chunk: Samples) -> float:
        """``chunk`` is int16, 16 kHz, shape (512,). Returns 0.0–1.0. Keeps state between calls."""
        ...

    def reset(self) -> None:
        """Forget the state, as at the start of a stream."""
        ...


class EndOfTurn(Protocol):
    """Does it sound as if the speaker has finished?"""

    async def p_end(self, audio: Samples) -> float:
        """``audio`` is int16, 16 kHz, the turn so far (the last 8 s are looked at). 0.0–1.0."""
        ...


@dataclass(frozen=True, slots=True)
class Hints:
    """What the recogniser may expect: household words (titles, names) and the likely language."""

    words: tuple[str, ...] = ()
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """One recognised word or character and when it was spoken, in seconds of the audio."""

    text: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was said. Empty text: nothing intelligible. confidence: 0.0–1.0."""

    text: str
    language: Language
    confidence: float
    words: tuple[Word, ...] = ()


class Recognizer(Protocol):
    """Speech to text. Chinese comes out in simplified characters."""

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        """Quick: a short window, on every likely pause. int16, 16 kHz, any length."""
        ...

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        """Careful: what goes into the journal."""
        ...


@dataclass(frozen=True, slots=True)
class Mark:
    """From this sample of the chunk on, ``characters`` of the utterance's text have begun to sound."""

    sample: int
    characters: int


@dataclass(frozen=True, slots=True)
class SpokenChunk:
    """A piece of sound and the text it says.

    pcm: int16, mono, 24 kHz. start, end: character offsets of the piece in the utterance's text.
    marks: finer offsets, increasing, counted from the utterance's text. measured: whether the
    voice itself gave the marks.
    """

    pcm: Samples
    start: int
    end: int
    marks: tuple[Mark, ...] = field(default=())
    measured: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """How to speak. voices: by language, names of the adapter's own. speed: 1.0 is natural."""

    voices: tuple[tuple[Language, str], ...] = ()
    speed: float = 1.0


class Voice(Protocol):
    """Text to speech."""

    def speak(self, text: str, style: Style) -> AsyncIterator[SpokenChunk]:
        """The first short clause comes first, then the rest, so that sound starts early. The
        chunks' texts cover ``text`` in order. Text with nothing to say yields nothing."""
        ...
