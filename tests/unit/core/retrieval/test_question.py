"""What a question asks about, and when it leans on what was said before."""

from __future__ import annotations

from core.retrieval.question import content, leans, terms


def words(text: str, *context: str) -> dict[str, float]:
    return {term.word: term.weight for term in terms(text, context)}


def test_words_that_only_ask_are_no_content() -> None:
    assert "什么" not in words("早饭后吃什么药")
    assert content("请问是什么时候呢") == []
    assert set(words("what is the wax guard")) == {"wax", "guard"}


def test_a_short_question_carries_the_turn_before_and_its_own_words_weigh_more() -> None:
    found = words("那运费谁承担", "我是因为商品质量问题退货")
    assert found["质量"] < found["运费"]
    assert sum(found[w] for w in ("商品", "质量", "问题", "退货")) < sum(found[w] for w in ("运费", "承担"))


def test_a_question_with_a_topic_of_its_own_stands_alone() -> None:
    assert "退货" not in words("测血糖一次收多少钱", "我想退货")


def test_english_leans_too() -> None:
    assert leans("and the ambulance", content("and the ambulance"))
    assert not leans("when does the plan renew", content("when does the plan renew"))
