"""Is what was said a finished thing? A small deterministic reading of words, Chinese and English.

Tried in this order, the first that fits decides: a whole utterance of stop words, one that asks for
time, one that only murmurs along; then what cannot be an end: a trailing connective or filler, an open
number or date, a clause that announces another, a phrase without its head or predicate. What is left
is complete. The rules stand in ``completeness_*``, ``predicates_*`` and ``remarks_*``.
"""

from __future__ import annotations

import re

from core.text import Language, normalise
from core.turn.policies import completeness_en, completeness_zh
from core.turn.policies.labels import Label

__all__ = ["Label", "breaks_off", "classify", "has_stop", "is_loose", "same_words"]

_LAST = 160
"""Characters that are looked at: only the end of a long turn says whether it is one."""
_STOPS = ("。", "？", "！", ".", "?", "!")
_MARKS = re.compile(r"[^\w\s]|_")


def classify(text: str, language: Language) -> Label:
    """What the words say. A recogniser's full stop is no evidence and is ignored; a comma or dots at the
    end are, against what would otherwise be whole."""
    folded = normalise(text[-_LAST:]).casefold().replace("’", "'")
    label = completeness_zh.classify(folded) if language == "zh" else completeness_en.classify(folded)
    return "incomplete" if label == "complete" and breaks_off(text) else label


def breaks_off(text: str) -> bool:
    """Whether a recogniser wrote that the sentence goes on. A full stop it sets after anything; a comma, a
    dash or dots only where the voice stayed up or broke off."""
    return text.rstrip().endswith(("...", "…", ",", "，", "、", "-", "—"))


def is_loose(text: str, language: Language) -> bool:
    """Whether a sentence that may be over may as well go on: the recogniser, who heard how it ended, set no
    stop, or it ends in none of the words that sentences end in."""
    if not has_stop(text):
        return True
    folded = normalise(text).casefold()
    if language == "zh":
        return not completeness_zh.closes(_MARKS.sub("", folded))
    return not completeness_en.closes(_MARKS.sub(" ", folded.replace("’", "").replace("'", "")).split())


def has_stop(text: str) -> bool:
    """Whether a recogniser set a stop at its end."""
    return text.rstrip(" \"'”’」）)").endswith(_STOPS)


def same_words(one: str, other: str) -> bool:
    """Whether two transcripts differ in nothing but case, spacing and punctuation."""
    return _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return "".join(_MARKS.sub("", normalise(text).casefold()).split())
