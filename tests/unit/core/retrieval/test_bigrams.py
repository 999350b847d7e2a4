"""Text is cut the same way when it is indexed and when it is asked for."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.bigrams import index_tokens, match_any, pieces, tokens


def test_a_han_run_becomes_overlapping_bigrams_and_punctuation_parts_runs() -> None:
    assert tokens("退货期限，七天") == ["退货", "货期", "期限", "七天"]


def test_a_single_character_is_a_token_of_its_own() -> None:
    assert tokens("药") == ["药"]


def test_the_index_also_knows_the_last_character_of_a_run_so_that_a_prefix_finds_every_character() -> None:
    assert index_tokens("吃药") == ["吃药", "药"]


def test_english_is_stemmed_and_lower_cased_and_full_width_is_folded() -> None:
    assert tokens("Batteries lasting ＳＩＸ days") == ["batteri", "last", "six", "day"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("E4", ["e4"]),
        ("12cm", ["12", "cm"]),
        ("8:30", ["830"]),
        ("5,000", ["5000"]),
        ("3.5度", ["3p5", "度"]),
    ],
)
def test_names_with_digits_stay_whole_and_numbers_are_one_token(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_a_query_quotes_its_tokens_so_that_nothing_said_is_read_as_syntax() -> None:
    assert match_any(["退货", "or", 'a"b']) == '"退货" OR "or" OR "a""b"'
    assert match_any(["药"]) == '"药" *'
    assert match_any([]) == ""


@given(st.text(max_size=80))
def test_whatever_is_asked_is_a_valid_query_and_finds_its_own_text(text: str) -> None:
    words = index_tokens(text)
    if not words:
        return
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE f USING fts5(t, tokenize='unicode61')")
    connection.execute("INSERT INTO f VALUES (?)", (" ".join(words),))
    found = connection.execute(
        "SELECT count(*) FROM f WHERE f MATCH ?", (match_any(tokens(text)),)
    ).fetchone()
    connection.close()
    assert found[0] == 1


@given(st.text(max_size=80))
def test_folding_never_invents_letters(text: str) -> None:
    assert all(piece.strip() for piece in pieces(text))
