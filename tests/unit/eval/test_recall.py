"""The evaluator of recall counts right, and what the product recalls of real dialogues stays above a floor."""

from __future__ import annotations

import pytest

from core.retrieval.embed import embedders
from core.text import Language
from tests.eval.recall import LANGUAGES, measured, rivals, score
from tests.eval.recall_living import place
from tests.eval.recall_rivals import newest, plain_fts5
from tests.eval.recall_set import FORMS, present, questions, utterances

FLOOR = 0.72
"""Of the first sixty questions' R@5: what both languages had by rank fusion; the product has 0.85."""
ASKED = 60


def test_places_become_shares_by_form() -> None:
    told = score([1, 5, 6, None], ["words", "words", "indirect", "indirect"])
    assert (told["r1"], told["r5"], told["r10"]) == (0.25, 0.5, 0.75)
    assert told["mrr"] == round((1 + 1 / 5 + 1 / 6) / 4, 4)
    assert told["r5_by_form"] == {"words": 1.0, "paraphrase": None, "indirect": 0.0}
    low, high = told["r5_interval"]
    assert low < 0.5 < high


def test_the_place_is_that_of_the_first_gold_utterance() -> None:
    assert place([4, 2, 9], {9, 2}) == 2
    assert place([4], {9}) is None


def test_rivals_rank_what_they_claim_to() -> None:
    said = ["I bought a red bicycle", "The soup was good", "A bicycle is a fine thing"]
    assert newest(said, "bicycle") == [2, 1, 0]
    assert set(plain_fts5(said, "my red bicycle?")) == {0, 2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_are_of_three_forms_and_over_a_hundred(language: Language) -> None:
    asked = questions(language)
    assert len(asked) >= 110
    assert {one.kind for one in asked} == set(FORMS)
    assert len({one.id for one in asked}) == len(asked)
    assert all(one.gold and one.lang == language for one in asked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_gold_utterances_are_what_was_said(language: Language) -> None:
    if not present(language):
        pytest.skip("MemoryBank's dialogues are not beside the project")
    said = utterances(language)
    for one in questions(language):
        texts = {(u.date, u.turn): u.text for u in said[one.person]}
        assert all(texts[gold.date, gold.turn] == gold.text for gold in one.gold), one.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_said_weeks_ago_is_recalled_for_most_questions(language: Language) -> None:
    if not present(language) or "default" not in embedders():
        pytest.skip("MemoryBank's dialogues or the embedder are not here")
    placed = measured(language, only="USE", most=ASKED)
    forms = [one.question.kind for one in placed]
    product = score([one.places["USE"] for one in placed], forms)
    assert product["r5"] >= FLOOR, product
    for name, places in rivals(language, most=ASKED).items():
        assert score(places, forms)["r5"] < product["r5"], name
