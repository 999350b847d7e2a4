"""The global options stand anywhere, move nothing else, and end at a double dash."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import _EXIT_CODES, _GLOBAL_OPTIONS, cli, hoist

plain = st.text(max_size=8).filter(
    lambda word: word != "--" and word.partition("=")[0] not in _GLOBAL_OPTIONS
)
option = st.one_of(
    st.tuples(st.sampled_from(_GLOBAL_OPTIONS), plain).map(list),
    st.tuples(st.sampled_from(_GLOBAL_OPTIONS), plain).map(lambda pair: ["=".join(pair)]),
)
piece = st.one_of(plain.map(lambda word: [word]), option)


@given(st.lists(piece, max_size=8), st.lists(st.text(max_size=8), max_size=4), st.booleans())
def test_options_come_first_and_everything_keeps_its_order(
    pieces: list[list[str]], behind: list[str], dashed: bool
) -> None:
    tail = ["--", *behind] if dashed else []
    options = [word for words in pieces if words[0].partition("=")[0] in _GLOBAL_OPTIONS for word in words]
    others = [word for words in pieces if words[0].partition("=")[0] not in _GLOBAL_OPTIONS for word in words]
    given_words = [word for words in pieces for word in words]
    assert hoist([*given_words, *tail]) == [*options, *others, *tail]


@given(st.lists(st.text(max_size=10), max_size=10))
def test_no_word_is_ever_lost_or_added(words: list[str]) -> None:
    assert sorted(hoist(words)) == sorted(words)


@given(st.lists(st.text(max_size=10), max_size=10))
def test_moving_twice_is_moving_once(words: list[str]) -> None:
    assert hoist(hoist(words)) == hoist(words)


def test_an_option_at_the_end_without_its_value_is_left_for_the_parser_to_complain_about() -> None:
    assert hoist(["ask", "hi", "--person"]) == ["--person", "ask", "hi"]


def test_the_list_given_is_not_changed() -> None:
    given_words = ["ask", "hi", "--person", "A"]
    hoist(given_words)
    assert given_words == ["ask", "hi", "--person", "A"]


@pytest.mark.parametrize("option_name", _GLOBAL_OPTIONS)
def test_every_option_that_is_moved_is_one_the_command_line_knows_before_its_commands(
    option_name: str,
) -> None:
    from typer.main import get_command

    known = {name for parameter in get_command(cli).params for name in parameter.opts}
    assert option_name in known


def test_locked_and_missing_households_have_exit_codes_of_their_own() -> None:
    assert _EXIT_CODES["vault.none"] == 3
    assert {code for message, code in _EXIT_CODES.items() if message != "vault.none"} == {4}
