"""Answering from documents: the exact words that fit the question, and whose words they are."""

from __future__ import annotations

import re

from core.brain.grounded.overlap import covered
from core.brain.grounded.phrases import phrase
from core.knowledge.answers import wanted
from core.knowledge.documents import Query, Quote
from core.retrieval.question import Term, terms
from core.text import Language, sentence_spans

_LIMIT = {"zh": 90, "en": 220}
"""Characters of a document that are said at once: about three spoken sentences."""
_TITLE = 40
_NOT = "(?:不是|并非|没有|不|非|无|未)"
_NEGATED = re.compile(_NOT + r"([\u4e00-\u9fff]{2,8})")
_PARTS = re.compile(r"[^；;。]+[；;。]?")


def quote_aloud(quotes: tuple[Quote, ...], query: Query, language: Language, already_said: str = "") -> str:
    """One sentence with an exact piece of the best quote; a piece said a moment ago gives way to the next."""
    fresh = [quote for quote in quotes if quote.text.strip() not in already_said] or list(quotes)
    text = _joined(fresh)
    words = _fitting(text, query, language)
    title = re.sub(r"\s+", " ", fresh[0].title).strip("《》 ")[:_TITLE]
    if not title:
        return phrase("quoted_untitled", language, words=words)
    return phrase("quoted", language, title=title, words=words)


def _joined(quotes: list[Quote]) -> str:
    """The best quote with pieces that belong to it: still one exact piece of the document.

    A neighbour belongs when a semicolon ties them, or when one holds the case the other denies.
    """
    best = quotes[0]
    start, end, text = best.start, best.end, best.text
    for other in sorted(quotes[1:3], key=lambda quote: quote.start):
        if (other.document, other.version) != (best.document, best.version):
            continue
        if other.start == end and _belong(text, other.text):
            text, end = text + other.text, other.end
        elif other.end == start and _belong(other.text, text):
            text, start = other.text + text, other.start
    return text


def _belong(first: str, second: str) -> bool:
    return first.rstrip().endswith(("；", ";")) or bool(_cases([first, second]))


def _fitting(text: str, query: Query, language: Language) -> str:
    """The part of ``text`` to say: what the person's own case selects, then what fits in a breath."""
    asked = terms(query.text, query.context)
    spans = sentence_spans(text)
    if len(text) > _LIMIT[language] and len(spans) > 1:
        text = _best_window(text, spans, asked, query, _LIMIT[language])
    chosen = _that_applies(text, query)
    if len(chosen) > _LIMIT[language]:
        chosen = _clipped(chosen, asked, query, _LIMIT[language])
    return " ".join(chosen.split("\n")).strip().rstrip("。；;.")


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


def _that_applies(text: str, query: Query) -> str:
    """When a rule has a case and its opposite, the one the person said they are in; else all of it."""
    clauses: list[str] = [part for part in _PARTS.findall(text) if part.strip()]
    said = "".join((*query.context, query.text))
    for case in _cases(clauses):
        if case not in said:
            continue
        denied = re.search(rf"{_NOT}(?:因为|由于|是|有|什么)*{re.escape(case)}", said)
        fitting = [clause for clause in clauses if case in clause and _denies(clause, case) == bool(denied)]
        if len(fitting) == 1:
            return fitting[0]
    return text


def _cases(clauses: list[str]) -> list[str]:
    """What one clause denies and another affirms: 质量问题 in 质量问题由…；不是质量问题的…"""
    found = []
    for clause in clauses:
        others = [other for other in clauses if other is not clause]
        for denial in _NEGATED.finditer(clause):
            case = _shared(denial.group(1), others)
            if case is not None:
                found.append(case)
    return found


def _shared(words: str, others: list[str]) -> str | None:
    """The longest beginning of ``words``, two characters or more, that another clause affirms."""
    for size in range(len(words), 1, -1):
        if any(words[:size] in other and not _denies(other, words[:size]) for other in others):
            return words[:size]
    return None


def _denies(clause: str, case: str) -> bool:
    return re.search(rf"{_NOT}{re.escape(case)}", clause) is not None


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
