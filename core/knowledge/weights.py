"""What each piece of evidence weighs: for choosing a sentence, and for answering at all.

Fitted by regularised logistic regression (softmax over the sentences of a question; answered or not) on
household documents with questions of five kinds, each checked by leaving whole documents out. One table
where there are vectors, one for words alone. ``told``, ``asked`` and ``meant`` are set by hand: nobody asks
at once for what was just read out, and in a follow-up what is asked now decides, then what it leans on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """sentence: by name of :class:`core.knowledge.evidence.Evidence`. answer: by name of what
    ``core.knowledge.gate`` looks at; enough: from which sum on a question is answered."""

    sentence: Mapping[str, float]
    answer: Mapping[str, float]
    enough: float


WITH_MEANING: Final = Weights(
    sentence=MappingProxyType({
        "named": -2.1, "around": 1.8, "soft": 0.1, "soft_named": 4.2, "soft_near": 5.9, "soft_around": 1.1,
        "least": 0.7, "characters": 3.3, "dense": 7.8, "titled": 11.6, "fit": 1.7, "another": -2.0,
        "nobody": -2.1, "elsewhere": -1.5, "weakest": 1.0, "said": 2.4, "told": -4.0,
        "asked": 1.5, "meant": 2.0, "size": 3.2,
    }),
    answer=MappingProxyType({
        "score": 0.09, "margin": 0.09, "nofit": -2.26, "fit": 1.31, "another": -3.68, "nobody": -2.1,
        "elsewhere": -1.72, "dense": 4.72, "nearest": -5.81, "around": -1.31, "soft_around": 3.6,
        "soft_near": 0.62, "least": -0.1, "form": -2.45, "unheard": -0.54,
    }),
    enough=1.6,
)  # fmt: skip

WORDS_ALONE: Final = Weights(
    sentence=MappingProxyType({
        "named": 0.8, "around": 0.9, "soft": 2.6, "soft_named": 2.9, "soft_near": 4.1, "soft_around": 1.2,
        "characters": 7.1, "fit": 1.3, "another": -1.5, "nobody": -0.7, "elsewhere": -1.0, "said": 1.8,
        "told": -2.0, "asked": 0.8, "meant": 1.0, "size": 1.6,
    }),
    answer=MappingProxyType({
        "score": 0.11, "margin": 0.17, "nofit": -1.54, "fit": 0.86, "another": -3.03, "nobody": -1.93,
        "elsewhere": 1.29, "around": -1.17, "soft_around": 0.04, "soft_near": 1.19, "least": -0.17,
        "form": -1.93, "unheard": -0.52,
    }),
    enough=-0.4,
)  # fmt: skip
