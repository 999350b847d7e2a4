"""A day of the year as people say it, in Chinese and English, by the sun's calendar or the moon's. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

Calendar = Literal["solar", "lunar"]

_SOLAR_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LUNAR_DAYS: Final = 30
_CANONICAL: Final = re.compile(r"(农历)?(闰)?([1-9]|1[0-2])-([1-9]|[12][0-9]|3[01])")


@dataclass(frozen=True, slots=True)
class MonthDay:
    """A day without a year. leap: of the lunar calendar's doubled month (闰四月). Raises ValueError for a
    day that no year has; 29 February and the 30th of any lunar month are days that some years have."""

    calendar: Calendar
    month: int
    day: int
    leap: bool = False

    def __post_init__(self) -> None:
        solar = self.calendar == "solar"
        if not 1 <= self.month <= 12 or (solar and self.leap):
            raise ValueError("no such month")
        if not 1 <= self.day <= (_SOLAR_DAYS[self.month - 1] if solar else _LUNAR_DAYS):
            raise ValueError("no such day")

    @property
    def text(self) -> str:
        """The one way it is stored: ``3-15``, ``农历8-15``, ``农历闰4-1``."""
        calendar = "农历" if self.calendar == "lunar" else ""
        return f"{calendar}{'闰' if self.leap else ''}{self.month}-{self.day}"


@dataclass(frozen=True, slots=True)
class Said:
    """A date, and which characters of the text say it, its calendar's name included."""

    date: MonthDay
    start: int
    end: int


def from_text(text: str) -> MonthDay | None:
    """The reverse of :attr:`MonthDay.text`; None for anything else."""
    found = _CANONICAL.fullmatch(text)
    if found is None or (found[2] and not found[1]):
        return None
    return _date("lunar" if found[1] else "solar", int(found[3]), int(found[4]), bool(found[2]))


def month_day(text: str) -> MonthDay | None:
    """The first date in ``text``: 三月十五号, 农历八月十五, 腊月初八, March 15th, the fifteenth of March.

    Numbers with a stroke (15/3, 3.15) name no date: which one is the month nobody knows."""
    found = month_days(text)
    return found[0].date if found else None


def month_days(text: str) -> list[Said]:
    """Every date in ``text``, in order."""
    return sorted((*_chinese(text), *_named(text), *_english(text)), key=lambda said: said.start)


_DIGITS: Final = {
    ord(wide): narrow for wide, narrow in zip("０１２３４５６７８９", "0123456789", strict=True)
}
_ONES: Final = "一二三四五六七八九"
_HAN_DAY: Final = (
    "初(?:十|[一二三四五六七八九])|三十一|三十|卅一|卅|(?:二十|廿)[一二三四五六七八九]?|"
    "十[一二三四五六七八九]?|[一二三四五六七八九]"
)
_CALENDAR: Final = "(?P<calendar>农历|阴历|旧历|老历|公历|阳历|新历|西历|国历)"
_CHINESE: Final = re.compile(
    rf"(?:{_CALENDAR}(?:的|上|是|里|按|算)*(?:[0-9零〇一二三四五六七八九]{{4}}年)?)?(?<![个0-9十几第])"
    r"(?P<leap>闰)?(?P<month>正|元|腊|冬|十[一二]?|[一二三四五六七八九]|1[0-2]|0?[1-9])月(?:份)?(?:的)?"
    # Whole or not at all: 十五点 is an hour, not the day 十 and then something.
    rf"(?P<day>(?>{_HAN_DAY}|[12][0-9]|3[01]|0?[1-9]))(?![0-9天个块元点岁斤位万千百])(?:号|日)?"
)
_LUNAR_WORDS: Final = frozenset({"农历", "阴历", "旧历", "老历"})
_NAMED_MONTHS: Final = {"正": 1, "元": 1, "冬": 11, "腊": 12}
_NAMED_DAYS: Final[dict[str, tuple[Calendar, int, int]]] = {
    "大年初一": ("lunar", 1, 1), "大年三十": ("lunar", 12, 30), "年三十": ("lunar", 12, 30),
    "除夕": ("lunar", 12, 30), "元宵": ("lunar", 1, 15), "端午": ("lunar", 5, 5), "七夕": ("lunar", 7, 7),
    "中秋": ("lunar", 8, 15), "重阳": ("lunar", 9, 9), "腊八": ("lunar", 12, 8), "元旦": ("solar", 1, 1),
    "妇女节": ("solar", 3, 8), "劳动节": ("solar", 5, 1), "儿童节": ("solar", 6, 1),
    "国庆节": ("solar", 10, 1), "圣诞节": ("solar", 12, 25), "new year's day": ("solar", 1, 1),
    "valentine's day": ("solar", 2, 14), "halloween": ("solar", 10, 31), "christmas eve": ("solar", 12, 24),
    "christmas day": ("solar", 12, 25), "boxing day": ("solar", 12, 26),
}  # fmt: skip
"""Days that have a name and a fixed place; the last day of the lunar year counts as its thirtieth."""
_NAMED: Final = re.compile("|".join(sorted(_NAMED_DAYS, key=len, reverse=True)), re.IGNORECASE)

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth", "twenty first", "twenty second", "twenty third", "twenty fourth",
    "twenty fifth", "twenty sixth", "twenty seventh", "twenty eighth", "twenty ninth", "thirtieth",
    "thirty first",
)  # fmt: skip
_CARDINALS: Final = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
    "twenty one", "twenty two", "twenty three", "twenty four", "twenty five", "twenty six", "twenty seven",
    "twenty eight", "twenty nine", "thirty", "thirty one",
)  # fmt: skip
_SHORT: Final = {name[:3]: n for n, name in enumerate(_MONTHS, 1) if name != "may"} | {"sept": 9}
_MONTH_NUMBER: Final = {name: n for n, name in enumerate(_MONTHS, 1)} | _SHORT
_DAY_NUMBER: Final = {
    word: n for words in (_ORDINALS, _CARDINALS) for n, word in enumerate(words, start=1)
}  # fmt: skip


def _either(words: tuple[str, ...] | list[str]) -> str:
    longest = sorted(words, key=len, reverse=True)
    return "|".join(word.replace(" ", r"[\s-]+") for word in longest)


_MONTH: Final = rf"(?P<month>{_either(list(_MONTH_NUMBER))})\b\.?"
_DAY: Final = rf"(?P<day>(?>{_either(_ORDINALS)}|[0-9]{{1,2}}(?:st|nd|rd|th)?))(?![0-9:]|\s*(?:am|pm)\b)\b"
_DAY_AFTER: Final = _DAY.replace("(?>", f"(?>{_either(_ORDINALS)}|{_either(_CARDINALS)}|", 1)
_MONTH_FIRST: Final = re.compile(rf"\b{_MONTH},?\s+(?:the\s+)?{_DAY_AFTER}", re.IGNORECASE)
_DAY_FIRST: Final = re.compile(rf"\b{_DAY}\s+(?:day\s+)?(?:of\s+)?(?:the\s+)?{_MONTH}", re.IGNORECASE)
_MOON: Final = re.compile(
    rf"\b{_DAY}\s+(?:day\s+)?of\s+the\s+(?P<leap>leap\s+)?(?P<month>{_either(_ORDINALS[:12])}"
    r"|[0-9]{1,2}(?:st|nd|rd|th))\s+(?:lunar\s+|chinese\s+)?month\b",
    re.IGNORECASE,
)
_LUNAR_BESIDE: Final = re.compile(
    r"\b(?:lunar|moon|chinese)(?:\s+(?:calendar|birthday|year|date))?\b", re.IGNORECASE
)
_NEAR: Final = 24
"""Characters around an English date in which the lunar calendar may be named."""


def _chinese(text: str) -> list[Said]:
    found: list[Said] = []
    for said in _CHINESE.finditer(text.translate(_DIGITS)):
        month, day = said["month"], said["day"]
        lunar = (
            said["calendar"] in _LUNAR_WORDS
            if said["calendar"]
            else bool(said["leap"]) or month in "正冬腊" or day[0] in "初廿卅"
        )
        date = _date("lunar" if lunar else "solar", _han(month), _han(day), bool(said["leap"]))
        if date is not None:
            found.append(Said(date, said.start(), said.end()))
    return found


def _named(text: str) -> list[Said]:
    return [
        Said(MonthDay(*_NAMED_DAYS[said[0].lower()]), said.start(), said.end())
        for said in _NAMED.finditer(text.replace("’", "'"))
    ]


def _english(text: str) -> list[Said]:
    found: list[Said] = []
    for said in _MOON.finditer(text):
        date = _date("lunar", _day_number(said["month"]), _day_number(said["day"]), bool(said["leap"]))
        if date is not None:
            found.append(Said(date, said.start(), said.end()))
    for pattern in (_DAY_FIRST, _MONTH_FIRST):
        for said in pattern.finditer(text):
            if any(said.start() < other.end and other.start < said.end() for other in found):
                continue
            around = text[max(0, said.start() - _NEAR) : said.end() + _NEAR]
            calendar: Calendar = "lunar" if _LUNAR_BESIDE.search(around) else "solar"
            date = _date(calendar, _MONTH_NUMBER[said["month"].lower()], _day_number(said["day"]))
            if date is not None:
                found.append(Said(date, said.start(), said.end()))
    return found


def _han(number: str) -> int:
    """The number of a month or a day in Chinese numerals or digits: 廿三, 初八, 十, 腊, 12."""
    if number.isascii():
        return int(number)
    if number in _NAMED_MONTHS:
        return _NAMED_MONTHS[number]
    digits = number.removeprefix("初").replace("廿", "二十").replace("卅", "三十")
    tens, ten, ones = digits.rpartition("十")
    value = _ONES.index(ones) + 1 if ones else 0
    return value + (10 * (_ONES.index(tens) + 1 if tens else 1) if ten else 0)


def _day_number(word: str) -> int:
    if word[0].isdigit():
        return int(re.sub(r"\D", "", word))
    return _DAY_NUMBER[" ".join(re.split(r"[\s-]+", word.lower()))]


def _date(calendar: Calendar, month: int, day: int, leap: bool = False) -> MonthDay | None:
    try:
        return MonthDay(calendar, month, day, leap)
    except ValueError:
        return None
