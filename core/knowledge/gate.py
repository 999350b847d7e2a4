"""Saying no: whether the best sentence is evidence for an answer, or only on the same topic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from core.knowledge.evidence import Question
from core.knowledge.rerank import Unit
from core.knowledge.weights import Weights

FEW: Final = 50
BY_CHANCE: Final = 0.32
MOST_BY_CHANCE: Final = 0.45
"""How much of a question a chunk must hold: nothing in a few chunks, BY_CHANCE more for every tenfold, up
to the most (CMRC 2018, leave one out)."""
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
    """Whether the evidence is enough in a material of so many chunks.

    The larger the material, the more of any question stands together somewhere by chance.
    """
    by_chance = min(MOST_BY_CHANCE, BY_CHANCE * math.log10(max(chunks, FEW) / FEW))
    together = found["around"] >= by_chance or found["dense"] >= SURE_MEANING
    return together and found["total"] >= 0
