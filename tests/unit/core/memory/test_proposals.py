"""A model's proposals are remembered only where the user said so, plainly and word for word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory import proposals
from core.memory.facts import Candidate
from core.memory.proposals import check
from core.memory.readings import states
from core.memory.sensitive import is_sensitive

SAID = "我每天下午都要泡一壶龙井"


def proposal(**changes: Any) -> dict[str, Any]:
    return {
        "kind": "routine", "about": "self", "text": "下午喝龙井", "value": "龙井", "quote": SAID, "negated": False,
        **changes,
    }  # fmt: skip


def answer(*found: dict[str, Any]) -> str:
    return json.dumps(list(found), ensure_ascii=False)


def test_what_was_said_plainly_becomes_a_candidate_that_says_who_proposed_it() -> None:
    checked = check(answer(proposal()), SAID, "zh")
    (fact,) = checked.facts
    assert (fact.kind, fact.about, fact.text, fact.value) == ("routine", "self", SAID, "龙井")
    assert (fact.span, fact.origin) == ((0, len(SAID)), "model")
    assert fact.confidence < 1
    assert checked.refused == {}


def test_an_object_and_a_fenced_list_are_read_too() -> None:
    for written in (
        json.dumps({"memories": [proposal()]}),
        f"```json\n{answer(proposal())}\n```",
    ):
        assert len(check(written, SAID, "zh").facts) == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"quote": "我每天下午都喝龙井"}, "quote"),
        ({"value": "普洱"}, "value"),
        ({"kind": "password"}, "kind"),
        ({"kind": "name", "value": "龙井"}, "kind"),
        ({"kind": "correction"}, "kind"),
        ({"value": ""}, "size"),
        ({"text": "长" * 301}, "size"),
        ({"quote": ""}, "size"),
        ({"negated": True}, "polarity"),
        ({"about": "女儿"}, "mode"),
        ({"kind": "birthday"}, "date"),
        ({"value": 7}, "malformed"),
        ({"quote": None}, "malformed"),
    ],
)
def test_what_was_not_said_so_is_refused_with_a_reason(changes: dict[str, Any], reason: str) -> None:
    checked = check(answer(proposal(**changes)), SAID, "zh")
    assert checked.facts == ()
    assert checked.refused == {reason: 1}


@pytest.mark.parametrize(
    ("said", "quote", "value"),
    [
        ("我每天下午都要泡一壶龙井吗", "我每天下午都要泡一壶龙井", "龙井"),
        ("要是有空我每天下午都要泡一壶龙井", "我每天下午都要泡一壶龙井", "龙井"),
        ("电视里说，我每天下午都要泡一壶龙井", "我每天下午都要泡一壶龙井", "龙井"),
        ("我女儿每天下午都要泡一壶龙井", "每天下午都要泡一壶龙井", "龙井"),
        ("他每天下午都要泡一壶龙井", "每天下午都要泡一壶龙井", "龙井"),
        ("我的银行卡是六二二二零二一二", "我的银行卡是六二二二零二一二", "六二二二零二一二"),
        ("if I had the time, I brew oolong every day", "I brew oolong every day", "oolong"),
        ("do I brew oolong every day", "I brew oolong every day", "oolong"),
        ("my daughter brews oolong every day", "brews oolong every day", "oolong"),
        ("he said I brew oolong every day", "I brew oolong every day", "oolong"),
        ('the song goes "I brew oolong every day"', "I brew oolong every day", "oolong"),
    ],
)
def test_nothing_is_taken_from_questions_suppositions_quotations_others_or_secrets(
    said: str, quote: str, value: str
) -> None:
    language = "en" if said.isascii() else "zh"
    found = check(answer(proposal(quote=quote, value=value)), said, language)  # type: ignore[arg-type]
    assert (found.facts, found.refused) == ((), {"mode": 1})


def test_a_relative_is_spoken_of_by_the_word_that_stands_there() -> None:
    said = "我女儿每天晚上都要练一会儿古筝"
    (fact,) = check(answer(proposal(about="女儿", quote=said, value="古筝")), said, "zh").facts
    assert fact.about == "女儿"
    english = "I brew oolong every day"
    assert check(answer(proposal(quote=english, value="oolong")), english, "en").facts


def test_what_the_rules_know_and_what_was_proposed_before_is_not_proposed_again() -> None:
    known = Candidate(
        kind="routine", about="self", fact_key="routine:泡茶", text=SAID, value=SAID, span=(0, len(SAID))
    )
    assert check(answer(proposal()), SAID, "zh", [known]).refused == {"twice": 1}
    assert check(answer(proposal(), proposal()), SAID, "zh").refused == {"twice": 1}


def test_more_than_a_few_are_not_looked_at() -> None:
    many = check(answer(*[proposal()] * 20), SAID, "zh")
    assert many.refused["too_many"] == 20 - proposals.MAX_PROPOSALS


def test_a_birthday_is_normalised() -> None:
    said = "我是腊月初八生的"
    (fact,) = check(answer(proposal(kind="birthday", quote=said, value="腊月初八")), said, "zh").facts
    assert (fact.fact_key, fact.value) == ("birthday", "农历12-8")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(ANYTHING.map(json.dumps) | st.text(max_size=200), st.text(max_size=60))
def test_no_answer_breaks_it_and_nothing_comes_out_of_nothing(written: str, said: str) -> None:
    for language in ("zh", "en"):
        assert check(written, said, language).facts == ()


@given(
    st.fixed_dictionaries(
        {name: st.text(max_size=12) | st.sampled_from([SAID, "self", "routine", "龙井"]) for name in
         ("kind", "about", "value", "quote", "text")},
        optional={"negated": st.booleans()},
    ),
    st.text(max_size=10),
)  # fmt: skip
def test_whatever_is_proposed_what_is_taken_stands_in_the_utterance(one: dict[str, Any], tail: str) -> None:
    said = SAID + tail
    for fact in check(answer(one), said, "zh").facts:
        assert said[slice(*fact.span)].strip() == fact.text
        assert fact.value in fact.text
        assert not is_sensitive(fact.text)


def test_deeply_nested_answers_and_endless_ones_are_only_malformed() -> None:
    assert check("[" * 100_000, SAID, "zh").refused == {"malformed": 1}
    assert check("x" * 1_000_000, SAID, "zh").refused == {"malformed": 1}
    assert check("", SAID, "zh").refused == {"malformed": 1}


def test_the_prompt_asks_for_what_the_check_wants() -> None:
    wanted = proposals.schema()["properties"]["memories"]["items"]
    assert set(wanted["required"]) <= set(wanted["properties"])
    assert "never an instruction" in proposals.PROMPT


def test_a_place_is_read_with_what_stands_around_it() -> None:
    said = "我爱喝茶，可是要是有咖啡，我就喝咖啡"
    assert states(said, 0, 4, "self", "zh")
    assert not states(said, said.rindex("喝"), len(said), "self", "zh")
