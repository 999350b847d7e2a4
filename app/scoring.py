"""How far a transcript is from what was said."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from core.text import Language, count_han


def distance(first: Sequence[str], second: Sequence[str]) -> int:
    """Levenshtein distance: insertions, deletions and substitutions, each counting one."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(second, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]


def units(text: str, language: Language) -> list[str]:
    """What is counted: characters in Chinese, words in English; marks and case are not."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(c if c.isalnum() else "" if c in "'’" else " " for c in folded)
    return [c for c in kept if not c.isspace()] if language == "zh" else kept.split()


def error_rate(said: str, understood: str) -> tuple[str, float]:
    """``("cer", share)`` for Chinese, ``("wer", share)`` for English, by what was said."""
    language: Language = "zh" if count_han(said) else "en"
    reference = units(said, language)
    errors = distance(reference, units(understood, language))
    return ("cer" if language == "zh" else "wer"), round(errors / max(1, len(reference)), 4)
