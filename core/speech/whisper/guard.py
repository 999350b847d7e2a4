"""Telling what was said from what Whisper makes up: silence it puts words to, sentences it goes on repeating.

The limits were measured on Kokoro's and recorded voices against nine kinds of noise and silence
(speech: no_speech up to 0.23; noise: 0.33 and more).
"""

from __future__ import annotations

import re
import zlib

from core.speech.whisper.engine import Decoded
from core.text import normalise

_DOUBTFUL = -0.5
_UNSURE = -0.3
_UNCERTAIN = -0.7
_HOPELESS = -1.6
_NO_SPEECH_LIKELY = 0.6
_NO_SPEECH_POSSIBLE = 0.3
_NO_SPEECH_SLIGHT = 0.1
_COMPRESSIBLE = 2.4
_COMPRESSION_NEEDS = 60
_FEW, _MANY = 3, 6

# A phrase of some length three times over, or anything six times over.
_LONG_LOOP = re.compile(rf"(.{{4,}}?)\1{{{_FEW - 1},}}")
# Numbers are spoken digit by digit, and some have many zeros.
_ANY_LOOP = re.compile(rf"([^\d零〇]|.{{2,}}?)\1{{{_MANY - 1},}}|([\d零〇])\2{{{2 * _MANY - 1},}}")
# All of it twice: what Whisper makes of a sentence that breaks off.
_TWICE = re.compile(r"(.{4,})\1")
_NOT_WORDS = re.compile(r"[\W_]+")

_MADE_UP = frozenset(
    _NOT_WORDS.sub("", phrase.lower())
    for phrase in (
        "谢谢观看", "感谢观看", "谢谢大家", "谢谢收看", "感谢收看", "多谢收看", "字幕由Amara.org社区提供",
        "请不吝点赞订阅转发打赏支持明镜与点点栏目", "请订阅点赞", "作词作曲", "中文字幕志愿者",
        "Thank you for watching", "Thanks for watching", "Thank you so much for watching",
        "Please subscribe", "Subtitles by the Amara.org community", "Subscribe to my channel",
    )
)  # fmt: skip


def is_silence(reading: Decoded) -> bool:
    """Whether nothing intelligible was said, whatever was written."""
    words = _NOT_WORDS.sub("", normalise(reading.text).lower())
    if not words or reading.average < _HOPELESS:
        return True
    if reading.no_speech >= _NO_SPEECH_LIKELY and reading.average < _UNSURE:
        return True
    if reading.no_speech >= _NO_SPEECH_POSSIBLE and reading.average < _UNCERTAIN:
        return True
    unsure = reading.no_speech >= _NO_SPEECH_SLIGHT or reading.average < _UNSURE
    return words in _MADE_UP and unsure


def is_looping(reading: Decoded) -> bool:
    """Whether it repeats itself, or wrote until it was stopped."""
    return reading.cut_off or loops(reading.text)


def is_doubtful(reading: Decoded) -> bool:
    """Whether a second, longer look is worth its time: the model is not sure of its own words, or says
    them twice."""
    return reading.average <= _DOUBTFUL or is_twice(reading.text)


def is_twice(text: str) -> bool:
    """Whether the whole text, of four signs or more, is said two times over."""
    return bool(_TWICE.fullmatch(_NOT_WORDS.sub("", normalise(text).lower())))


def loops(text: str) -> bool:
    """A phrase of four or more signs three times in a row, any one six times, or hardly any content."""
    plain = _NOT_WORDS.sub("", normalise(text).lower())
    if _LONG_LOOP.search(plain) or _ANY_LOOP.search(plain):
        return True
    raw = text.encode()
    return len(raw) >= _COMPRESSION_NEEDS and len(raw) / len(zlib.compress(raw)) > _COMPRESSIBLE


def unlooped(text: str) -> str:
    """The text with what repeats said once; for when no reading is free of it."""
    once = re.sub(rf"(.{{4,}}?)(?:\W*\1){{{_FEW - 1},}}", r"\1", text)
    return re.sub(rf"(.+?)\1{{{_MANY - 1},}}", r"\1", once)
