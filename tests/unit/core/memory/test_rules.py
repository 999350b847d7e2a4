"""What an utterance says about its speaker, in sentences of our own."""

from __future__ import annotations

import pytest

from core.memory.extract import extract
from core.text import Language


def told(text: str, language: Language = "zh") -> set[tuple[str, str, str, bool]]:
    return {(f.kind, f.about, f.value, f.negated) for f in extract(text, language).facts}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("我的目标是学会日语", {("goal", "self", "学会日语", False)}),
        ("我姓陈现在跟老伴儿住在苏州，平时就爱养花", {("home_city", "self", "苏州", False), ("preference", "self", "花", False)}),
        ("我不喜欢吃苦瓜也不喜欢吃芹菜", {("preference", "self", "苦瓜", True), ("preference", "self", "芹菜", True)}),
        ("我老公喜欢钓鱼，我喜欢跳广场舞", {("preference", "老公", "钓鱼", False), ("preference", "self", "广场舞", False)}),
        ("医生说我有点骨质疏松", {("health", "self", "骨质疏松", False)}),
        ("我外孙叫豆豆今年上小学", {("relationship", "外孙", "豆豆", False)}),
        ("我属兔的，三月初三生的", {("birthday", "self", "农历3-3", False)}),
        ("我想明年春天去桂林看看", {("goal", "self", "明年春天去桂林看看", False)}),
        ("我住在青岛，不对，我住在烟台", {("home_city", "self", "烟台", False)}),
    ],
)  # fmt: skip
def test_several_facts_in_one_chinese_sentence_each_count(
    text: str, facts: set[tuple[str, str, str, bool]]
) -> None:
    assert told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My name is Arthur and I'm from Cork but I live in Dublin now.", {("name", "self", "Arthur", False), ("home_city", "self", "Dublin", False)}),
        ("My husband hates cats but I adore dogs", {("preference", "husband", "cats", True), ("preference", "self", "dogs", False)}),
        ("I want to learn Spanish before I turn eighty", {("goal", "self", "learn Spanish before I turn eighty", False)}),
        ("my granddaughter's called Lily", {("relationship", "granddaughter", "Lily", False)}),
        ("my wife's birthday is on May 3rd", {("birthday", "wife", "5-3", False)}),
    ],
)  # fmt: skip
def test_several_facts_in_one_english_sentence_each_count(
    text: str, facts: set[tuple[str, str, str, bool]]
) -> None:
    assert told(text, "en") == facts


@pytest.mark.parametrize(
    "text",
    [
        "我喜欢吃鱼吗", "要是我住在海边就好了", "电视里说我国有高血压的人很多", "邻居说他喜欢下棋", "我猜你喜欢吃鱼",
        "谁说我不喜欢吃鱼", "今天我不吃米饭了", "给我放一段越剧", "叫我起床", "我年轻的时候住在武汉", "", "？！", "我喜欢你",
        "这事你别记，我跟儿子吵架了", "我的身份证号是一一零一零一一九五零", "我有点头疼",
    ],
)  # fmt: skip
def test_questions_wishes_quotes_others_and_passing_things_are_no_facts(text: str) -> None:
    assert told(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "do I like fish?", "if I lived in Rome I'd be happy", "the man on the radio said I love jazz", "he said he likes football",
        "call me back tomorrow", "call me a taxi", "I'd love to hear that song again", "I have a headache", "I used to live in Bath",
        "don't remember this I hate my neighbour", "my pin is one two three", "I like your voice",
    ],
)  # fmt: skip
def test_the_same_holds_in_english(text: str) -> None:
    assert told(text, "en") == set()


def test_a_fact_points_at_the_words_it_came_from() -> None:
    text = "哎呀，我有高血压，我不吃辣的"
    for fact in extract(text, "zh").facts:
        start, end = fact.span
        assert text[start:end] == fact.text


def test_what_is_no_longer_so_closes_and_is_not_a_fact() -> None:
    found = extract("我以前喜欢打麻将现在喜欢下象棋", "zh")
    assert [fact.value for fact in found.facts] == ["象棋"]
    assert found.closes == (("preference", "麻将"),)
    assert ("goal", "太极拳") in extract("太极拳我不学了", "zh").closes
    assert extract("I used to like crosswords but now I prefer sudoku", "en").closes == (
        ("preference", "crossword"),
    )


def test_a_request_to_forget_names_what() -> None:
    assert extract("把榴莲那个忘掉吧", "zh").forgets == ("榴莲",)
    assert extract("forget what I said about swimming", "en").forgets == ("swim",)
