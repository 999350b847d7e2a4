"""Fusing rankings by place, never by score: each channel's scores mean something else."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)

DAMPING = 60
"""How little the very first places stand out; the value of the paper below."""


def fuse(rankings: Iterable[Sequence[Item]], weights: Sequence[float] | None = None) -> list[Item]:
    """One ranking out of several, best first: reciprocal-rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009).

    Ties keep the order in which items were first seen. weights: one per ranking, 1 each by default.
    """
    scores: dict[Item, float] = {}
    for index, ranking in enumerate(rankings):
        weight = 1.0 if weights is None else weights[index]
        for place, item in enumerate(ranking):
            scores[item] = scores.get(item, 0.0) + weight / (DAMPING + 1 + place)
    return sorted(scores, key=lambda item: -scores[item])
