"""Saying no: whether the best sentence is evidence for an answer, or only on the same topic."""

from __future__ import annotations

import math
import re
from typing import Final

from core.knowledge.answers import Type, Wanted
from core.knowledge.rerank import Unit
from core.retrieval.bigrams import fold, index_tokens, tokens

ENOUGH: Final = 0.18
"""Evidence below this is declined."""
FEW: Final = 50
BY_CHANCE: Final = 0.32
MOST_BY_CHANCE: Final = 0.45
"""How much of a question a chunk must hold: nothing in a few chunks, BY_CHANCE more for every tenfold, up
to the most (CMRC 2018, leave one out)."""
SURE_MEANING: Final = 0.6
"""A cosine that needs no word in common."""
DENSE_FLOOR: Final = 0.25
"""Cosines below this say nothing."""

# What is left of the evidence when the sentence lacks the type of answer asked for. A price cannot hide;
# a person may be there under a name this program does not know for one.
_WITHOUT_TYPE: Final[dict[Type, float]] = {
    "money": 0.3, "duration": 0.4, "when": 0.4, "count": 0.4, "person": 0.6,
}  # fmt: skip
_ANOTHER_NUMBER: Final = 0.1
_NOT_MENTIONED: Final = 0.4

# Names made of a letter and a number, or a number and what it counts off: E7, 7号楼, 3单元, room 12.
_NUMBERED = re.compile(
    r"(?P<letters>[a-z]+)(?P<a>\d+)|(?P<b>\d+|[一二三四五六七八九十]+)(?P<kind>号楼|号线|单元|号房|号院|号门|室|栋|路车)|"
    r"\b(?P<word>room|flat|floor|platform|gate|line|bus|building) (?P<c>\d+)"
)
# The attribute a question asks for: 建军的生日是哪天, 有多少热量.
_ATTRIBUTE = re.compile(
    r"的(?P<of>[^的是有在到，。]{2,4}?)(?:是|在|有)?(?:哪|什么|多少|几|谁)|多少(?P<much>[㐀-鿿]{2,4}?)[？?。]?$"
)
_MEASURES = re.compile(
    "[钱块元角天年月日度岁粒片克斤勺次个人米升里分秒点号时]|小时|分钟|公里|平方|毫升|时间|时候"
)


def evidence(unit: Unit, wanted: Wanted) -> dict[str, float]:
    """The numbers the decision stands on: ``total`` against :data:`ENOUGH`, the others its parts.

    The weights of words follow a logistic fit on CMRC 2018, the answer's sentence cut out of its paragraph;
    the dense one is set by hand.
    """
    dense = max(0.0, unit.dense - DENSE_FLOOR)
    words = 0.1 * unit.coverage + 0.25 * unit.news + 0.2 * unit.characters + 0.25 * unit.around
    typed = 1.0 if wanted.present(unit.text) else _WITHOUT_TYPE.get(wanted.type, 1.0)
    same = _ANOTHER_NUMBER if names_another(wanted.text, unit.text) else 1.0
    mentioned = (
        1.0
        if mentions_attribute(wanted.text, f"{unit.passage.title}\n{unit.passage.text}")
        else _NOT_MENTIONED
    )
    return {
        "coverage": round(unit.coverage, 3),
        "news": round(unit.news, 3),
        "characters": round(unit.characters, 3),
        "around": round(unit.around, 3),
        "dense": round(unit.dense, 3),
        "typed": typed,
        "same": same,
        "mentioned": mentioned,
        "total": round((words + 1.5 * dense) * typed * same * mentioned, 3),
    }


def answers(found: dict[str, float], chunks: int) -> bool:
    """Whether the evidence is enough in a material of so many chunks.

    The larger the material, the more of any question stands together somewhere by chance.
    """
    by_chance = min(MOST_BY_CHANCE, BY_CHANCE * math.log10(max(chunks, FEW) / FEW))
    together = found["around"] >= by_chance or found["dense"] >= SURE_MEANING
    return together and found["total"] >= ENOUGH


def names_another(question: str, quote: str) -> bool:
    """Whether the question names E7 or 7号楼 and the quote only others of the kind: E2, 3号楼."""
    asked, quoted = _numbered(question), _numbered(quote)
    return any(kind in quoted and not numbers & quoted[kind] for kind, numbers in asked.items())


def mentions_attribute(question: str, passage: str) -> bool:
    """Whether the passage has a word for what is asked about; True when the question has no such word."""
    found = _ATTRIBUTE.search(fold(question))
    if found is None:
        return True
    attribute = found["of"] or found["much"]
    if _MEASURES.fullmatch(attribute):
        return True
    present = set(index_tokens(passage))
    return any(token in present for token in tokens(attribute))


def _numbered(text: str) -> dict[str, set[str]]:
    named: dict[str, set[str]] = {}
    for found in _NUMBERED.finditer(fold(text)):
        kind = found["letters"] or found["kind"] or found["word"]
        named.setdefault(kind, set()).add(found["a"] or found["b"] or found["c"])
    return named
