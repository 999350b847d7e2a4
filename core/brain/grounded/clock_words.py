"""Questions the clock answers, and reading its answer out in words."""

# ruff: noqa: E501 (a table of sentences or patterns reads better one to a line)
from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

import msgspec

from core.brain.grounded.hearing import Heard
from core.brain.grounded.phrases import phrase
from core.text import Language

What = Literal["time", "date", "weekday", "date_weekday", "lunar"]

_DAYS_ZH: Final = (("大后天", 3), ("后天", 2), ("明天", 1), ("明儿", 1), ("大前天", -3), ("前天", -2), ("昨天", -1), ("昨儿", -1),
                   ("今天", 0), ("今儿个", 0), ("今儿", 0), ("今日", 0))  # fmt: skip
_DAYS_EN: Final = (("day after tomorrow", 2), ("day before yesterday", -2), ("tomorrow", 1), ("yesterday", -1),
                   ("today", 0))  # fmt: skip
_ASKED: Final[dict[Language, tuple[tuple[What, re.Pattern[str]], ...]]] = {
    "zh": (
        ("lunar", re.compile(r"(?:农历|阴历)(?:的|是)*(?:多少号?|几月几号|几月初几|几号|初几|几月|什么日子|几)?|初几")),
        ("date", re.compile(r"几月几[号日]|几[号日]|多少号|几月份?|哪一?天|哪一?年|几几年|什么日子|日期(?:是?(?:什么|多少))?|几年几月几[号日]")),
        ("weekday", re.compile(r"(?:星期|周|礼拜)几|是不是(?:星期|周|礼拜)[一二三四五六日天]|(?:星期|周|礼拜)[一二三四五六日天]吗")),
        ("time", re.compile(r"几点钟?几?分?|什么时间|什么时候|啥时候|什么时辰|(?:的)?时间(?:是?(?:多少|几点))?|几时|报时|(?:是)?上午还是下午|(?:是)?早上还是晚上")),
    ),
    "en": (
        ("weekday", re.compile(r"\b(?:what|which) (?:day of the week|weekday)\b|\bday of the week\b")),
        ("date", re.compile(r"\b(?:date|what day of the month|what month|which month|what year|which year)\b")),
        ("weekday", re.compile(r"\b(?:what|which) day\b|\bwhat's the day\b|\bwhat is the day\b")),
        ("time", re.compile(r"\btime\b|\bo'clock\b")),
    ),
}  # fmt: skip
_REST: Final[dict[Language, re.Pattern[str]]] = {
    "zh": re.compile(r"现在|这会儿|目前|此刻|当前|到底|已经|告诉我|你?知道|帮我|给我|看看|看一?下|说说|报一?下|今年|这个?月|本月|"
                     r"[年月日天]|[是都到了啊呀呢吗的啦嘛和跟又请问我说]"),
    "en": re.compile(r"\b(?:what|what's|what is|is|it|the|now|right|s|tell|me|please|can|could|you|do|know|have|got|a|of|this|"
                     r"current|today's|tomorrow's|current|will|be|was|and|day|exact|just|by any chance|'s|on|in|there)\b"),
}  # fmt: skip
_WEEKDAYS_ZH: Final = "一二三四五六日"
_WEEKDAYS_EN: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS_EN: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                     "November", "December")  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClockQuestion:
    """What is asked of the clock, and of which day: 0 today, 1 tomorrow."""

    what: What
    day: int = 0
    day_name: str = ""


class _Reading(msgspec.Struct):
    date: str
    time: str


def clock_question(heard: Heard) -> ClockQuestion | None:
    """Only a question that is about nothing else: 客服几点上班 is for the documents."""
    rest = heard.plain_core
    day, day_name = 0, ""
    for name, offset in _DAYS_ZH if heard.language == "zh" else _DAYS_EN:
        if name in rest:
            rest, day, day_name = rest.replace(name, " ", 1), offset, name
            break
    asked: list[What] = []
    for what, pattern in _ASKED[heard.language]:
        rest, times = pattern.subn(" ", rest)
        if times:
            asked.append(what)
    if not asked and heard.language == "en" and day_name and "what" in rest:
        asked.append("date_weekday")
    if not asked or _REST[heard.language].sub(" ", rest).replace("'s", " ").strip():
        return None
    if "lunar" in asked:
        return ClockQuestion("lunar")
    if "date" in asked and "weekday" in asked:
        return ClockQuestion("date_weekday", day, day_name)
    if asked[0] == "time" and day_name and day != 0:
        return None
    return ClockQuestion(asked[0], day, day_name)


def read_out(question: ClockQuestion, result: str, language: Language) -> str:
    """The answer from the clock's own result; a result that is none is said to be none."""
    try:
        reading = msgspec.json.decode(result, type=_Reading)
        today = date.fromisoformat(reading.date)
        hour, minute = (int(part) for part in reading.time.split(":"))
        spoken_time = _time(hour, minute, language)
        shown = today + timedelta(days=question.day)
    except (msgspec.DecodeError, ValueError, OverflowError):
        return phrase("clock_failed", language)
    if question.what == "time":
        return phrase("time", language, time=spoken_time)
    name = question.day_name or ("今天" if language == "zh" else "today")
    return phrase(
        question.what,
        language,
        day=name if language == "zh" else ("The " if " " in name else "") + _sentence_case(name),
        date=_date(shown, language),
        weekday=_weekday(shown, language),
    )


def _sentence_case(name: str) -> str:
    return name if " " in name else name.capitalize()


def _time(hour: int, minute: int, language: Language) -> str:
    if not (0 <= hour < 24 and 0 <= minute < 60):
        raise ValueError(hour)
    if language == "en":
        return f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}"
    parts = ((5, "凌晨"), (9, "早上"), (12, "上午"), (13, "中午"), (18, "下午"), (24, "晚上"))
    part = next(name for until, name in parts if hour < until)
    shown = hour if hour <= 12 else hour - 12
    return f"{part}{shown}点" + (f"{minute}分" if minute >= 10 else f"0{minute}分" if minute else "整")


def _date(day: date, language: Language) -> str:
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS_EN[day.month - 1]} {day.year}"


def _weekday(day: date, language: Language) -> str:
    return f"星期{_WEEKDAYS_ZH[day.weekday()]}" if language == "zh" else _WEEKDAYS_EN[day.weekday()]
