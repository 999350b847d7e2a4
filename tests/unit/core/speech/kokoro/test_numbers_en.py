"""What is written in digits, as an English speaker reads it aloud."""

from __future__ import annotations

import re

import pytest

from core.speech.kokoro.numbers.en import cardinal, ordinal, year
from core.speech.kokoro.reading import read


def said(text: str) -> str:
    words = " ".join(read(text, 0, len(text), "en").text.split())
    return re.sub(r" (?=[.,])", "", words)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"), (13, "thirteen"), (21, "twenty-one"), (100, "one hundred"), (342, "three hundred forty-two"),
        (1_000, "one thousand"), (2_005_010, "two million five thousand ten"),
    ],
)  # fmt: skip
def test_counting(number: int, words: str) -> None:
    assert cardinal(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "first"), (2, "second"), (5, "fifth"), (12, "twelfth"), (20, "twentieth"), (21, "twenty-first"),
     (100, "one hundredth"), (103, "one hundred third")],
)  # fmt: skip
def test_ordinals(number: int, words: str) -> None:
    assert ordinal(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [(1900, "nineteen hundred"), (1905, "nineteen oh five"), (1999, "nineteen ninety-nine"),
     (2000, "two thousand"), (2005, "two thousand five"), (2026, "twenty twenty-six")],
)  # fmt: skip
def test_years(number: int, words: str) -> None:
    assert year(number) == words


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("March 5, 2026", "March fifth, twenty twenty-six"),
        ("5 May 1999", "the fifth of May, nineteen ninety-nine"),
        ("2026-03-05", "March fifth, twenty twenty-six"),
        ("3/5/2026", "March fifth, twenty twenty-six"),
        ("the 1990s", "the nineteen nineties"),
        ("In 2024 we met", "In twenty twenty-four we met"),
        ("2000 people", "two thousand people"),
        ("14:30", "fourteen thirty"),
        ("8:00", "eight o'clock"),
        ("8:05 am", "eight oh five A M"),
        ("7 p.m.", "seven P M."),
        ("8:00—11:30", "eight o'clock to eleven thirty"),
        ("3.5%", "three point five percent"),
        ("$5.20", "five dollars and twenty cents"),
        ("$1", "one dollar"),
        ("$1,250", "one thousand two hundred fifty dollars"),
        ("$3.5 million", "three point five million dollars"),
        ("$0.01", "one cent"),
        ("£3.50", "three pounds and fifty pence"),
        ("¥128.50", "one hundred twenty-eight point five yuan"),
        ("555-123-4567", "five five five, one two three, four five six seven"),
        ("call 911", "call nine one one"),
        ("1,000", "one thousand"),
        ("1st", "first"),
        ("7-10 days", "seven to ten days"),
        ("25°C", "twenty-five degrees Celsius"),
        ("-5°C", "minus five degrees Celsius"),
        ("60 km/h", "sixty kilometers per hour"),
        ("1 kg", "one kilogram"),
        ("120/80", "one hundred twenty over eighty"),
        ("1/3", "one third"),
        ("3/4", "three quarters"),
        ("E2", "E two"),
        ("5G", "five G"),
        ("order 12345678", "order one two three four five six seven eight"),
        ("0.25", "zero point two five"),
        ("R&D", "R and D"),
        ("3 + 5 = 8", "three plus five equals eight"),
    ],
)
def test_reading_aloud(written: str, spoken: str) -> None:
    assert said(written) == spoken
