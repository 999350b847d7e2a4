"""A companion is called by its name however the recogniser spells it, and not when it is talked about."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.speech.wake import addressed
from core.speech.wake.sounding import consonants, syllables

NAMES = ("伴言", "Banyan")


@pytest.mark.parametrize(
    ("text", "language", "rest"),
    [
        ("伴言，现在几点？", "zh", "现在几点？"),
        ("半言现在几点", "zh", "现在几点"),
        ("办盐，", "zh", ""),
        ("你好半言，帮我打电话", "zh", "帮我打电话"),
        ("嘿，班颜啊，今天天气怎么样", "zh", "今天天气怎么样"),
        ("小伴言，你好", "zh", "你好"),
        ("伴言伴言，放首歌", "zh", "放首歌"),
        ("现在几点了，伴言？", "zh", "现在几点了"),
        ("ban yan 现在几点", "zh", "现在几点"),
        ("Banyan, what time is it?", "en", "what time is it?"),
        ("Hey Ban Yan what time is it", "en", "what time is it"),
        ("Hello banian.", "en", ""),
        ("What time is it, Banyan?", "en", "What time is it"),
        ("Ban yen, call my son", "en", "call my son"),
        ("八言。", "zh", ""),
        ("八言，开灯", "zh", "开灯"),
        ("Banyans.", "en", ""),
        ("Bannions, hello", "en", "hello"),
    ],
)
def test_a_call_leaves_what_was_said_with_it(text: str, language: str, rest: str) -> None:
    assert addressed(text, NAMES, language) == rest


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我觉得伴言很好用", "zh"),
        ("半年以后再说", "zh"),
        ("不然我们走吧", "zh"),
        ("今天的晚饭是面条", "zh"),
        ("嗯", "zh"),
        ("把眼睛闭上", "zh"),
        ("Banyans are trees", "en"),
        ("", "zh"),
        ("。。。", "zh"),
        ("I bought a banyan tree", "en"),
        ("Benny and I went", "en"),
        ("Banning books is bad", "en"),
        ("banana bread", "en"),
        ("Did you water the banyan", "en"),
    ],
)
def test_talk_that_calls_nobody_is_nobodys_call(text: str, language: str) -> None:
    assert addressed(text, NAMES, language) is None


def test_a_name_of_one_character_must_be_spelt_right_and_stand_alone() -> None:
    assert addressed("云，几点了", ("云",), "zh") == "几点了"
    assert addressed("云朵真美", ("云",), "zh") is None
    assert addressed("匀，几点了", ("云",), "zh") is None


def test_any_of_several_names_calls_and_no_name_never_does() -> None:
    assert addressed("小云，放首歌", ("伴言", "小云"), "zh") == "放首歌"
    assert addressed("小云，放首歌", (), "zh") is None
    assert addressed("小云，放首歌", ("", "…"), "zh") is None


@settings(deadline=None)  # the first one loads pypinyin's tables
@given(st.text(max_size=40), st.sampled_from(["zh", "en"]))
def test_any_text_has_an_answer_that_is_shorter_than_it(text: str, language: str) -> None:
    rest = addressed(text, NAMES, language)
    assert rest is None or len(rest) < len(text)


@settings(deadline=None)  # the first one loads pypinyin's tables
@given(st.text("abcdefghij 吃饭去看书，。,.", max_size=30))
def test_what_follows_a_name_and_a_comma_is_kept(text: str) -> None:
    assert addressed(f"伴言，{text}", NAMES, "zh") == text.lstrip(" ，。,.").rstrip()


def test_sounds_that_are_mixed_up_are_one() -> None:
    assert set(syllables("伴")) & set(syllables("帮"))
    assert set(syllables("中")) & set(syllables("宗"))
    assert not set(syllables("半")) & set(syllables("本"))
    assert consonants("Banyan") == consonants("Bunion") == consonants("Ban Yan")
    assert consonants("Banyan") != consonants("Banana")
