"""Rankings by vectors: as the product compares them, and the plain cosine with a whole unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.retrieval.embed import Embedder
from core.retrieval.question import content, leans
from tests.bench.knowledge_set.full_text import MOST, whole
from tests.bench.knowledge_set.units import Asked, Unit

if TYPE_CHECKING:
    from core.retrieval.embed import Matrix

_AT_ONCE = 64


class Dense:
    """The better of a sentence alone and under what it is said under, and of a unit's sentences the best."""

    def __init__(self, units: Sequence[Unit], embedder: Embedder) -> None:
        self._embedder = embedder
        parts = [(number, part) for number, unit in enumerate(units) for part in unit.parts]
        self._unit = [number for number, _ in parts]
        alone = _passages(embedder, [text for _, (text, _) in parts])
        titled = [titled for _, (text, titled) in parts if titled != text]
        self._alone = alone
        self._titled = _passages(embedder, titled) if len(titled) == len(parts) else alone

    def rank(self, asked: Asked) -> list[int]:
        import numpy as np

        text = asked.text
        if asked.before and leans(text, content(text)):
            text = f"{asked.before[-1]} {text}"
        vector = self._embedder.queries([text])[0]
        cosines = np.maximum(self._alone @ vector, self._titled @ vector)
        order = np.argsort(-cosines)[: 20 * MOST].tolist()
        return list(dict.fromkeys(self._unit[part] for part in order))[:MOST]


class PlainCosine:
    """One vector of a whole unit, one of the question."""

    def __init__(self, units: Sequence[Unit], embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors = _passages(embedder, [unit.text for unit in units])

    def rank(self, asked: Asked) -> list[int]:
        import numpy as np

        vector = self._embedder.queries([whole(asked)])[0]
        found: list[int] = np.argsort(-(self._vectors @ vector))[:MOST].tolist()
        return found


def _passages(embedder: Embedder, texts: Sequence[str]) -> Matrix:
    import numpy as np

    steps = [embedder.passages(texts[at : at + _AT_ONCE]) for at in range(0, len(texts), _AT_ONCE)]
    return np.vstack(steps)
