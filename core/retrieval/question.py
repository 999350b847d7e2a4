"""Reading a question: its content tokens and their weight, and whether it leans on what was said before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from core.retrieval.bigrams import fold, is_han, number, pieces, stem
from core.retrieval.sound import sound_tokens

# Phrases that ask or soften and are never the topic; longest first so that 什么时候 goes before 什么.
_ASKING = re.compile(
    "什么时候|什么样|什么|多少钱|多少|多久|多长时间|多大|多长|多远|怎么办|怎么样|怎么回事|怎么|怎样|如何|"
    "为什么|为何|是不是|能不能|可不可以|要不要|有没有|行不行|哪一个|哪里|哪儿|哪天|哪个|哪些|哪位|请问|"
    "你知道|告诉我|我想问一下|我想知道|想问问|一下|可以|应该|需要|有没"
)
_STOP_HAN: Final = frozenset(
    "的了是有我你您他她它们这那个就都也还和与及在把被给让要能会得着过到去来呢吗吧啊呀嘛哦嗯谁几"
    "哪么什怎吃点不没想说问做用里上下"
)
_KEPT_WHEN_PAIRED: Final = frozenset("吃点不没想说问做用里上下来去到过得会")
_STOP_WORDS: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "am",
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "me",
        "my",
        "your",
        "his",
        "her",
        "its",
        "our",
        "their",
        "them",
        "this",
        "that",
        "these",
        "those",
        "there",
        "here",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "from",
        "by",
        "with",
        "as",
        "and",
        "or",
        "but",
        "if",
        "so",
        "what",
        "which",
        "who",
        "whom",
        "whose",
        "when",
        "where",
        "why",
        "how",
        "much",
        "many",
        "can",
        "could",
        "may",
        "might",
        "will",
        "would",
        "shall",
        "should",
        "must",
        "not",
        "no",
        "please",
        "tell",
        "know",
        "about",
        "any",
        "some",
        "get",
        "got",
        "s",
        "t",
        "d",
        "ll",
        "re",
        "ve",
        "m",
        "long",
        "often",
    ]
)
_LEANS_ZH = re.compile(r"^\s*(?:那么?|它|他|她|这个?|那个|还有|然后|要是|如果)|呢[？?]?\s*$")
_LEANS_EN = re.compile(
    r"^\s*(?:and|but|or|then|so|what about|how about)\b|\b(?:it|they|them|that one|there)\b", re.IGNORECASE
)
_SHORT_HAN: Final = 9

CONTEXT_WEIGHTS: Final = (0.5, 0.35, 0.2, 0.1)
"""How much a word counts that was only said before: the last turn, the one before it, …"""
CONTEXT_SHARE: Final = 0.8
"""All of those together against the words of the question."""


@dataclass(frozen=True, slots=True)
class Term:
    """One token of the question, how it sounds, and its share of the question's content (0 to 1).

    said: the word as it was said, where ``word`` is only its stem.
    """

    word: str
    sound: str
    weight: float
    said: str = ""


def terms(text: str, context: Sequence[str] = ()) -> list[Term]:
    """The content of a question; one that leans on what was said before carries that too, lighter.

    context: what was said before, oldest first.
    """
    own = {term.word: term for term in content(text)}
    if not context or not leans(text, list(own.values())):
        return list(own.values())
    before: dict[str, Term] = {}
    for weight, said in zip(CONTEXT_WEIGHTS, reversed(context), strict=False):
        for term in content(said):
            if term.word not in own and term.word not in before:
                before[term.word] = replace(term, weight=term.weight * weight)
    # However much was said before, what is asked now decides: 那运费呢 is about freight.
    most = CONTEXT_SHARE * max(1.0, sum(term.weight for term in own.values()))
    scale = min(1.0, most / (sum(term.weight for term in before.values()) or 1.0))
    lighter = (replace(term, weight=term.weight * scale) for term in before.values())
    return [*own.values(), *lighter]


def leans(text: str, own: list[Term]) -> bool:
    """Whether a question cannot be understood alone: 那运费呢, and the ambulance."""
    folded = fold(text)
    han = sum(is_han(c) for c in folded)
    if han:
        marked = bool(_LEANS_ZH.search(folded))
        return (marked and han <= 2 * _SHORT_HAN) or sum(term.weight for term in own) < 1.0
    return bool(_LEANS_EN.search(folded)) or len(own) < 2


def content(text: str) -> list[Term]:
    """Tokens with weights: 1 for content, less where a bigram is half function word, 0 left out."""
    found: list[Term] = []
    for piece in pieces(_ASKING.sub(" ", fold(text))):
        if is_han(piece):
            found.extend(_han_terms(piece))
        elif piece[0].isdigit():
            found.append(Term(number(piece), number(piece), 1.0))
        elif piece not in _STOP_WORDS:
            found.append(Term(stem(piece), sound_tokens(piece)[0], 1.0, piece))
    return found


def _han_terms(piece: str) -> list[Term]:
    sounds = sound_tokens(piece)
    if len(piece) == 1:
        return [] if piece in _STOP_HAN else [Term(piece, sounds[0], 0.7)]
    found = []
    for i, sound in enumerate(sounds):
        first, second = piece[i] in _STOP_HAN, piece[i + 1] in _STOP_HAN
        weight = (1.0, 0.3, 0.0)[first + second]
        if first and second and piece[i] in _KEPT_WHEN_PAIRED and piece[i + 1] in _KEPT_WHEN_PAIRED:
            weight = 0.2
        elif first != second and (piece[i] if first else piece[i + 1]) in _KEPT_WHEN_PAIRED:
            weight = 0.5
        if weight:
            found.append(Term(piece[i : i + 2], sound, weight))
    return found
