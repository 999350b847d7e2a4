"""What a question says of the memory it wants beside its words: of whom it is, and when it was told. Pure."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from core.retrieval.bigrams import fold

_SAME_KIN: Final = (
    ("女儿", "闺女", "姑娘", "daughter"),
    ("儿子", "son", "boy"),
    ("老伴", "老伴儿", "爱人", "丈夫", "老公", "先生", "妻子", "老婆", "太太", "媳妇", "husband", "wife",
     "spouse", "partner", "hubby", "missus"),
    ("妈妈", "母亲", "妈", "老妈", "mother", "mum", "mom", "mam", "mummy"),
    ("爸爸", "父亲", "爸", "老爸", "father", "dad", "daddy"),
    ("奶奶", "外婆", "姥姥", "grandmother", "grandma", "granny", "nan", "nanna"),
    ("爷爷", "外公", "姥爷", "grandfather", "grandpa", "grandad", "granddad"),
    ("孙子", "外孙", "外孙子", "grandson"),
    ("孙女", "外孙女", "孙女儿", "granddaughter"),
    ("哥哥", "哥", "大哥", "弟弟", "brother"),
    ("姐姐", "姐", "大姐", "妹妹", "sister"),
)  # fmt: skip
"""Words that may be said of one and the same relative."""


def of_kin(question: str, about: str) -> bool:
    """Whether a memory about ``about`` (a relative, never ``self``) is of somebody the question names, in
    these or in other words: 闺女 is 女儿, mum is mother."""
    asked, whom = fold(question), fold(about)
    names = {whom}.union(*(_folded(group) for group in _SAME_KIN if whom in group))
    return any(_names(name, asked) for name in names)


def period(question: str, now: datetime) -> tuple[datetime, datetime] | None:
    """The time a question speaks of, from (included) and to (not), in ``now``'s zone; None for none.

    Today is none: it is said in most remarks, and asks for no memory.
    """
    found = _WHEN.search(fold(question))
    if found is None:
        return None
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    week = today - timedelta(days=today.weekday())
    month = today.replace(day=1)
    year = month.replace(month=1)
    last_month = (month - timedelta(days=1)).replace(day=1)
    spans = {
        "before_yesterday": (today - timedelta(days=2), today - timedelta(days=1)),
        "yesterday": (today - timedelta(days=1), today),
        "last_week": (week - timedelta(days=7), week),
        "this_week": (week, week + timedelta(days=7)),
        "last_month": (last_month, month),
        "this_month": (month, now + timedelta(days=1)),
        "before_last_year": (year.replace(year=year.year - 2), year.replace(year=year.year - 1)),
        "last_year": (year.replace(year=year.year - 1), year),
        "this_year": (year, now + timedelta(days=1)),
    }
    return spans[found.lastgroup or ""]


_WHEN: Final = re.compile(
    r"(?P<before_yesterday>前天|\bthe day before yesterday\b)|"
    r"(?P<yesterday>昨[天晚]|\byesterday\b|\blast night\b)"
    r"|(?P<last_week>上个?(?:星期|礼拜|周)|\blast week\b)"
    r"|(?P<this_week>[这本]个?(?:星期|礼拜|周)|\bthis week\b)"
    r"|(?P<last_month>上个?月|\blast month\b)|(?P<this_month>[这本]个?月|\bthis month\b)"
    r"|(?P<before_last_year>前年|\bthe year before last\b)|(?P<last_year>去年|\blast year\b)"
    r"|(?P<this_year>今年|\bthis year\b)"
)


def _names(word: str, text: str) -> bool:
    return bool(re.search(rf"\b{re.escape(word)}s?\b", text)) if word.isascii() else word in text


@cache
def _folded(group: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(word) for word in group)
