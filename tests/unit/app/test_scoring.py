"""Error rates: characters in Chinese, words in English, marks and case not counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scoring import distance, error_rate

letters = st.text("abc", max_size=7)


@pytest.mark.parametrize(
    ("said", "understood", "name", "rate"),
    [
        ("今天天气很好。", "今天天气很好", "cer", 0.0),
        ("今天天气很好。", "今天天七很好", "cer", round(1 / 6, 4)),
        ("今天", "", "cer", 1.0),
        ("今天", "今天今天今天", "cer", 2.0),
        ("Ｇａｌａｘｙ商店", "galaxy 商店", "cer", 0.0),
        ("It's fine, thank you.", "its fine thank you", "wer", 0.0),
        ("the cat sat", "the cat", "wer", round(1 / 3, 4)),
        ("the cat sat", "a cat sat down", "wer", round(2 / 3, 4)),
        ("", "", "wer", 0.0),
        ("", "words from nowhere", "wer", 3.0),
    ],
)
def test_errors_are_counted_against_what_was_said(said: str, understood: str, name: str, rate: float) -> None:
    assert error_rate(said, understood) == (name, rate)


@given(letters, letters)
def test_distance_is_symmetric_and_zero_only_for_the_same(first: str, second: str) -> None:
    assert distance(first, second) == distance(second, first)
    assert (distance(first, second) == 0) == (first == second)


@given(letters, letters, letters)
def test_a_detour_is_never_shorter(first: str, second: str, third: str) -> None:
    assert distance(first, third) <= distance(first, second) + distance(second, third)


@given(letters, letters)
def test_distance_is_at_least_the_difference_in_length_and_at_most_the_longer(
    first: str, second: str
) -> None:
    lengths = len(first), len(second)
    assert abs(lengths[0] - lengths[1]) <= distance(first, second) <= max(lengths)
