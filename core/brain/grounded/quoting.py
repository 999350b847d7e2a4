"""Answering from documents: the exact words that fit the question, and whose words they are."""

from __future__ import annotations

import re

from core.brain.grounded.cases import passage
from core.brain.grounded.overlap import covered
from core.brain.grounded.phrases import phrase
from core.knowledge.answers import wanted
from core.knowledge.documents import Query, Quote
from core.retrieval.question import Term, terms
from core.text import Language, sentence_spans

_LIMIT = {"zh": 90, "en": 260}
"""Characters of a document that are said at once: about three spoken sentences."""
_TITLE = 40
_UNENDED = 120
"""Characters from which a quote without an end was cut to length, and is said up to its last comma."""
_ENDS = '.!?。！？；;”’")）'


def quote_aloud(quotes: tuple[Quote, ...], query: Query, language: Language, already_said: str = "") -> str:
    """One sentence with an exact piece of the best quote; a piece said a moment ago gives way to the next."""
    fresh = [quote for quote in quotes if quote.text.strip() not in already_said] or list(quotes)
    words = _in_a_breath(passage(fresh, query), query, language)
    title = re.sub(r"\s+", " ", fresh[0].title).strip("《》 ")[:_TITLE]
    if not title:
        return phrase("quoted_untitled", language, words=words)
    return phrase("quoted", language, title=title, words=words)


def _in_a_breath(text: str, query: Query, language: Language) -> str:
    """The part of ``text`` to say, and as much of it as fits into one answer."""
    asked = terms(query.text, query.context)
    spans = sentence_spans(text)
    if len(text) > _LIMIT[language] and len(spans) > 1:
        text = _best_window(text, spans, asked, query, _LIMIT[language])
    if len(text) > _UNENDED and text.rstrip()[-1:] not in _ENDS and (comma := text.rfind(", ")) > 0:
        text = text[:comma]
    if len(text) > _LIMIT[language]:
        text = _clipped(text, asked, query, _LIMIT[language])
    return " ".join(text.split("\n")).strip().rstrip("。；;.")


def _best_window(text: str, spans: list[tuple[int, int]], asked: list[Term], query: Query, limit: int) -> str:
    """Neighbouring sentences within ``limit`` that speak most of the question, the shortest of the best."""
    type_asked = wanted(query.text)
    best, best_score = text[spans[0][0] : spans[0][1]], -1.0
    for first in range(len(spans)):
        for last in range(first, min(first + 3, len(spans))):
            piece = text[spans[first][0] : spans[last][1]]
            if last > first and len(piece) > limit:
                break
            score = covered(asked, piece, spoken=query.spoken) + (0.2 if type_asked.present(piece) else 0)
            if score > best_score + 0.05:
                best, best_score = piece, score
    return best


def _clipped(text: str, asked: list[Term], query: Query, limit: int) -> str:
    """Whole clauses of one long sentence, starting where the question is best met."""
    pieces = re.findall(r"[^，,；;、]+[，,；;、]?", text)
    scores = [covered(asked, piece, spoken=query.spoken) for piece in pieces]
    first = last = scores.index(max(scores))
    while True:
        grown = False
        for low, high in ((first, last + 1), (first - 1, last)):
            if low >= 0 and high < len(pieces) and len("".join(pieces[low : high + 1])) <= limit:
                first, last, grown = low, high, True
                break
        if not grown:
            return "".join(pieces[first : last + 1]).rstrip("，,；;、")
