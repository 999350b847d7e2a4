"""The evaluator of memory lives each dialogue in the product and judges what is left by the written rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.eval.forms import canonical, holds
from tests.eval.intervals import wilson
from tests.eval.memory import Case, Expected, Judged, judge, main, read, score
from tests.eval.memory_living import Said, Told


def fact(
    text: str,
    kind: str = "preference",
    *,
    about: str = "self",
    value: str = "",
    negated: bool = False,
    status: str = "active",
) -> Told:
    return Told(kind=kind, about=about, text=text, value=value, span=text, negated=negated, status=status)


def expect(
    *must: str, kind: str = "preference", about: str = "self", negated: bool | None = None
) -> Expected:
    return Expected(kind=kind, about=about, must=must, negated=negated)


def judged(
    *facts: Told,
    expect: tuple[Expected, ...] = (),
    reject: tuple[str, ...] = (),
    final: tuple[tuple[str, ...], ...] | None = None,
) -> Judged:
    case = Case(id="x", lang="en", turns=(), expect=expect, reject=reject, final_active=final)
    return Judged(case, facts)


def test_what_was_told_is_found_in_text_value_or_source_whatever_its_case_and_number_form() -> None:
    told = Told(
        kind="routine",
        about="self",
        text="I feed them",
        value="Birds",
        span="at Seven",
        negated=False,
        status="active",
    )
    assert judged(told, expect=(expect("feed", "birds", "7", kind="routine"),)).missed() == []


def test_a_fact_is_missed_when_one_of_its_words_or_its_kind_is_missing() -> None:
    told = fact("I love brass bands")
    assert judged(told, expect=(expect("brass", "choirs"),)).missed()
    assert judged(told, expect=(expect("brass", kind="goal"),)).missed()
    assert judged(expect=(expect("brass"),)).missed() == [expect("brass")]


def test_a_fact_about_somebody_else_is_not_the_expected_one() -> None:
    hers = fact("she loves brass bands", about="eldest daughter")
    assert judged(hers, expect=(expect("brass", about="daughter"),)).missed() == []
    assert judged(hers, expect=(expect("brass", about="son"),)).missed()
    assert judged(hers, expect=(expect("brass"),)).missed()
    assert judged(fact("brass"), expect=(expect("brass", about="myself"),)).missed()


def test_disliking_is_judged_only_where_it_is_written() -> None:
    dislike = fact("I hate brass bands", negated=True)
    assert judged(dislike, expect=(expect("brass", negated=True),)).missed() == []
    assert judged(dislike, expect=(expect("brass", negated=False),)).missed()
    assert judged(dislike, expect=(expect("brass"),)).missed() == []


def test_an_expected_fact_may_be_superseded_but_not_disabled() -> None:
    assert judged(fact("brass", status="superseded"), expect=(expect("brass"),)).missed() == []
    assert judged(fact("brass", status="disabled"), expect=(expect("brass"),)).missed()


def test_one_fact_does_not_answer_two_expected_ones() -> None:
    both = (expect("brass"), expect("bands"))
    assert len(judged(fact("brass bands"), expect=both).missed()) == 1
    assert judged(fact("brass bands"), fact("brass"), expect=both).missed() == []


def test_a_fact_about_self_that_was_not_expected_is_false_and_one_about_others_is_not() -> None:
    one = judged(
        fact("brass"), fact("drums"), fact("she likes drums", about="sister"), expect=(expect("brass"),)
    )
    assert [false.text for false in one.false()] == ["drums"]
    assert score([one])["precision"] == 0.5


def test_rejected_words_count_in_active_facts_about_self_only() -> None:
    asked = expect("brass")
    assert judged(fact("brass"), fact("drums"), expect=(asked,), reject=("drums",)).violations() == ["drums"]
    over = fact("drums", status="superseded")
    hers = fact("drums", about="sister")
    assert judged(fact("brass"), over, hers, expect=(asked,), reject=("drums",)).violations() == []


def test_where_nothing_is_expected_any_fact_about_self_is_a_violation() -> None:
    assert judged(fact("drums", status="superseded")).violations() == ["drums"]
    assert judged(fact("drums"), reject=("drums",)).violations() == ["drums"]
    assert judged(fact("drums", about="sister")).violations() == []


def test_what_is_left_must_be_exactly_what_is_listed() -> None:
    was, now = fact("brass", status="superseded"), fact("drums")
    expected = (expect("brass"), expect("drums"))
    assert judged(was, now, expect=expected, final=(("drums",),)).exact() is True
    assert judged(fact("brass"), now, expect=expected, final=(("drums",),)).exact() is False
    assert (
        judged(was, fact("drums", status="superseded"), expect=expected, final=(("drums",),)).exact() is False
    )
    assert judged(was, now, expect=expected, final=()).exact() is False
    assert judged(was, now, expect=expected).exact() is None


def test_what_is_left_is_of_the_expected_kind_and_person() -> None:
    others = (fact("I swim", "routine"), fact("she likes drums", about="sister"))
    assert judged(fact("brass"), *others, expect=(expect("brass"),), final=(("brass",),)).exact() is True


def test_a_dislike_may_be_left_unlisted_and_can_be_what_is_listed() -> None:
    dislike = fact("I hate brass", negated=True)
    assert judged(dislike, expect=(expect("brass"),), final=()).exact() is True
    assert judged(dislike, expect=(expect("brass"),), final=(("hate", "brass"),)).exact() is True
    assert judged(expect=(expect("brass"),), final=(("hate", "brass"),)).exact() is False


@pytest.mark.parametrize(
    ("told", "must"),
    [
        ("三月五号", "3月5日"), ("my birthday is March 5th", "3月5日"), ("5 March", "march the fifth"), ("三月五号", "三月五"),
        ("the twenty-first of june", "June 21"), ("早上六点", "6:00"), ("at six o'clock", "6点"), ("六点半", "half past six"),
        ("6.30 in the park", "6.30"), ("at 7am", "7 AM"), ("thirty minutes", "30 Minutes"), ("三十五岁", "35岁"), ("it’s MAY", "may"),
        ("十八号结婚", "18号"), ("一百二十", "120"), ("one hundred and five", "105"), ("正月十六", "正月十六"),
    ],
)  # fmt: skip
def test_forms_of_a_number_date_or_time_are_the_same_words(told: str, must: str) -> None:
    assert holds(told, must), (canonical(told), canonical(must))


@pytest.mark.parametrize(
    ("told", "must"),
    [
        ("三月十五号", "三月五"), ("三月十五号", "3月1"), ("the fourteenth of june", "fourth of june"), ("seventeen", "seven"),
        ("十六点", "六点"), ("brass", "drums"),
    ],
)  # fmt: skip
def test_a_number_is_found_only_whole(told: str, must: str) -> None:
    assert not holds(told, must), (canonical(told), canonical(must))


def test_intervals_are_wilsons() -> None:
    assert wilson(95, 100) == [pytest.approx(0.8882, abs=1e-4), pytest.approx(0.9785, abs=1e-4)]
    assert wilson(20, 20) == [pytest.approx(0.8389, abs=1e-4), 1.0]
    assert wilson(0, 0) is None


async def test_a_dialogue_is_lived_by_the_product_and_its_assistant_teaches_nothing() -> None:
    turns = (
        Said("assistant", "I love olives."),
        Said("user", "I love coffee"),
        Said("assistant", "And you live in Leeds."),
        Said("user", "these days I hate coffee"),
    )
    (one,) = await judge([Case(id="a", lang="en", turns=turns)])
    assert [(told.kind, told.negated, told.status) for told in one.facts] == [
        ("preference", False, "superseded"),
        ("preference", True, "active"),
    ]
    assert all(told.span in turns[1].text + turns[3].text for told in one.facts)


async def test_dialogues_know_nothing_of_each_other() -> None:
    said = Said("user", "I love coffee")
    told = await judge([Case(id=name, lang="en", turns=(said,)) for name in "ab"])
    assert [len(one.facts) for one in told] == [1, 1]


def test_the_report_has_the_shares_their_intervals_and_every_miss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, dumped = tmp_path / "cases.jsonl", tmp_path / "dump.jsonl"
    olives = {"kind": "preference", "about": "self", "must": ["olives"], "negated": True}
    lines = [
        {"id": "1", "lang": "en", "turns": [{"by": "user", "text": "I can't stand olives"}], "expect": [olives]},
        {"id": "2", "lang": "zh", "turns": [{"by": "user", "text": "今天风大"}], "expect": [{**olives, "must": ["风"]}]},
    ]  # fmt: skip
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    main([str(file), "--dump", str(dumped)])
    report = json.loads(capsys.readouterr().out)
    assert (report["precision"], report["recall"], report["reject_violations"]) == (1.0, 0.5, 0)
    assert report["final_active"] is None
    assert report["intervals"]["recall"] == wilson(1, 2)
    assert (report["by_lang"]["en"]["recall"], report["by_lang"]["zh"]["recall"]) == (1.0, 0.0)
    assert [miss["id"] for miss in report["misses"]] == ["2"]
    first, second = [json.loads(line) for line in dumped.read_text("utf-8").splitlines()]
    assert (first["id"], second) == ("1", {"id": "2", "facts": []})
    assert set(first["facts"][0]) == {"kind", "about", "text", "value", "span", "negated", "status"}


def test_a_line_that_is_no_dialogue_is_refused_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"id": "1", "lang": "en", "turns": []}\n{"id": "2"}\n', "utf-8")
    with pytest.raises(ValueError, match="line 2"):
        read(file)
