"""A passphrase is long enough by what it says: a Han character counts as much as two letters."""

from __future__ import annotations

import pytest

from app.openers import check_length
from core.errors import UserFacing
from core.secret import Secret


@pytest.mark.parametrize("text", ["12345678", "桂花开了", "三月 tea", "péniche!"])
def test_long_enough(text: str) -> None:
    check_length(Secret.from_text(text))


@pytest.mark.parametrize("text", ["", "1234567", "桂花开", "三个字", "é" * 7])
def test_too_short(text: str) -> None:
    with pytest.raises(UserFacing) as short:
        check_length(Secret.from_text(text))
    assert short.value.message_id == "app.passphrase_short"
