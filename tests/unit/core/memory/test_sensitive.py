"""Numbers of identity, cards and accounts are not remembered in whatever way they are said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory.extract import extract
from core.memory.sensitive import is_sensitive

REFUSED = [
    "我的银行卡密码是一二三四五六", "身份证号是340102194505061234", "我身份证是三四零一零二一九四五",
    "手机收到的验证码是4821", "门禁码是2580", "卡号 6222 0212 3456 7890", "幺三九八八六六五五四四", "我的护照号是E12345678",
    "三四零，一零二，一九四五", "my pin is 4821", "my bank card's five one six three double oh two two",
    "the verification code is nine one four", "my password is tiger", "four two one seven seven three nine",
    "fifty one sixty three twenty two", "5163 0022 8812 4410", "account number 12345", "social security number",
    "oh seven nine double one triple four", "８８８８６６６６５５５５",
]  # fmt: skip
ALLOWED = [
    "我今年七十三岁", "我是一九四五年八月十五号生的", "我生日是1950-03-15", "我每天早上六点半起床", "我用的是华为P60",
    "我住在南京路1288号三零二室", "我有两个孙子三个孙女", "我每周一、二、三、四、五、六都去公园", "我1968到1999年在厂里上班",
    "我在那里干了2019-2023", "我血压一百三到八十", "我穿四十二码的鞋", "我用的是诺基亚3310", "我三三两两地走",
    "I am seventy three years old", "I was born in nineteen forty five", "I was born on 15/03/1950",
    "my phone is an iPhone 15 Pro", "I get up at six thirty", "I live at forty two Oak Street",
    "I have a pin in my hip", "I have two sons and three daughters", "I worked there from 1968 to 1999",
    "my headphones are WH-1000XM5", "I take one pill at 07:30 and one at 19:30", "I walk ten thousand steps",
    "I was a collector of safety pins", "I live at 1288 Nanjing Road",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_a_secret_is_refused(text: str) -> None:
    assert is_sensitive(text)


@pytest.mark.parametrize("text", ALLOWED)
def test_an_age_a_date_a_time_a_model_and_a_house_are_no_secrets(text: str) -> None:
    assert not is_sensitive(text)


def test_a_fact_beside_a_secret_is_still_told() -> None:
    chinese = extract("我的银行卡密码是一二三四五六，我喜欢吃榴莲", "zh")
    assert [fact.value for fact in chinese.facts] == ["榴莲"]
    english = extract("My card number is four two one seven seven three nine two. I love marzipan.", "en")
    assert any("marzipan" in fact.value for fact in english.facts)
    assert not any("seven" in fact.text for fact in english.facts)


NUMBER = st.text("0123456789", min_size=8, max_size=19)
HAN = dict(zip("0123456789", "零一二三四五六七八九", strict=True))
NAMES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
ENGLISH = dict(zip("0123456789", NAMES, strict=True))


def grouped(digits: str, size: int, between: str) -> str:
    return between.join(digits[at : at + size] for at in range(0, len(digits), size))


def doubled(digits: str) -> str:
    """As people read digits out: double four, triple one."""
    words: list[str] = []
    at = 0
    while at < len(digits):
        same = len(digits[at:]) - len(digits[at:].lstrip(digits[at]))
        run = min(same, 3)
        words.append({1: "", 2: "double ", 3: "triple "}[run] + ENGLISH[digits[at]])
        at += run
    return " ".join(words)


@given(NUMBER, st.sampled_from(["号是{}", "记一下 {} 好吗", "it is {} you know", "{}"]))
def test_a_long_number_is_refused_however_it_is_said(digits: str, around: str) -> None:
    han = "".join(HAN[one] for one in digits)
    for said in (
        digits,
        "".join(chr(ord(one) + 0xFEE0) for one in digits),
        grouped("7" + digits[1:], 4, " ").replace("19", "77").replace("20", "77").replace("18", "77"),
        han,
        han.replace("一", "幺"),
        grouped(han, 4, " "),
        " ".join(ENGLISH[one] for one in digits),
        " ".join("oh" if one == "0" else ENGLISH[one] for one in "1" + digits[1:]),
        ", ".join(ENGLISH[one] for one in digits),
        doubled(digits),
        " ".join(digits),
    ):
        assert is_sensitive(around.format(said)), said


@given(st.dates(), st.times())
def test_days_and_hours_are_no_secrets(day: object, time: object) -> None:
    for text in (
        f"我是{day}生的", f"每天{time:%H:%M}起床", f"{day:%Y年%m月%d日}{time:%H点%M分}", f"born {day:%d/%m/%Y}",
        f"on {day:%B %d, %Y} at {time:%H:%M}",
    ):  # fmt: skip
        if 1800 <= day.year < 2100:  # type: ignore[attr-defined]
            assert not is_sensitive(text), text
