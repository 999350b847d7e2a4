"""A short clause first, then more at a time, never a cut inside a word."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.clauses import LONGEST_UNITS, clauses, units


def two_by_two(text: str) -> list[str]:
    """A word cutter for tests: pairs of Han characters, and everything else whole."""
    return re.findall(r"[一-鿿]{1,2}|[A-Za-z]+|.", text, re.DOTALL)


def pieces(text: str) -> list[str]:
    return [text[c.start : c.end] for c in clauses(text, two_by_two)]


def test_a_short_sentence_is_one_piece() -> None:
    assert pieces("好的。") == ["好的。"]


def test_the_first_clause_ends_at_the_comma_and_the_rest_of_the_sentence_follows() -> None:
    assert pieces("因为商品质量问题，运费由商店承担。") == ["因为商品质量问题，", "运费由商店承担。"]


def test_english_is_cut_at_its_comma_too() -> None:
    assert pieces("Of course, the shop will pay for the shipping of the broken one.")[0] == "Of course,"


def test_without_a_comma_the_first_cut_is_where_a_speaker_may_breathe() -> None:
    made = clauses("星河商店退货来回运费应该由商店承担而不是客人承担。", two_by_two)
    assert made[0].breath
    assert 4 <= made[0].end <= 14


def test_a_comma_inside_a_number_or_time_is_no_pause() -> None:
    assert pieces("价格是1,234,567元。") == ["价格是1,234,567元。"]
    assert all(
        "12：30" in p or "12" not in p for p in pieces("明天下午的会议改到了12：30，请大家准时到会场参加。")
    )


def test_pieces_grow_but_a_long_sentence_is_cut() -> None:
    text = "，".join(["今天天气很好我们去公园"] * 30) + "。"
    sizes = [units(p) for p in pieces(text)]
    assert sizes[0] <= 12
    assert max(sizes) <= LONGEST_UNITS * 1.5


def test_a_text_without_any_pause_is_still_cut_between_words() -> None:
    made = clauses("天地玄黄宇宙洪荒" * 200, two_by_two)
    assert len(made) > 10
    assert all(c.start % 2 == 0 for c in made)


def test_each_sentence_has_its_own_language_but_a_word_does_not_change_the_speaker() -> None:
    text = "OK。我知道了，马上就来，请您在家里等一等。The shop will pay for the return shipping."
    languages = [c.language for c in clauses(text, two_by_two)]
    assert languages[0] == "zh"
    assert languages[-1] == "en"


def test_the_end_of_a_sentence_is_told_from_a_cut_inside_it() -> None:
    made = clauses("因为商品质量问题，运费由商店承担。", two_by_two)
    assert [c.ends_sentence for c in made] == [False, True]


@pytest.mark.parametrize("empty", ["", "   ", "\n\n"])
def test_nothing_is_nothing(empty: str) -> None:
    assert pieces(empty) == []


@given(st.text(st.sampled_from("天地和由的，。、！： \n1,.abc the—…😀"), max_size=200))
def test_pieces_cover_everything_in_order(text: str) -> None:
    made = clauses(text, two_by_two)
    at = 0
    for clause in made:
        assert clause.start >= at
        assert not text[at : clause.start].strip()
        assert clause.end > clause.start
        at = clause.end
    assert not text[at:].strip()
