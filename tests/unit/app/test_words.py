"""What people type is kept readable, whatever bytes the terminal sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.words import readable, said
from core.errors import UserFacing


@given(st.binary(max_size=40))
def test_any_bytes_become_text_that_can_be_stored(sent: bytes) -> None:
    readable(sent.decode("utf-8", "surrogateescape")).encode("utf-8")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_text_stays_as_it_was_typed(text: str) -> None:
    assert readable(text) == text


@pytest.mark.parametrize("blank", [" ", "\t\n", "　　"])
def test_blanks_are_nothing_to_answer(blank: str) -> None:
    with pytest.raises(UserFacing, match=r"app\.nothing_said"):
        said(blank)
