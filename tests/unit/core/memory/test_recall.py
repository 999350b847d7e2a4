"""The memories a turn needs are found, and no others."""

from __future__ import annotations

import pytest

from core.memory import store
from core.memory.asked import Asked
from core.memory.extract import extract
from core.memory.recall import MAX_CHARACTERS, recall
from tests.unit.core.retrieval.plain import BOOK, ELDER, PlainFile

LIFE_ZH = ("我叫秀兰", "我的目标是学会日语", "我住在南京", "我生日是正月十六", "我对青霉素过敏", "我喜欢听越剧",
           "我每天早上六点去公园遛弯", "我女儿叫小梅", "下个月十八号我孙女结婚", "我不吃香菜")  # fmt: skip
LIFE_EN = ("call me Peggy", "my goal is to walk to the lake", "I live in leeds", "my birthday is the fourth of june",
           "I'm allergic to penicillin", "I love jazz", "I go swimming every tuesday", "my sister is called Margaret")  # fmt: skip


def live(file: PlainFile, language: str) -> PlainFile:
    for seq, text in enumerate(LIFE_ZH if language == "zh" else LIFE_EN):
        found = extract(text, language)  # type: ignore[arg-type]
        assert store.learn(file.later(minutes=1), ELDER, "s", seq, found, BOOK), text
    return file


def first(file: PlainFile, question: str, *context: str) -> str:
    found = [fact for fact in recall(file.tx, ELDER, Asked(question, context)).facts if fact.kind != "name"]
    return found[0].text if found else ""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("我的目标是什么", "学会日语"), ("我住在哪里", "南京"), ("我住哪儿啊", "南京"), ("我生日是哪天", "正月十六"),
        ("我对什么药过敏来着", "对青霉素过敏"), ("我喜欢听什么", "越剧"), ("我女儿叫什么名字", "小梅"), ("我不吃什么", "香菜"),
        ("我每天几点遛弯", "每天早上六点去公园遛弯"), ("我孙女什么时候结婚", "下个月十八号我孙女结婚"),
    ],
)  # fmt: skip
def test_a_question_finds_the_fact_it_asks_for(file: PlainFile, question: str, value: str) -> None:
    assert value in first(live(file, "zh"), question)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what is my goal", "walk to the lake"), ("where do I live", "leeds"), ("when is my birthday", "the fourth of june"),
        ("what am I allergic to", "allergic to penicillin"), ("what's my sister's name", "Margaret"),
    ],
)  # fmt: skip
def test_an_english_question_finds_the_fact_it_asks_for(file: PlainFile, question: str, value: str) -> None:
    assert value in first(live(file, "en"), question)


def test_the_name_is_always_there_and_first(file: PlainFile) -> None:
    assert recall(live(file, "zh").tx, ELDER, Asked("今天天气怎么样")).facts[0].value == "秀兰"


def test_what_was_said_before_brings_facts_too(file: PlainFile) -> None:
    assert "越剧" in {
        fact.value
        for fact in recall(live(file, "zh").tx, ELDER, Asked("那个真好", ("昨天电视里放越剧",))).facts
    }


def test_disabled_and_superseded_facts_are_not_recalled(file: PlainFile) -> None:
    live(file, "zh")
    for fact in store.all(file.tx, ELDER, "active"):
        store.disable(file.tx, ELDER, fact.id)
    assert recall(file.tx, ELDER, Asked("我的目标是什么")).facts == ()


def test_recall_stays_within_its_room(file: PlainFile) -> None:
    for number in range(30):
        store.add(file.tx, ELDER, f"我喜欢听第{number}号越剧唱段" + "很长很长" * 20)
    found = recall(file.tx, ELDER, Asked("我喜欢听什么越剧")).facts
    assert found
    assert sum(len(fact.text) for fact in found) <= MAX_CHARACTERS
