"""Reading up to 30 s of sound: short window first, then as much more effort as the outcome asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from core.speech.ports import Hints, Samples
from core.speech.whisper.engine import Decoded, Effort
from core.speech.whisper.features import SAMPLE_RATE, Waveform, waveform_of
from core.speech.whisper.guard import is_doubtful, is_looping, is_silence, is_twice, loops, unlooped
from core.speech.whisper.language import candidates
from core.speech.whisper.prompt import Vocabulary, prompt_for
from core.speech.whisper.windows import FULL_WINDOW, halves, window_for
from core.text import Language

SHORTEST_SECONDS = 0.1
QUIETEST_PEAK = 32
"""Of 32,768. Below −60 dB nobody is speaking to a microphone."""

# The first look is greedy: on the benchmark's set it takes 0.22 s where a beam of 5 takes 0.38 s, and
# gets 5.0 % of the characters wrong instead of 4.8 %. The second look is for what it was unsure of.
_FIRST_LOOK = Effort(beam=1)
_SECOND_LOOK = Effort(beam=5)
_WITHOUT_LOOPS = Effort(beam=5, no_repeat=4)
_TOKENS_AT_LEAST = 12
_TOKENS_PER_SECOND = 12.0
_HINT_IS_WORTH = 0.1
_WORTH_HALVING_SECONDS = 8.0
_TWICE_IS_WORTH = -0.7
"""At most: Whisper is sure of a sentence it says twice, and mostly wrong."""


class Engine(Vocabulary, Protocol):
    """What reading needs of the model; see WhisperEngine."""

    def encode(self, waveform: Waveform, window: float) -> object: ...
    def languages(self, encoded: object) -> dict[Language, float]: ...
    def write(self, encoded: object, prompt: list[int], max_tokens: int, effort: Effort) -> Decoded: ...


@dataclass(frozen=True, slots=True)
class Reading:
    """What one piece says. doubtful: a full window has not been tried and might do better."""

    text: str
    language: Language
    average: float
    tokens: int
    doubtful: bool


class AbandonedError(Exception):
    """Nobody waits for the answer any more."""


def read(
    engine: Engine, samples: Samples, hints: Hints, *, careful: bool, abandoned: Callable[[], bool]
) -> Reading:
    """At most 30 s, int16, 16 kHz. Text as the model wrote it; empty when nothing was said.

    careful: look again through the full window when the model is unsure. Raises AbandonedError
    between two steps when ``abandoned()``.
    """
    seconds = len(samples) / SAMPLE_RATE
    if seconds < SHORTEST_SECONDS or int(np.abs(samples.astype(np.int32)).max()) < QUIETEST_PEAK:
        return _nothing(hints.language or "zh")
    waveform = waveform_of(samples)
    window = window_for(seconds)
    language, first = _look(engine, waveform, window, hints)
    if is_silence(first):
        return _nothing(language)
    best = first
    if window < FULL_WINDOW and (is_looping(first) or (careful and is_doubtful(first))):
        _go_on(abandoned)
        # In the language already found: one quiet word in 30 s of silence is taken for any language.
        second = _write(engine, engine.encode(waveform, FULL_WINDOW), waveform, language, hints, _SECOND_LOOK)
        if is_silence(second):
            return _nothing(language)
        best = _better(first, second)
    if best.cut_off and not loops(best.text) and seconds >= _WORTH_HALVING_SECONDS:
        _go_on(abandoned)
        return _read_halves(engine, samples, hints, careful=careful, abandoned=abandoned)
    if is_looping(best):
        _go_on(abandoned)
        best = _without_loops(engine, waveform, language, hints)
    doubtful = not careful and window < FULL_WINDOW and is_doubtful(best)
    average = min(best.average, _TWICE_IS_WORTH) if is_twice(best.text) else best.average
    return Reading(best.text, language, average, len(best.tokens), doubtful)


def _look(engine: Engine, waveform: Waveform, window: float, hints: Hints) -> tuple[Language, Decoded]:
    encoded = engine.encode(waveform, window)
    found = [
        (language, _write(engine, encoded, waveform, language, hints, _FIRST_LOOK))
        for language in candidates(engine.languages(encoded), hints.language)
    ]
    return max(found, key=lambda one: one[1].average + _HINT_IS_WORTH * (one[0] == hints.language))


def _better(one: Decoded, other: Decoded) -> Decoded:
    """The one that does not repeat itself, else the one the model is surer of."""
    return max(one, other, key=lambda look: (not is_looping(look), not is_twice(look.text), look.average))


def _without_loops(engine: Engine, waveform: Waveform, language: Language, hints: Hints) -> Decoded:
    """Forbid repetition; what still repeats is said once."""
    encoded = engine.encode(waveform, FULL_WINDOW)
    last = _write(engine, encoded, waveform, language, hints, _WITHOUT_LOOPS)
    return replace(last, text=unlooped(last.text))


def _write(
    engine: Engine, encoded: object, waveform: Waveform, language: Language, hints: Hints, effort: Effort
) -> Decoded:
    prompt = prompt_for(engine, language, hints.words)
    most = _TOKENS_AT_LEAST + int(_TOKENS_PER_SECOND * len(waveform) / SAMPLE_RATE)
    return engine.write(encoded, prompt, most, effort)


def _read_halves(
    engine: Engine, samples: Samples, hints: Hints, *, careful: bool, abandoned: Callable[[], bool]
) -> Reading:
    """More was said than may be written at once."""
    parts = [
        read(engine, samples[start:end], hints, careful=careful, abandoned=abandoned)
        for start, end in halves(samples)
    ]
    return joined([part for part in parts if part.text], parts[0].language)


def joined(readings: list[Reading], default: Language) -> Reading:
    """Readings that follow each other as one; the language is that of most of the tokens."""
    tokens = sum(reading.tokens for reading in readings)
    if not tokens:
        return _nothing(default)
    chinese = sum(reading.tokens for reading in readings if reading.language == "zh")
    language: Language = "zh" if 2 * chinese > tokens else "en"
    average = sum(reading.average * reading.tokens for reading in readings) / tokens
    text = ("" if language == "zh" else " ").join(reading.text for reading in readings)
    return Reading(text, language, average, tokens, any(reading.doubtful for reading in readings))


def _nothing(language: Language) -> Reading:
    return Reading("", language, 0.0, 0, doubtful=False)


def _go_on(abandoned: Callable[[], bool]) -> None:
    if abandoned():
        raise AbandonedError
