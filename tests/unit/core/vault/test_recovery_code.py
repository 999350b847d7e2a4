"""The recovery code comes back from paper as it was, and a slip of the pen is named."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.secret import Secret
from core.vault import recovery_code

codes = st.binary(min_size=20, max_size=20).map(Secret)
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


@given(codes)
def test_what_is_written_is_read_again(code: Secret) -> None:
    text = recovery_code.written(code)
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{5}-){7}[0-9A-HJKMNP-TV-Z]{5}", text)
    assert recovery_code.read(text) == code


@given(codes, st.sampled_from([" ", "", "—", " - ", "\n", "·"]))
def test_case_spaces_dashes_and_full_width_letters_do_not_matter(code: Secret, between: str) -> None:
    text = between.join(recovery_code.written(code).split("-"))
    wide = "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text)
    for typed in (text.lower(), wide, text.replace("0", "O").replace("1", "l")):
        assert recovery_code.read(typed) == code


@given(codes, st.integers(0, 39), st.sampled_from(ALPHABET))
def test_one_wrong_letter_is_noticed_and_its_group_named(code: Secret, place: int, letter: str) -> None:
    plain = recovery_code.written(code).replace("-", "")
    wrong = plain[:place] + letter + plain[place + 1 :]
    if wrong == plain:
        assert recovery_code.read(wrong) == code
        return
    with pytest.raises(Refused, match="mistyped") as refused:
        recovery_code.read(wrong)
    assert refused.value.values == {"group": place // 5 + 1}


@given(codes, st.integers(0, 7), st.integers(0, 3))
def test_two_neighbours_exchanged_are_noticed(code: Secret, group: int, place: int) -> None:
    plain = recovery_code.written(code).replace("-", "")
    at = group * 5 + place
    swapped = plain[:at] + plain[at + 1] + plain[at] + plain[at + 2 :]
    if swapped != plain:
        with pytest.raises(Refused, match="mistyped"):
            recovery_code.read(swapped)


@given(codes, st.integers(0, 7), st.integers(0, 7))
def test_two_groups_exchanged_are_noticed(code: Secret, one: int, other: int) -> None:
    groups = recovery_code.written(code).split("-")
    groups[one], groups[other] = groups[other], groups[one]
    if groups != recovery_code.written(code).split("-") or one != other:
        with pytest.raises(Refused, match="mistyped"):
            recovery_code.read("-".join(groups))


@given(st.text(max_size=60))
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    try:
        code = recovery_code.read(text)
    except Refused:
        return
    assert recovery_code.read(recovery_code.written(code)) == code


def test_a_letter_too_few_says_how_many() -> None:
    with pytest.raises(Refused, match="length") as refused:
        recovery_code.read(recovery_code.written(recovery_code.new_code())[:-1])
    assert refused.value.values == {"given": 39, "wanted": 40}


def test_the_last_group_is_recognised_as_people_type_it() -> None:
    code = recovery_code.new_code()
    last = recovery_code.written(code).rpartition("-")[2]
    for typed in (last, last.lower(), f" {last} ", " ".join(last), last.replace("1", "l").replace("0", "O")):
        assert recovery_code.ends_in(code, typed)
    for typed in ("", last[:-1], last + last[0], "?" * 5, recovery_code.written(code)):
        assert not recovery_code.ends_in(code, typed)
