"""Cuts an utterance into what is synthesised at once: a short clause first, then ever larger pieces.

Synthesis takes about as long as half the sound it makes. A first piece of eight characters sounds soon;
each next one may be longer by what can be made while its predecessor plays, so that speech never halts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from core.text import Language, count_han, is_cjk, language_of, sentence_spans

FIRST_UNITS = 8
"""Han characters (or a third as many again for Latin words) that the first clause aims at."""
LONGEST_UNITS = 60
_GROWTH = 1.6
_TOLERANCE = 1.5
_WORD_UNITS = 1.7
_LATIN_OR_NUMBER = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*|\d+")
_COMMA = re.compile(
    r"(?:[，、；…～]+|(?<!\d)[：—]+|[：—]+(?!\d)|[,;:](?![\w])|\n|\s[-–—]+(?=\s))[”’\"'）)】」』》\]]*"
)
# A speaker may take breath before these words, where no comma is written.
_BREATH_ZH = re.compile(
    "和|跟|与|或者?|以及|但是?|因为|所以|如果|就|才|也|都|会|要|可以?|应该|需要|由|在|从|把|被|对|给|让|是|有|不|没有|还|再|已经|能够?"
    "|必须|请|为了?|通过|根据|按照|将|而|并且?|然后|什么时候|怎么"
)
_BREATH_EN = re.compile(
    r"\s+(?=(?:and|but|or|because|so|when|while|if|that|which|who|where|to|for|in|on|at|with|from|by|of|is|are|was"
    r"|were|will|would|can|could|should|must|after|before|until|than|as|about|into|within|without|through|during|between"
    r"|under|over|since|unless|though|although)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """``text[start:end]``, spoken in the voice of ``language``. ending: what follows it; ``breath`` is a
    cut that the writer did not mark."""

    start: int
    end: int
    language: Language
    ends_sentence: bool
    breath: bool = False


def clauses(text: str, cut_words: Callable[[str], list[str]], default: Language = "zh") -> list[Clause]:
    """The pieces of ``text`` in order, together covering everything in it that is not white space.
    cut_words: splits Chinese into words, so that no cut falls inside one."""
    whole = language_of(text, default)
    allowance = float(FIRST_UNITS)
    made: list[Clause] = []
    for start, end in sentence_spans(text):
        language = _sentence_language(text[start:end], whole)
        at = start
        while at < end:
            cut, breath = _next_cut(text, at, end, allowance, cut_words, first=not made)
            made.append(Clause(at, cut, language, ends_sentence=cut >= end, breath=breath))
            allowance = min(LONGEST_UNITS, max(allowance, units(text[at:cut])) * _GROWTH)
            at = _skip_space(text, cut, end)
    return made


def covering(pieces: list[Clause], text: str) -> list[Clause]:
    """Pieces that have something to say; each takes the emoji and punctuation after it along."""
    covering: list[Clause] = []
    for piece in pieces:
        if any(character.isalnum() for character in text[piece.start : piece.end]):
            covering.append(piece)
        elif covering:
            covering[-1] = replace(covering[-1], end=piece.end, ends_sentence=piece.ends_sentence)
    if covering:
        covering[-1] = replace(covering[-1], end=len(text))
    return covering


def units(text: str) -> float:
    """How long a text is to say, in Han characters."""
    return count_han(text) + _WORD_UNITS * len(_LATIN_OR_NUMBER.findall(text))


def _sentence_language(sentence: str, whole: Language) -> Language:
    """A word or two of the other language do not change the speaker."""
    own = language_of(sentence, whole)
    return own if own == whole or units(sentence) >= 5 else whole


def _next_cut(
    text: str, start: int, end: int, allowance: float, cut_words: Callable[[str], list[str]], *, first: bool
) -> tuple[int, bool]:
    if units(text[start:end]) <= allowance * _TOLERANCE:
        return end, False
    commas = [start + mark.end() for mark in _COMMA.finditer(text[start:end])]
    fitting = [at for at in commas if 1 < units(text[start:at]) <= allowance * _TOLERANCE]
    if fitting:
        return (_closest(text, start, fitting, allowance) if first else fitting[-1]), False
    next_comma = next((at for at in commas if units(text[start:at]) > 1), end)
    if units(text[start:next_comma]) <= (allowance * 1.8 if first else LONGEST_UNITS):
        return next_comma, False
    breaths = _breaths(text, start, next_comma, cut_words)
    suitable = [at for at in breaths if allowance * 0.45 <= units(text[start:at]) <= allowance * _TOLERANCE]
    if suitable and units(text[suitable[0] : next_comma]) >= 2:
        return _closest(text, start, suitable, allowance), True
    if units(text[start:next_comma]) <= LONGEST_UNITS:
        return next_comma, False
    return _word_boundary(text, start, next_comma, LONGEST_UNITS, cut_words), True


def _closest(text: str, start: int, cuts: list[int], wanted: float) -> int:
    return min(cuts, key=lambda at: abs(units(text[start:at]) - wanted))


def _breaths(text: str, start: int, end: int, cut_words: Callable[[str], list[str]]) -> list[int]:
    """Where a breath may be taken between ``start`` and ``end``."""
    window = text[start : min(end, start + 12 * LONGEST_UNITS)]
    found = [start + mark.end() for mark in _BREATH_EN.finditer(window)]
    at = start
    for word in cut_words(window):
        if _BREATH_ZH.fullmatch(word) and at > start and is_cjk(text[at - 1]):
            found.append(at)
        at += len(word)
    return sorted(found)


def _word_boundary(
    text: str, start: int, end: int, longest: float, cut_words: Callable[[str], list[str]]
) -> int:
    """The last word boundary within ``longest`` units; a single endless word is cut at 200 characters."""
    at = start
    for word in cut_words(text[start : min(end, start + 12 * LONGEST_UNITS)]):
        if at > start and (units(text[start : at + len(word)]) > longest or at - start > 200):
            return at
        at += len(word)
    return min(end, max(at, start + 1) if at - start <= 400 else start + 200)


def _skip_space(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at
