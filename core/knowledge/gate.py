"""Saying no: whether the best sentence is evidence for an answer, or only on the same topic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from core.knowledge.evidence import Question
from core.knowledge.rerank import Unit
from core.knowledge.weights import Weights

FEW, MANY = 50, 1_500
"""Chunks up to which a household's own weights decide, and from which coverage alone does."""
BY_CHANCE: Final = 0.45
"""How much of a question stands together somewhere in many chunks by chance (CMRC 2018, its paragraph left
out: 88 % of the questions declined where 95 % are answered)."""
WEIGHT_OF_COVERAGE: Final = 10.0
SURE_MEANING: Final = 0.6
"""A cosine that needs no word in common."""


def sure(question: Question, best: Sequence[Unit], weights: Weights) -> dict[str, float]:
    """The numbers the decision stands on: ``total``, positive for an answer, and its parts.

    best: the sentences that were looked at, best first, at least one.
    """
    first = best[0].evidence
    unheard = question.wanted.type == "permission"
    parts = {
        "score": best[0].score,
        "margin": best[0].score - best[1].score if len(best) > 1 else 0.0,
        "nofit": float(first.fit < 0),
        "fit": first.fit,
        "another": first.another,
        "nobody": first.nobody,
        "elsewhere": first.elsewhere,
        "dense": first.dense,
        "nearest": max(unit.evidence.titled for unit in best),
        "around": first.around,
        "soft_around": first.soft_around,
        "soft_near": first.soft_near,
        "least": first.least,
        "form": float(question.wanted.has_form),
        "unheard": (1 - first.weakest) * unheard,
    }
    total = sum(weight * parts[name] for name, weight in weights.answer.items()) - weights.enough
    return {name: round(value, 3) for name, value in (parts | {"total": total}).items()}


def answers(found: dict[str, float], chunks: int) -> bool:
    """Whether the evidence is enough in a material of so many chunks."""
    return evidence(found, chunks) >= 0


def evidence(found: dict[str, float], chunks: int) -> float:
    """The total, and in larger material more and more how much of the question stands in one place: the more
    there is, the likelier it is that parts of a question stand together by chance."""
    if found["dense"] >= SURE_MEANING:
        return found["total"]
    many = min(1.0, max(0.0, math.log(max(chunks, 1) / FEW) / math.log(MANY / FEW)))
    return (1 - many) * found["total"] + many * WEIGHT_OF_COVERAGE * (found["around"] - BY_CHANCE)
