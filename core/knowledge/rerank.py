"""Choosing the sentence: every unit of the first chunks, scored by what of the question it holds."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from core.knowledge.chunks import Span, is_heading, units
from core.retrieval.bigrams import fold, index_tokens, is_han
from core.retrieval.question import Term
from core.retrieval.sound import sound_tokens

if TYPE_CHECKING:
    from core.knowledge.answers import Wanted

HEARD_ALIKE: Final = 0.85
"""What a token is worth that only sounds the same, against one that is the same."""
TITLE_ONLY: Final = 0.6
"""A sentence that shares more than this with its document's title only repeats it."""
_CHOICE = re.compile(r"(\w)[不没]\1")
_NEGATED = re.compile("不|没|无|别|未|勿|\\b(?:not|never|no|nor|without)\\b|n't")


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk on its way to being quoted. place: where the channels' fusion put it, 0 the best."""

    chunk: int
    document: str
    title: str
    version: int
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence of a passage and its evidence, all between 0 and 1."""

    passage: Passage
    span: Span
    text: str
    coverage: float
    news: float
    characters: float
    around: float
    dense: float
    typed: bool
    polarity: bool


# Set by hand: doubling or dropping one hardly changes what comes first, except for the dense part.
W_COVERAGE, W_CHARACTERS, W_AROUND, W_DENSE, W_TYPED, W_POLARITY = 1.0, 0.35, 0.45, 1.5, 0.12, 0.05
FULL_TRUST: Final = 0.4
"""Where no sentence holds this much of the question it was asked in other words: words then count less
against meaning."""


def score(unit: Unit, trust: float) -> float:
    """trust: how much the words of this question say, between 0 and 1, the same for all of its units."""
    words = W_COVERAGE * unit.coverage + W_CHARACTERS * unit.characters + W_AROUND * unit.around
    return trust * words + W_DENSE * unit.dense + W_TYPED * unit.typed + W_POLARITY * unit.polarity


def trust_in_words(units: Sequence[Unit]) -> float:
    if not any(unit.dense for unit in units):
        return 1.0
    return min(1.0, max(unit.coverage for unit in units) / FULL_TRUST)


def rerank(
    terms: Sequence[Term],
    idf: Mapping[str, float],
    passages: Sequence[Passage],
    wanted: Wanted,
    negated: bool,
    spoken: bool,
    similarity: Mapping[tuple[int, int], float],
) -> list[Unit]:
    """Every unit of the passages, best first.

    idf: by token, for all terms. similarity: cosine of the question with the unit at (chunk, start in it),
    when there are vectors.
    """
    total = sum(term.weight * idf[term.word] for term in terms) or 1.0
    read = [(passage, _tokens(passage.title, spoken), _quotable(passage, spoken)) for passage in passages]
    letters = _letter_weights(terms, [tokens for _, _, sentences in read for _, _, tokens in sentences])
    letters_total = sum(letters.values()) or 1.0
    found: list[Unit] = []
    for passage, title, sentences in read:
        together = _Tokens.union([title, *(tokens for _, _, tokens in sentences)])
        around = _weight(_held(terms, together), idf) / total
        titled = _held(terms, title)
        new = _weight({term: 1.0 for term in terms if term not in titled}, idf)
        for span, text, tokens in sentences:
            if len(tokens.words & title.words) > TITLE_ONLY * len(tokens.words):
                continue
            held = _held(terms, tokens)
            outside = {term: of for term, of in held.items() if term not in titled}
            found.append(
                Unit(
                    passage=passage,
                    span=Span(passage.start + span.start, passage.start + span.end),
                    text=text,
                    coverage=_weight(held, idf) / total,
                    news=_weight(outside, idf) / new if new else 1.0,
                    characters=sum(w for c, w in letters.items() if c in tokens.letters) / letters_total,
                    around=around,
                    dense=max(0.0, similarity.get((passage.chunk, span.start), 0.0)),
                    typed=wanted.present(text),
                    polarity=is_negated(text) == negated,
                )
            )
    trust = trust_in_words(found) if found else 1.0
    return sorted(found, key=lambda unit: -score(unit, trust))


def is_negated(text: str) -> bool:
    """Whether something is denied; 能不能 and 是不是 only ask."""
    return bool(_NEGATED.search(_CHOICE.sub("", text)))


@dataclass(frozen=True, slots=True)
class _Tokens:
    """What a text holds, in every way it is matched."""

    words: frozenset[str]
    sounds: frozenset[str]
    letters: frozenset[str]

    @staticmethod
    def union(parts: Sequence[_Tokens]) -> _Tokens:
        return _Tokens(
            frozenset().union(*(part.words for part in parts)),
            frozenset().union(*(part.sounds for part in parts)),
            frozenset().union(*(part.letters for part in parts)),
        )


def _tokens(text: str, spoken: bool) -> _Tokens:
    sounds = frozenset(sound_tokens(text)) if spoken else frozenset[str]()
    return _Tokens(frozenset(index_tokens(text)), sounds, frozenset(fold(text)))


def _quotable(passage: Passage, spoken: bool) -> list[tuple[Span, str, _Tokens]]:
    spans = [(span, passage.text[span.start : span.end]) for span in units(passage.text)]
    return [(span, text, _tokens(text, spoken)) for span, text in spans if not is_heading(text)]


def _held(terms: Sequence[Term], tokens: _Tokens) -> dict[Term, float]:
    """The terms a text has, 1 for the same token, less for one that only sounds the same."""
    held: dict[Term, float] = {}
    for term in terms:
        if term.word in tokens.words:
            held[term] = 1.0
        elif term.sound in tokens.sounds:
            held[term] = HEARD_ALIKE
    return held


def _weight(held: Mapping[Term, float], idf: Mapping[str, float]) -> float:
    return sum(term.weight * idf[term.word] * of for term, of in held.items())


def _letter_weights(terms: Sequence[Term], sentences: Sequence[_Tokens]) -> dict[str, float]:
    """Single Han characters of the question, rarer ones weighing more: 补钙 and 钙片 share one."""
    asked: dict[str, float] = {}
    for term in terms:
        if is_han(term.word):
            for character in term.word:
                asked[character] = max(asked.get(character, 0.0), term.weight)
    of = len(sentences) + 1
    return {c: w * math.log(of / (sum(c in s.letters for s in sentences) + 0.5)) for c, w in asked.items()}
