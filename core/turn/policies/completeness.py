"""Is what was said a finished thing? A small deterministic reading of words, Chinese and English."""

from __future__ import annotations

import re
from typing import Literal

from core.text import Language, normalise

Label = Literal["complete", "incomplete", "backchannel", "hold", "stop"]
_MARKS = re.compile(r"[^\w\s]|_")


def classify(text: str, language: Language) -> Label:
    """What the words alone say. A recogniser's final stop is no evidence and is ignored."""
    return "complete"


def same_words(one: str, other: str) -> bool:
    """Whether two transcripts differ in nothing but case, spacing and punctuation."""
    return _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return "".join(_MARKS.sub("", normalise(text).casefold()).split())
