"""Names that only differ in a number or a side: a sentence about 3号楼 does not answer for 7号楼."""

from __future__ import annotations

import re
from typing import Final

from core.retrieval.bigrams import fold

# Names made of a letter and a number, or a number and what it counts off: E7, 7号楼, 3单元, room 12.
_NUMBERED = re.compile(
    r"(?P<letters>[a-z]+)(?P<a>\d+)|(?P<b>\d+|[一二三四五六七八九十]+)(?P<kind>号楼|号线|单元|号房|号院|号门|室|栋|路车|[路区])|"
    r"\b(?P<word>room|flat|floor|platform|gate|line|bus|building|code|form) (?P<c>\d+)"
)
_RANGE = re.compile(r"(\d+)(?:号)?[至到~\-—–](\d+)(?P<kind>号楼|号线|单元|号房|号院|号门|室|栋|路车|[路区])")
_DIGITS: Final = {digit: str(at) for at, digit in enumerate("零一二三四五六七八九十")}


# Words of which a text that names one says nothing about the others.
_SETS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"早[饭餐]|午[饭餐]|晚[饭餐]|夜宵",
        r"(?:周|星期|礼拜)[一二三四五六日天]|周末",
        r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
        r"\b(?:january|february|march|april|june|july|august|september|october|november|december)\b",
        r"\b(?:breakfast|lunch|dinner|supper)\b",
        r"\b(?:left|right)\b",
        r"左|右",
    )
)
_SAME: Final = str.maketrans({"餐": "饭", "天": "日"})
_WEEK: Final = "一二三四五六日"
_WEEK_RANGE = re.compile(
    r"(?:周|星期|礼拜)([一二三四五六日天])[至到~—–-]+(?:周|星期|礼拜)?([一二三四五六日天])"
)
_PROPER = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][a-z]{2,}\b")


def names_another(question: str, quote: str, under: str = "") -> bool:
    """Whether the question names E7 or 7号楼 and the quote only others of the kind: E2, 3号楼.

    under: what the quote is said under, whose names count as the quote's.
    """
    asked, quoted = _numbered(question), _numbered(f"{quote} {under}")
    if any(kind in quoted and not numbers & quoted[kind] for kind, numbers in asked.items()):
        return True
    return any(
        (wanted := _of(one, question)) and (named := _of(one, f"{quote} {under}")) and not wanted & named
        for one in _SETS
    )


def names_nobody_asked(question: str, text: str) -> bool:
    """Whether the question has a name in English that the text has not."""
    folded = fold(text)
    return any(fold(name) not in folded for name in _PROPER.findall(question))


def _of(one: re.Pattern[str], text: str) -> set[str]:
    folded = fold(text)
    found = {match.group()[-2:].translate(_SAME) for match in one.finditer(folded)}
    for span in _WEEK_RANGE.finditer(folded):
        if one.search(span.group()):
            first, last = (_WEEK.index(day.translate(_SAME)) for day in span.groups())
            found |= {f"{span.group()[0]}{day}" for day in _WEEK[first : last + 1]}
    return {day.replace("期", "周").replace("拜", "周") for day in found}


def _numbered(text: str) -> dict[str, set[str]]:
    named: dict[str, set[str]] = {}
    folded = fold(text)
    for found in _NUMBERED.finditer(folded):
        kind = found["letters"] or found["kind"] or found["word"]
        number = found["a"] or found["b"] or found["c"]
        named.setdefault(kind, set()).add(_DIGITS.get(number, number))
    for found in _RANGE.finditer(folded):
        first, last = int(found[1]), int(found[2])
        if 0 < last - first < 100:
            named.setdefault(found["kind"], set()).update(str(n) for n in range(first, last + 1))
    return named
