"""The demo's household is drawn from its seed: the same again, another for another, always consistent."""

from __future__ import annotations

import dataclasses

import pytest

from app.demo.script import draw
from core.text import Language

LANGUAGES: tuple[Language, ...] = ("zh", "en")
SEEDS = range(200)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_seed_is_the_same_household(language: Language) -> None:
    assert all(draw(seed, language) == draw(seed, language) for seed in SEEDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_seeds_differ_in_names_periods_and_amounts(language: Language) -> None:
    drawn = [draw(seed, language) for seed in SEEDS]
    for field in (
        "first_person",
        "title",
        "period_answer",
        "other_freight_answer",
        "goal",
        "taste",
        "canary",
    ):
        assert len({getattr(script, field) for script in drawn}) >= 3, field
    assert len({dataclasses.replace(script, seed=0) for script in drawn}) > 150
    assert draw(0, language).document != draw(1, language).document


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_stands_where_an_honest_answer_would_find_it(language: Language) -> None:
    for script in (draw(seed, language) for seed in SEEDS):
        for answer in (script.period_answer, script.freight_answer, script.other_freight_answer):
            assert script.document.count(answer) == 1, (script.seed, answer)
        assert script.goal_answer in script.goal
        assert script.taste_answer in script.taste


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_gives_its_answer_away(language: Language) -> None:
    for script in (draw(seed, language) for seed in SEEDS):
        assert script.period_answer not in script.period_question
        assert script.freight_answer not in script.freight_question + script.interruption + script.reason
        assert script.goal_answer not in script.goal_question
        assert script.unanswerable_spoils not in script.document


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_persons_are_two_and_the_canary_lives_nowhere_else(language: Language) -> None:
    for script in (draw(seed, language) for seed in SEEDS):
        assert script.first_person != script.second_person
        said = "".join(str(value) for name, value in dataclasses.asdict(script).items() if name != "canary")
        parts = script.canary if language == "zh" else script.canary.split()
        assert not any(part in said for part in parts)
