"""Saying no: whether the best sentence is evidence for an answer, or only on the same topic."""

from __future__ import annotations

from typing import Final

from core.knowledge.answers import Wanted
from core.knowledge.rerank import Unit

ENOUGH: Final = 0.30
"""Combined evidence below this is declined."""
DENSE_FLOOR: Final = 0.25
"""Cosines below this say nothing."""


def evidence(unit: Unit, wanted: Wanted) -> dict[str, float]:
    """The numbers the decision stands on: ``total`` against :data:`ENOUGH`, the others its parts."""
    dense = max(0.0, unit.dense - DENSE_FLOOR)
    typed = 1.0 if wanted.present(unit.text) else 0.0
    total = (
        0.3 * unit.coverage + 0.4 * unit.news + 0.15 * unit.characters + 0.2 * unit.around + 0.6 * dense
    ) * (0.45 + 0.55 * typed)
    return {
        "coverage": round(unit.coverage, 3),
        "news": round(unit.news, 3),
        "characters": round(unit.characters, 3),
        "around": round(unit.around, 3),
        "dense": round(unit.dense, 3),
        "typed": typed,
        "total": round(total, 3),
    }


def answers(found: dict[str, float]) -> bool:
    return found["total"] >= ENOUGH
