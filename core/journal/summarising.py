"""A summary made of the turns' own key sentences: chosen and left out, never written anew. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.journal.projection import ERASED, SpokenTurn
from core.retrieval.bigrams import tokens
from core.text import sentences

METHOD = "extractive"
RULES = "1"
"""The version of the rules below; a summary made by others is made again."""

_QUESTION = re.compile(r"[?？]\s*[\"'”’)\]）】」』]*$|(?:吗|呢|么)[。！!]?$")
_TELLING = re.compile(
    r"\d|[一二三四五六七八九十百千两]+(?:点|号|月|天|年|岁|个|块|元|次|斤)|"
    r"我|是|叫|要|喜欢|记|药|医院|电话|地址|生日|\b(?:I|my|is|am|called|like|need|must|remember)\b",
    re.IGNORECASE,
)
_LEAST = 4
"""Characters of a sentence that can tell anything."""

_USER, _ASSISTANT, _ASKING, _STATING = 1.0, 0.6, 0.5, 1.3


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a turn as it was said. by: who said it."""

    by: str
    text: str

    def written(self) -> str:
        return f"{self.by}: {self.text}"


def lines_of(turns: Sequence[SpokenTurn]) -> list[Line]:
    """Every sentence of ``turns`` that may stand in a summary; nothing of what was erased."""
    return [
        Line(turn.by, " ".join(sentence.split()))
        for turn in turns
        if ERASED not in turn.text
        for sentence in sentences(turn.text)
        if len(sentence.strip()) >= _LEAST
    ]


def parsed(text: str) -> list[Line]:
    """The sentences of a summary that was made here."""
    found = [line.partition(": ") for line in text.split("\n")]
    return [Line(by, said) for by, _, said in found if by in ("user", "assistant") and said]


def summarise(lines: Sequence[Line], room: int, cost: Callable[[str], int]) -> str:
    """The most telling of ``lines`` in their order, one a line, within ``room`` as ``cost`` counts it.

    Sentences that say what many of the talk's sentences are about come first, statements before questions,
    the user's before the companion's; what was said twice stands once, where it was said last.
    """
    last = {line.text: index for index, line in enumerate(lines)}
    kept = [line for index, line in enumerate(lines) if last[line.text] == index]
    words = [set(tokens(line.text)) for line in kept]
    spread = Counter(word for found in words for word in found)
    scores = [_score(line, found, spread, len(kept)) for line, found in zip(kept, words, strict=True)]
    chosen: list[int] = []
    covered: set[str] = set()
    waiting = sorted(range(len(kept)), key=lambda index: (-scores[index], -index))
    for index in waiting:
        price = cost(kept[index].written() + "\n")
        repeats = words[index] and len(words[index] & covered) > 0.8 * len(words[index])
        if price <= room and not repeats:
            chosen.append(index)
            covered |= words[index]
            room -= price
    return "\n".join(kept[index].written() for index in sorted(chosen))


def _score(line: Line, words: set[str], spread: Counter[str], count: int) -> float:
    """How much of what the talk returns to is in it, for its length (after Luhn, 1958)."""
    if not words:
        return 0.0
    returning = sum(
        math.log1p(spread[word] - 1) + 0.2 for word in words if spread[word] <= max(3, count // 2)
    )
    weight = (_USER if line.by == "user" else _ASSISTANT) * (
        _ASKING if _QUESTION.search(line.text) else _STATING if _TELLING.search(line.text) else 1.0
    )
    return weight * returning / math.sqrt(len(words))
