"""bm25s, an index in memory: over character bigrams without a dictionary, and over words between spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.bench.knowledge_set.full_text import MOST, runs, whole
from tests.bench.knowledge_set.units import Asked, Unit


def bigrams(text: str) -> list[str]:
    """Two characters at a time of every run."""
    return [run[at : at + 2] for run in runs(text) for at in range(max(1, len(run) - 1))]


class Index:
    """BM25 as bm25s scores by default (Lucene's). documents: their tokens, read once."""

    def __init__(self, documents: Iterable[Sequence[str]]) -> None:
        import bm25s
        import numpy as np

        vocabulary: dict[str, int] = {}
        ids = [
            np.asarray([vocabulary.setdefault(token, len(vocabulary)) for token in tokens], dtype=np.int32)
            for tokens in documents
        ]
        self.count = len(ids)
        self._known = vocabulary
        self._index: Any = bm25s.BM25()
        self._index.index((ids, dict(vocabulary)), show_progress=False)

    def best(self, tokens: Iterable[str], most: int = MOST) -> list[int]:
        """Documents with any of the tokens, best first."""
        known = [token for token in dict.fromkeys(tokens) if token in self._known]
        if not known:
            return []
        found, scores = self._index.retrieve([known], k=min(most, self.count), show_progress=False)
        return [int(one) for one, score in zip(found[0], scores[0], strict=True) if score > 0]


class Ranked:
    """It over these units, which a way of cutting text makes tokens of."""

    def __init__(self, units: Sequence[Unit], cut: Callable[[str], Sequence[str]]) -> None:
        self._cut = cut
        self._index = Index(cut(unit.text) for unit in units)

    def rank(self, asked: Asked) -> list[int]:
        return self._index.best(self._cut(whole(asked)))
