"""Choosing the sentence: every sentence of the first passages, by a weighted sum of its evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from core.knowledge.chunks import Span
from core.knowledge.evidence import Evidence, Passage, Question, Read, weigh
from core.knowledge.outline import sentences
from core.knowledge.vectors import Near
from core.retrieval.bigrams import index_tokens
from core.retrieval.embed import Embedder

NEIGHBOURS: Final = 12
"""How far down a neighbour may stand that completes the best sentence."""
LONGEST: Final = 400
"""Characters of two sentences quoted as one."""
TITLE_ONLY: Final = 0.6
"""A sentence that shares more than this with its document's title only repeats it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence of a passage, its offsets in the document, and what speaks for it."""

    passage: Passage
    span: Span
    text: str
    evidence: Evidence
    score: float


def rerank(
    question: Question,
    passages: Sequence[Passage],
    similarity: Mapping[tuple[int, int], Near],
    embedder: Embedder | None,
    weights: Mapping[str, float],
) -> list[Unit]:
    """Every sentence of the passages, best first. similarity: cosines of the question with the sentence at
    (chunk, start in it), when there are vectors."""
    read = [one for passage in passages for one in _read(passage, similarity)]
    found = [
        Unit(one.passage, one.span, one.sentence.text, evidence, score(evidence, weights))
        for one, evidence in zip(read, weigh(question, read, embedder), strict=True)
    ]
    best = sorted(found, key=lambda unit: -unit.score)
    return _completed(best) if best else best


def _completed(best: list[Unit]) -> list[Unit]:
    """Where the best sentence speaks of what is asked and only its neighbour in the line holds the answer,
    both are one: Ella has choir until 4:15. Wait in the hall."""
    first = best[0]
    if first.evidence.fit >= 0:
        return best
    for other in best[1:NEIGHBOURS]:
        if other.evidence.fit <= 0 or other.passage.chunk != first.passage.chunk:
            continue
        low, high = sorted((first.span, other.span))
        offset = first.passage.start
        between = first.passage.text[low.end - offset : high.start - offset]
        if between.strip() or "\n" in between or high.end - low.start > LONGEST:
            continue
        text = first.passage.text[low.start - offset : high.end - offset]
        both = replace(
            first,
            span=Span(low.start, high.end),
            text=text,
            evidence=replace(first.evidence, fit=other.evidence.fit),
        )
        return [both, *(unit for unit in best[1:] if unit is not other)]
    return best


def score(evidence: Evidence, weights: Mapping[str, float]) -> float:
    return sum(weight * float(getattr(evidence, name)) for name, weight in weights.items())


def _read(passage: Passage, similarity: Mapping[tuple[int, int], Near]) -> list[Read]:
    title = frozenset(index_tokens(passage.title))
    found = []
    for sentence in sentences(passage.text):
        words = frozenset(index_tokens(sentence.text))
        if len(words & title) > TITLE_ONLY * len(words):
            continue
        near = similarity.get((passage.chunk, sentence.span.start))
        found.append(Read(passage, sentence, near.dense if near else 0.0, near.titled if near else 0.0))
    return found
