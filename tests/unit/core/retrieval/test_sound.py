"""What sounds alike is found alike."""

from __future__ import annotations

import pytest

from core.retrieval.sound import skeleton, sound_tokens


@pytest.mark.parametrize(
    ("heard", "meant"),
    [("退伙期限", "退货期限"), ("心和商店", "星河商店"), ("提检", "体检"), ("之那金", "滞纳金")],
)
def test_what_was_misheard_sounds_as_what_was_meant(heard: str, meant: str) -> None:
    assert sound_tokens(heard) == sound_tokens(meant)


def test_different_words_sound_different() -> None:
    assert not set(sound_tokens("退货")) & set(sound_tokens("运费"))


def test_a_single_character_is_its_syllable() -> None:
    assert sound_tokens("药") == ["yao"]


@pytest.mark.parametrize(("heard", "meant"), [("spree", "spray")])
def test_an_english_word_is_its_consonants(heard: str, meant: str) -> None:
    assert skeleton(heard) == skeleton(meant)
