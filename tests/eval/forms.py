"""Numbers, dates and times in one form, so that 三月五号, 3月5日, March 5th and 5 March are the same words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable


def _list(words: str) -> list[str]:
    return words.split()


_UNITS = _list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_ORDINALS = _list(
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENS = _list("twenty thirty forty fifty sixty seventy eighty ninety")
_MONTHS = _list("january february march april may june july august september october november december")
_NUMBER = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: value for value, word in enumerate(_ORDINALS)},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
    **{word[:-1] + "ieth": 10 * value for value, word in enumerate(_TENS, 2)},
}
_TEN = "|".join(_TENS)
_SMALL = "|".join(sorted(_NUMBER, key=len, reverse=True))
_MONTH = "|".join(f"{month}|{month[:3]}" for month in _MONTHS) + "|sept"
_HAN = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_NUMBER = re.compile("[零〇一二三四五六七八九两十百]+")

_Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]


def holds(told: str, must: str) -> bool:
    """Whether ``must`` is part of ``told``, ignoring case and the form of numbers, dates and times.

    A number is found only whole: 3月1 is no part of 3月15日, nor seven of seventeen.
    """
    plain, wanted = _folded(must), canonical(must)
    if wanted == plain:
        return _within(plain, _folded(told)) or _within(plain, canonical(told))
    return _within(wanted, canonical(told))


def canonical(text: str) -> str:
    """Folded, numbers in digits, dates as 3月5日, times as 6点 and 6点30分."""
    words = _HAN_NUMBER.sub(_han, _folded(text))
    for pattern, written in _RULES:
        words = pattern.sub(written, words)
    return words


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(folded.split())


def _within(part: str, whole: str) -> bool:
    left = r"(?<!\d)" if part[:1].isdigit() else ""
    right = r"(?!\d)" if part[-1:].isdigit() else ""
    return bool(re.search(left + re.escape(part) + right, whole))


def _han(found: re.Match[str]) -> str:
    """三十五 and 一百二十 as numbers; a run without 十 and 百 is digits read one by one."""
    words = found.group()
    if not set(words) & {"十", "百"}:
        return "".join(str(_HAN[character]) for character in words)
    total, pending = 0, 0
    for character in words:
        if character in _HAN:
            pending = _HAN[character]
        else:
            total += (pending or 1) * (10 if character == "十" else 100)
            pending = 0
    return str(total + pending)


def _month(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _past(found: re.Match[str]) -> str:
    minutes = {"half": 30, "quarter": 15, "a quarter": 15}[found[1]]
    return f"{found[2]}点{minutes}分"


_RULES: tuple[_Rule, ...] = (
    (
        re.compile(rf"\b({_TEN})[ -]({_SMALL})\b"),
        lambda m: str(_NUMBER[m[1]] + _NUMBER[m[2]]) if 0 < _NUMBER[m[2]] < 10 else m[0],
    ),
    (re.compile(rf"\b({_SMALL})\b"), lambda m: str(_NUMBER[m[1]])),
    (re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b"), lambda m: m[1]),
    (re.compile(r"\b(\d) hundred and (\d{1,2})\b"), lambda m: str(100 * int(m[1]) + int(m[2]))),
    (re.compile(rf"\b(?:the )?(\d{{1,2}})(?: of)? ({_MONTH})\b"), lambda m: f"{_month(m[2])}月{m[1]}日"),
    (re.compile(rf"\b({_MONTH})(?: the)? (\d{{1,2}})\b"), lambda m: f"{_month(m[1])}月{m[2]}日"),
    (re.compile(r"(?<=\d月)(\d{1,2})(?![\d日])[号]?"), lambda m: f"{m[1]}日"),
    (re.compile(r"(?<=\d)号"), lambda _: "日"),
    (re.compile(r"\b(half|a quarter|quarter) past (\d{1,2})\b"), _past),
    (re.compile(r"(\d{1,2})点半"), lambda m: f"{m[1]}点30分"),
    (re.compile(r"(\d{1,2})点(\d{2})(?!\d|分)"), lambda m: f"{m[1]}点{m[2]}分"),
    (re.compile(r"(\d{1,2})点[钟整]"), lambda m: f"{m[1]}点"),
    (re.compile(r"\b(\d{1,2})[:.]00(?!\d)"), lambda m: f"{m[1]}点"),
    (re.compile(r"\b(\d{1,2}):(\d\d)(?!\d)"), lambda m: f"{m[1]}点{m[2]}分"),
    (re.compile(r"\b(\d{1,2}) (15|30|45)(?!\d)"), lambda m: f"{m[1]}点{m[2]}分"),
    (re.compile(r"\b(\d{1,2}) ?o'? ?clock\b"), lambda m: f"{m[1]}点"),
    (re.compile(r"(\d{1,2})(点(?:\d\d分)?)? ?([ap])\.?m\b\.?"), lambda m: f"{m[1]}{m[2] or '点'}{m[3]}m"),
)
"""In this order: words to digits, then dates, then times."""
