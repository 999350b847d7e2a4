"""Sentences come out of a stream as soon as they are sure to be complete, and no sooner."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.brain.sentences import SentenceStream


def fed(*deltas: str) -> list[list[str]]:
    stream = SentenceStream()
    return [*(stream.feed(delta) for delta in deltas), stream.rest()]


def test_a_chinese_sentence_is_given_away_with_its_mark() -> None:
    assert fed("签收后七天", "内。", "请提供") == [[], ["签收后七天内。"], [], ["请提供"]]


def test_a_latin_stop_waits_until_it_cannot_be_a_decimal_point() -> None:
    assert fed("It costs 3.", "5 pounds.", " Really.") == [[], [], ["It costs 3.5 pounds."], ["Really."]]


def test_an_open_quotation_keeps_its_closing_mark() -> None:
    assert fed("他说：“好。", "”然后", "走了。") == [[], ["他说：“好。”"], ["然后走了。"], []]


def test_marks_alone_are_not_spoken() -> None:
    assert fed("好！", "！", "……", "\n") == [["好！"], [], [], [], []]


def test_a_list_without_marks_is_cut_at_its_lines() -> None:
    assert fed("第一\n第二\n第") == [["第一", "第二"], ["第"]]


def test_an_endless_sentence_is_cut_at_a_comma() -> None:
    stream = SentenceStream()
    pieces = [piece for _ in range(100) for piece in stream.feed("一二三四五，")]
    assert pieces
    assert all(len(piece) <= 300 for piece in pieces)
    assert pieces[0].endswith("，")


@given(st.text(alphabet="ab三。.！? ”“\n,5", max_size=120), st.lists(st.integers(1, 9), min_size=1))
def test_no_word_is_lost_or_said_twice_however_the_text_is_cut(text: str, sizes: list[int]) -> None:
    stream, said, at, turn = SentenceStream(), [], 0, 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        said += stream.feed(text[at : at + size])
        at, turn = at + size, turn + 1
    said += stream.rest()
    letters = [c for c in text if c.isalnum()]
    assert [c for c in "".join(said) if c.isalnum()] == letters
