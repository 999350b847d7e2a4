"""Finds what is written in digits, and says what kind of thing each is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.speech.kokoro.numbers.units import CURRENCIES, UNITS

Kind = Literal[
    "address", "phone", "date", "month_day", "day_month", "year", "decade", "time", "score", "money",
    "percent", "measure", "fraction", "version", "ordinal", "digits", "code", "number", "range", "operator",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Written:
    """``text[start:end]`` is of this kind; ``parts`` are its captured pieces, in the pattern's order
    (a missing one is the empty string)."""

    kind: Kind
    parts: tuple[str, ...]
    start: int
    end: int


_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_ALONE = r"(?<![\d.])"
_SIGN = r"(?:(?<![\w)\d.%°℃])[-−])?"
_MONTH = (
    r"(January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\.?"
)
_UNIT = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
_CURRENCY = "|".join(re.escape(sign) for sign in sorted(CURRENCIES, key=len, reverse=True) if sign != "元")
_SCALE = r"(?:\s?(万|亿|千|百万|thousand|million|billion|trillion)|(?<=\d)([kKMB])(?![A-Za-z]))?"
_DASH = r"[-–—−~～]"

_SOURCES: tuple[tuple[Kind, str], ...] = (
    ("address", r"(?<![A-Za-z0-9])([A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)"),
    ("address", r"(?<![A-Za-z0-9])(?:https?://)?((?:[A-Za-z0-9-]+\.)+(?:com|cn|org|net|edu|gov|io|ai|app)\b"
     r"(?:/[A-Za-z0-9_./?=&%#-]*[A-Za-z0-9_/])?)"),
    ("year", rf"(?<![\d.,:])((?:19|20)\d{{2}})(?=\s?{_DASH}\s?(?:19|20)\d{{2}}(?!\d))"),
    ("phone", r"(?<![\d.-])((?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4})(?![\d-])"),
    ("phone", r"(?<![\d.-])(0\d{2,3}[- ]\d{3,4}[- ]?\d{4})(?![\d-])"),
    ("phone", r"(?<![\d.-])(\(?\d{3}\)?[- ]\d{3}[- ]\d{4}|[48]00[- ]?\d{3,4}[- ]?\d{3,4}"
     r"|(?<=[Cc]all )\d{3}-\d{4})(?![\d-])"),
    ("phone", r"(?:(?<=打)|(?<=拨)|(?<=电话)|(?<=热线)|(?<=号码)|(?<=报警)|(?<=急救)"
     r"|(?<=[Cc]all )|(?<=[Dd]ial ))"
     r"(\d{3,8}(?:-\d{4,8})?)(?![\d.,-]*\d)"),
    ("date", r"(?<![\d.-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d-])"),
    ("date", r"(?<![\d.-])(?=\d{1,2}/\d{1,2}/(\d{4})(?![\d-]))(\d{1,2})/(\d{1,2})/\d{4}"),
    ("month_day", rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?(?![\d:])(?:,? (\d{{4}})(?!\d))?"),
    ("day_month", rf"{_ALONE}(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}(?![A-Za-z])"
     r"(?:,? (\d{4})(?!\d))?"),
    ("year", r"(?<![\d.])(\d{4})(?=\s?年)"),
    ("year", r"(?<![\d.])([5-9]\d)(?=年(?![前后内来级间以多代]))"),
    ("decade", r"(?<![\d.])(\d0)(?=后(?!\w))|(?<![\d.'])((?:1[0-9]|20)?\d0)'?s\b"),
    ("time", r"(?<![\d.:])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])"
     r"(?:\s?([AaPp])\.?[Mm](?:\.(?=\s?[a-z,])|\b))?"),
    ("time", r"(?<![\d.:])(1[0-2]|[1-9])()()\s?([AaPp])\.?[Mm]\b"),
    ("score", r"(?<![\d.:])(\d{1,3}):(\d{1,3})(?![\d:])"),
    ("money", rf"({_CURRENCY})\s?({_NUMBER}){_SCALE}(?:元)?"),
    ("money", rf"(?<![\d.])(?=[\d,.]+(元))({_NUMBER})()()元"),
    ("percent", rf"({_SIGN}{_NUMBER})\s?([%％‰])"),
    ("measure", rf"(?<![A-Za-z])({_SIGN}{_NUMBER})\s?({_UNIT})(?![A-Za-z0-9/²³])"),
    ("fraction", r"(?<![\d./])(\d{1,3})/(\d{1,3})(?![\d/])(?:\s?(mmHg)\b)?|([½⅓⅔¼¾⅕⅛])"),
    ("version", r"(?<![\d.])(\d+(?:\.\d+){2,})(?![\d])"),
    ("ordinal", r"(?<![\d.])(\d{1,4})(?:st|nd|rd|th)\b"),
    ("digits", r"(?<![\d.,])(\d{3,5})(?=\s?(?:房|室|路公交|路车|路汽车|航班|次列车))"),
    ("digits", r"(?<![\d.,])(0\d+|\d{8,})(?![\d.]*\d)"),
    ("code", r"(?<=[A-Za-z])(?:(?<=[A-Za-z])|-)(\d{1,6})(?![\d.]*\d)"),
    ("code", r"(?<![\d.A-Za-z])(\d{1,4})(?=[A-Z](?![a-z]))"),
    ("number", rf"({_SIGN}{_NUMBER}){_SCALE}"),
    ("range", rf"(?:(?<=\d)|(?<=[年月日号%℃点分时]))\s?{_DASH}{{1,2}}\s?(?=[¥￥$€£]?\d)"),
    ("operator", r"(?<=\d)\s?([+×÷=*])\s?(?=\d)"),
)  # fmt: skip
_PATTERNS = tuple((kind, re.compile(pattern, re.ASCII)) for kind, pattern in _SOURCES)

_MAY_BEGIN = re.compile(r"[\d¥￥$€£HU½⅓⅔¼¾⅕⅛+×÷=*(\-–—−~～ ]|(?<![A-Za-z])[A-Za-z]")


def find_written(text: str) -> Iterator[Written]:
    """What ``text`` writes in digits, from left to right, never overlapping. Digits and signs are
    expected half-width (``reading.fold`` makes them so)."""
    at = 0
    while (begin := _MAY_BEGIN.search(text, at)) is not None:
        at = begin.start()
        found = _match(text, at)
        if found is None:
            at += 1
        else:
            yield found
            at = found.end


def _match(text: str, at: int) -> Written | None:
    for kind, pattern in _PATTERNS:
        match = pattern.match(text, at)
        if match is not None and match.end() > at:
            return Written(kind, tuple(part or "" for part in match.groups()), at, match.end())
    return None
