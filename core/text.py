"""Chinese-aware text: scripts, sentences and lengths that hold for both languages."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

Language = Literal["zh", "en"]

_CJK = re.compile(r"[㐀-䶿一-鿿豈-﫿]")
_LATIN_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*")
# An ending mark, with any closing quotes or brackets that belong to it. A Latin stop ends a sentence
# only before a space or the end, so that 3.5 and example.com stay whole.
_SENTENCE_END = re.compile(
    r"(?:[。！？；…]+|[!?;](?=\s|$|[\"'”’)\]])|(?<!\b[A-Z])(?<!\b[DMS]r)(?<!\bMrs)\.(?=\s|$|[\"'”’)\]]))"
    r"[”’\"'）)】」』\]]*|\n+"
)


def is_cjk(character: str) -> bool:
    """Whether one character is a Han ideograph."""
    return bool(_CJK.match(character))


def count_han(text: str) -> int:
    """How many Han ideographs the text has."""
    return len(_CJK.findall(text))


def language_of(text: str, default: Language = "zh") -> Language:
    """The language a text is mostly in: one Han character weighs as much as one Latin word."""
    han, words = count_han(text), len(_LATIN_WORD.findall(text))
    if han == words:
        return default
    return "zh" if han > words else "en"


def normalise(text: str) -> str:
    """NFKC, one space for any run of white space, nothing invisible; for comparing, not for storing."""
    folded = unicodedata.normalize("NFKC", text)
    visible = "".join(
        c for c in folded if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Co", "Cs"}
    )
    return " ".join(visible.split())


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Start and end offsets of the sentences of ``text``; every non-blank character is in exactly one."""
    spans: list[tuple[int, int]] = []
    start = 0
    for mark in _SENTENCE_END.finditer(text):
        _append_trimmed(spans, text, start, mark.end())
        start = mark.end()
    _append_trimmed(spans, text, start, len(text))
    return spans


def sentences(text: str) -> list[str]:
    """The sentences of ``text``, trimmed, in order."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _append_trimmed(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
