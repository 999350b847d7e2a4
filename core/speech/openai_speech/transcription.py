"""Requests and answers of ``POST /audio/transcriptions``, without the network."""

from __future__ import annotations

import io
import math
import wave
from collections.abc import Sequence

import msgspec

from core.speech.ports import Samples
from core.text import Language, normalise

MAX_WORDS = 200
"""Characters of household words in a prompt: Whisper reads 224 tokens at most."""
UNKNOWN_CONFIDENCE = 0.7
"""Where the server does not say how sure it is."""
_OPENINGS: dict[Language | None, str] = {"zh": "以下是普通话的句子。", "en": "", None: ""}


class _Segment(msgspec.Struct):
    avg_logprob: float | None = None
    no_speech_prob: float | None = None


class _Token(msgspec.Struct):
    logprob: float = 0.0


class Answer(msgspec.Struct):
    """What a server may tell; servers leave out what they do not know."""

    text: str
    language: str | None = None
    segments: list[_Segment] | None = None
    logprobs: list[_Token] | None = None

    def confidence(self) -> float:
        """0.0–1.0 from whatever the server tells about its certainty."""
        told = [one.avg_logprob for one in self.segments or () if one.avg_logprob is not None]
        told = told or [token.logprob for token in self.logprobs or ()]
        if not told:
            return UNKNOWN_CONFIDENCE
        return min(1.0, max(0.01, math.exp(min(0.0, sum(told) / len(told)))))

    def spoken(self) -> Language | None:
        """The language, when it is one of ours; servers write zh, zh-CN, chinese, Mandarin …"""
        name = (self.language or "").lower()
        if name.startswith(("zh", "chinese", "mandarin", "yue", "cantonese")):
            return "zh"
        return "en" if name.startswith("en") else None


def read_answer(body: bytes) -> Answer:
    """Raises msgspec.DecodeError (ValidationError included) and UnicodeDecodeError for anything else."""
    return msgspec.json.decode(body, type=Answer)


def prompt(language: Language | None, words: Sequence[str]) -> str:
    """What stands before the sound: how to write, and as many household words as there is room for."""
    told: list[str] = []
    for word in dict.fromkeys(normalise(word) for word in words):
        if not word:
            continue
        if sum(map(len, told)) + len(word) > MAX_WORDS:
            break
        told.append(word)
    separator = ", " if language == "en" else "、"
    return _OPENINGS[language] + separator.join(told)


def wav(audio: Samples, rate: int = 16_000) -> bytes:
    """A WAV file of the sound: 16 bits, mono."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(audio.astype("<i2").tobytes())
    return file.getvalue()
