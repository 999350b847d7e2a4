"""Words that mean nearly the same are found by their vectors, or by a table of everyday language."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.retrieval.likeness import Remembered, likeness, plain_words
from core.retrieval.synonyms import meanings


class Spy:
    """Two words are near when they share a letter; counts what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._remembered = Remembered(self._made)

    def words(self, words: Sequence[str]) -> np.ndarray:
        return self._remembered.of(words)

    def _made(self, words: Sequence[str]) -> np.ndarray:
        self.asked += words
        rows = np.array([[float(c in w) for c in "abc"] + [0.01] for w in words], dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_each_word_counts_by_the_nearest_word_of_a_text() -> None:
    near = likeness(["ab"], [["a", "c"], ["c"], []], Spy())
    assert near[0].tolist() == [pytest.approx(0.51, abs=0.02), 0.0, 0.0]


def test_a_word_is_embedded_once() -> None:
    spy = Spy()
    likeness(["a"], [["b", "a"]], spy)
    likeness(["b"], [["a"]], spy)
    assert sorted(spy.asked) == ["a", "b"]


def test_pairs_of_characters_and_words_are_words() -> None:
    assert plain_words("退货期 the Desk 8:30") == ["退货", "货期", "the", "desk", "8:30"]


def test_what_is_said_at_the_table_shares_a_line_with_what_is_printed() -> None:
    assert meanings("寄回去的邮费谁出").keys() & meanings("由商店承担运费").keys()
    assert meanings("where is the rubbish put").keys() & meanings("Waste is collected on Mondays").keys()
    assert not meanings("门").keys()
