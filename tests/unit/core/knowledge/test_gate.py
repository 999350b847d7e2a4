"""A quote is evidence only when it could answer what was asked."""

from __future__ import annotations

import pytest

from core.knowledge.answers import wanted
from core.knowledge.gate import answers, mentions_attribute, names_another


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("停车一小时多少钱", "money"), ("快递多久能到", "duration"), ("几点开门", "when"), ("钥匙在谁那里", "person"),
        ("药箱放在哪里", "place"), ("为什么不能吃", "reason"), ("放几勺糖", "count"), ("能不能带狗", "permission"),
        ("怎么关机", "how"), ("这是什么", "what"), ("how much is a ticket", "money"), ("how long does it take", "duration"),
        ("when do you open", "when"), ("who has the key", "person"), ("where is it kept", "place"), ("can I bring my dog", "permission"),
    ],
)  # fmt: skip
def test_a_question_says_what_type_of_answer_it_wants(question: str, kind: str) -> None:
    assert wanted(question).type == kind


@pytest.mark.parametrize(
    ("question", "with_answer", "without"),
    [
        ("停车一小时多少钱", "停车每小时五元。", "停车场在地下二层。"),
        ("几点开门", "上午九点开门。", "开门请按铃。"),
        ("how much is a ticket", "A ticket is 5 pounds.", "Tickets are sold at the gate."),
        ("how long does a battery last", "It lasts six days.", "The battery is small."),
    ],
)
def test_a_quote_has_that_type_or_not(question: str, with_answer: str, without: str) -> None:
    assert wanted(question).present(with_answer)
    assert not wanted(question).present(without)


def test_another_number_of_the_same_kind_is_not_the_one_asked_about() -> None:
    assert names_another("屏幕显示E7是什么意思", "屏幕显示E2是排水不畅")
    assert not names_another("屏幕显示E2是什么意思", "屏幕显示E2是排水不畅")
    assert names_another("7号楼哪天停水", "3号楼和5号楼停水")
    assert not names_another("哪天停水", "3号楼停水")
    assert names_another("when does bus 12 leave", "Bus 7 leaves at noon.")


def test_an_attribute_nobody_mentions_is_noticed() -> None:
    assert not mentions_attribute("建军的生日是哪天", "建军每月最后一个周末回来。")
    assert mentions_attribute("建军的生日是哪天", "建军生日五月三日。")
    assert not mentions_attribute("一碗面有多少热量", "面一斤，汤两勺。")
    assert mentions_attribute("炖多少分钟", "炖半小时。")


def test_a_larger_material_needs_more_of_the_question_together() -> None:
    found = {"around": 0.3, "dense": 0.0, "total": 0.3}
    assert answers(found, 12)
    assert not answers(found, 10_000)
    assert answers(found | {"dense": 0.7}, 10_000)
