"""What is asked of the voice is understood when nothing else is said, and only then."""

from __future__ import annotations

import pytest

from core.text import Language
from core.turn.policies.wishes import Wish, wishes

ZH: dict[Wish, str] = {
    "slower": "说慢一点|慢一点|慢点儿|请你说慢一点。|你说得太快了|慢慢说|能不能慢点说|说慢一些好吗|别说那么快|语速慢一点|再慢一点",
    "faster": "说快一点|快一点说|讲快点|你说得太慢了|语速快一点|能不能说快一点？|加快语速",
    "louder": "大声点|大点声|声音大一点|说大声一点|请大声一点|音量调大|调大音量|声音太小了|再大声一点|大声说" ,
    "quieter": "小声点|小点声|声音小一点|轻一点声|说小声一点|声音太大了|调小音量|太大声了|轻声点",
    "again": "再说一遍|请再说一遍。|再讲一次|重复一下|没听清|我没听清楚|没听见|你刚才说什么|您再说一遍好吗|能再说一遍吗",
}  # fmt: skip
EN: dict[Wish, str] = {
    "slower": "slower|slower please|speak more slowly|can you speak a little slower?|slow down|too fast|you're talking too fast|please slow down a bit",
    "faster": "faster|speak faster|could you talk a bit faster|speed up|too slow",
    "louder": "louder|speak up|a bit louder please|turn the volume up|turn it up|could you speak louder?|too quiet",
    "quieter": "quieter|too loud|turn it down|speak more softly|lower your voice|a little quieter please",
    "again": "say that again|again|repeat that please|can you say it again?|pardon|sorry, what did you say?|I didn't catch that|come again",
}
OTHER = (
    "慢一点的音乐有哪些|快点|快递什么时候到|大声公是什么|声音是什么|小声说话是什么意思|再见|再说吧|我走路要慢一点吗今天下雨"
    "|他说得太快了|说一说天气|大一点的苹果|请|好的|嗯|你好|遍|帮我快点叫车"
)
OTHER_EN = (
    "how do i slow down my heart|the train is faster|turn the light down|what time is it|again and again we sang"
    "|say hello to her|please|okay|he is too fast|turn down the heating"
)


def cases(table: dict[Wish, str]) -> list[tuple[str, Wish]]:
    return [(said, wish) for wish, column in table.items() for said in column.split("|")]


@pytest.mark.parametrize(("said", "wish"), cases(ZH))
def test_a_wish_is_understood_in_chinese(said: str, wish: Wish) -> None:
    assert wishes(said, "zh") == (wish,)


@pytest.mark.parametrize(("said", "wish"), cases(EN))
def test_a_wish_is_understood_in_english(said: str, wish: Wish) -> None:
    assert wishes(said, "en") == (wish,)


@pytest.mark.parametrize(
    ("said", "language"),
    [*((said, "zh") for said in OTHER.split("|")), *((said, "en") for said in OTHER_EN.split("|"))],
)
def test_everything_else_is_for_the_model(said: str, language: Language) -> None:
    assert wishes(said, language) == ()


def test_two_wishes_are_both_heard() -> None:
    assert wishes("说慢一点，大声一点", "zh") == ("slower", "louder")
    assert wishes("大声点，再说一遍", "zh") == ("louder", "again")
    assert wishes("Louder please, and say that again.", "en") == ("louder", "again")


def test_a_monologue_costs_nothing() -> None:
    assert wishes("慢一点" * 2000, "zh") == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我刚才说了什么？", "zh"),
        ("我刚才跟你说了什么", "zh"),
        ("我说什么了", "zh"),
        ("What did I just say?", "en"),
    ],
)
def test_what_the_speaker_said_is_a_question_about_the_conversation(text: str, language: Language) -> None:
    assert wishes(text, language) == ()
