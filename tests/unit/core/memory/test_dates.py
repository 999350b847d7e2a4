"""Days of the year are read as they are said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory.dates import MonthDay, from_text, month_day, month_days

SAID = {
    "三月十五号": "3-15",
    "我生日是三月十五": "3-15",
    "3月15日": "3-15",
    "３月１５号": "3-15",
    "十二月三十一号": "12-31",
    "十一月廿三": "农历11-23",
    "腊月初八": "农历12-8",
    "正月十六": "农历1-16",
    "冬月二十": "农历11-20",
    "九月初九": "农历9-9",
    "农历八月十五": "农历8-15",
    "阴历的八月十五": "农历8-15",
    "农历一九五二年八月十五": "农历8-15",
    "不是公历我生日是农历八月十五": "农历8-15",
    "公历八月十五日": "8-15",
    "闰四月初一": "农历闰4-1",
    "一九五二年三月十五号生的": "3-15",
    "二月二十九": "2-29",
    "我是中秋节那天生的": "农历8-15",
    "大年三十": "农历12-30",
    "三月十五一家人吃饭": "3-15",
    "March 15th": "3-15",
    "march the fifteenth": "3-15",
    "the fifteenth of March": "3-15",
    "my birthday is the fourth of june": "6-4",
    "15 March 1950": "3-15",
    "December 31": "12-31",
    "Sept. 9th": "9-9",
    "twenty-first of June": "6-21",
    "june twenty one": "6-21",
    "the eighth day of the twelfth lunar month": "农历12-8",
    "the 15th of August in the lunar calendar": "农历8-15",
    "I was born on Christmas Day": "12-25",
    "May 2nd": "5-2",
}
NOT_SAID = [
    "15/3", "3/15", "3.15", "三个月十五天", "三月十五点", "二月三十号", "十三月五号", "三月", "十五号", "三月十五块钱",
    "农历八月三十一", "February 30th", "march on", "I may go second",
    "March 3pm", "the fifteenth", "每月十五号", "六十三月", "",
]  # fmt: skip


@pytest.mark.parametrize(("text", "date"), SAID.items())
def test_a_spoken_day_has_one_written_form(text: str, date: str) -> None:
    found = month_day(text)
    assert found is not None
    assert found.text == date


@pytest.mark.parametrize("text", NOT_SAID)
def test_what_names_no_day_gives_none(text: str) -> None:
    assert month_day(text) is None


def test_every_day_of_a_sentence_is_found_where_it_stands() -> None:
    text = "阳历三月十五，阴历二月初八"
    found = month_days(text)
    assert [text[one.start : one.end] for one in found] == ["阳历三月十五", "阴历二月初八"]
    assert [one.date.text for one in found] == ["3-15", "农历2-8"]


ONES = "一二三四五六七八九"
ENGLISH = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"]  # fmt: skip
SOLAR = st.dates().map(lambda day: MonthDay("solar", day.month, day.day))
LUNAR = st.builds(
    lambda month, day, leap: MonthDay("lunar", month, day, leap),
    st.integers(1, 12), st.integers(1, 30), st.booleans(),
)  # fmt: skip


def han(number: int) -> str:
    tens, ones = divmod(number, 10)
    return ("" if tens == 0 else "十" if tens == 1 else f"{ONES[tens - 1]}十") + (
        ONES[ones - 1] if ones else ""
    )


@given(SOLAR | LUNAR)
def test_the_written_form_reads_back(date: MonthDay) -> None:
    assert from_text(date.text) == date


@given(SOLAR)
def test_a_solar_day_is_read_in_every_form(date: MonthDay) -> None:
    month, day = ENGLISH[date.month - 1], date.day
    for said in (
        f"{date.month}月{day}日",
        f"我是{han(date.month)}月{han(day)}号生的",
        f"公历{han(date.month)}月{han(day)}",
        f"{month} {day}",
        f"it is on the {day}th of {month.lower()} you know",
    ):
        assert month_day(said) == date


@given(LUNAR)
def test_a_lunar_day_is_read_in_every_form(date: MonthDay) -> None:
    leap = "闰" if date.leap else ""
    old = f"初{han(date.day)}" if date.day <= 10 else han(date.day)
    assert month_day(f"农历{leap}{han(date.month)}月{old}") == date
    assert month_day(f"阴历{leap}{date.month}月{date.day}") == date


@given(st.text(max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    for said in month_days(text):
        assert 0 <= said.start < said.end <= len(text)
    written = from_text(text)
    assert written is None or written.text == text
