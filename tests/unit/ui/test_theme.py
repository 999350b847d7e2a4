"""Every text can be read on every ground it stands on, in every theme."""

from __future__ import annotations

import pytest

from ui.theme import CONTRAST, PAIRS, THEMES, contrast


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_has_the_contrast_it_needs(name: str, text: str, ground: str) -> None:
    theme = THEMES[name]
    least = 7.0 if theme is CONTRAST else 4.5
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= least


@pytest.mark.parametrize("name", THEMES)
def test_what_can_be_typed_into_has_an_edge_that_is_seen(name: str) -> None:
    theme = THEMES[name]
    assert contrast(theme.field, theme.surface) >= 3
