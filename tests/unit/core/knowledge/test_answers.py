"""What kind of answer a question wants, and whether a text holds one."""

from __future__ import annotations

import pytest

from core.knowledge.answers import wanted


@pytest.mark.parametrize(
    ("quote", "there"),
    [("The clinic is open from Monday to Friday.", False), ("People are vaccinated in October.", False),
     ("Please ask for Jean at the desk.", True)],
)  # fmt: skip
def test_a_day_is_nobodys_name(quote: str, there: bool) -> None:
    assert wanted("What is the name of the nurse?").present(quote) == there
