"""A quote is evidence only when it could answer what was asked."""

from __future__ import annotations

import pytest

from core.knowledge.answers import wanted
from core.knowledge.contradiction import names_another, names_nobody_asked
from core.knowledge.gate import answers


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("停车一小时多少钱", "money"), ("快递多久能到", "duration"), ("几点开门", "clock"), ("钥匙在谁那里", "person"),
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


def test_another_day_meal_or_side_is_not_the_one_asked_about() -> None:
    assert names_another("星期四几点放学", "星期二三点放学。")
    assert not names_another("周三开门吗", "周一到周五开门。")
    assert names_another("早饭后吃什么药", "午饭后：钙片两片。")
    assert names_another("10号楼归谁管", "1至4号楼归老邱，5至9号楼归老滕。")
    assert not names_another("3号楼归谁管", "1至4号楼归老邱。")
    assert not names_another("what happens on Thursday", "Take the green bag.", "Thursday")


def test_a_name_that_the_text_has_not_is_noticed() -> None:
    assert names_nobody_asked("When is Desmond's birthday?", "Birthdays: Margaret 4 March.")
    assert not names_nobody_asked("When is Margaret's birthday?", "Birthdays: Margaret 4 March.")
    assert not names_nobody_asked("Desmond rings when?", "Birthdays: Margaret 4 March."), "it may only begin"


def test_a_number_must_count_what_is_asked() -> None:
    assert wanted("一次吃几片").fit("早饭后吃两片。") == 1.0
    assert wanted("一次吃几片").fit("离下一次有六小时。") == 0.5
    assert wanted("保修几年").fit("按住三秒。") == 0.5
    assert wanted("how many books may I borrow").fit("Six books at a time.") == 1.0
    assert wanted("when do I wrap the fig").fit("Wrap it in fleece.", "November") == 0.5


def test_a_larger_material_needs_more_of_the_question_together() -> None:
    found = {"around": 0.3, "dense": 0.0, "total": 0.3}
    assert answers(found, 12)
    assert not answers(found, 10_000)
    assert answers(found | {"dense": 0.7}, 10_000)
