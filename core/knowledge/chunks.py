"""Cutting a document: units a person would quote, and chunks that tile the text for the index."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from core.text import count_han, sentence_spans

MAX_UNIT: Final = 160
MAX_LATIN_UNIT: Final = 400
"""Characters of the longest unit, in Chinese and in other scripts; longer sentences are cut at a comma,
else between words, else anywhere."""
MAX_CHUNK: Final = 480
"""Characters a chunk is filled to."""

_HEADING = re.compile(r"#{1,6}\s|={3,}|\d+(?:\.\d+)*[.、]?\s*\S{1,20}$")
_CUTS = (re.compile(r"[，,、：:；;]\s*"), re.compile(r"\s+"))


class Span(NamedTuple):
    """Offsets in characters; end is past the last one."""

    start: int
    end: int


def units(text: str) -> list[Span]:
    """Sentences and headings, trimmed and in order; every character that is not blank is in exactly one."""
    found: list[Span] = []
    for start, end in sentence_spans(text):
        at = start
        while end - at > (longest := _longest(text, at)):
            cut = _last_cut(text, at + longest // 3, at + longest)
            found.append(_trimmed(text, at, cut))
            at = _trimmed(text, cut, end).start
        if at < end:
            found.append(Span(at, end))
    return found


def chunks(text: str) -> list[Span]:
    """Whole units packed up to :data:`MAX_CHUNK` characters, a heading always first in its chunk.

    The spans tile the text: the first begins at 0, each begins where the last one ended, the last ends
    with the text. A run of blanks belongs to the chunk before it, and is cut when it alone is too long.
    """
    if not text:
        return []
    starts = [0]
    for unit in units(text):
        start = unit.start
        if start == 0:
            continue
        full = unit.end - starts[-1] > MAX_CHUNK
        if full or is_heading(text[unit.start : unit.end]):
            starts.append(start)
    tiles = [Span(a, b) for a, b in zip(starts, [*starts[1:], len(text)], strict=True) if a < b]
    return [piece for tile in tiles for piece in _no_longer_than(tile, 2 * MAX_CHUNK)]


def is_heading(unit: str) -> bool:
    """Whether a unit only names what follows: Markdown's #, or a short numbered line without a full stop."""
    return bool(_HEADING.match(unit)) and unit[-1] not in "。！？.!?；;，,"


def _longest(text: str, start: int) -> int:
    return MAX_UNIT if count_han(text[start : start + MAX_UNIT]) > MAX_UNIT // 10 else MAX_LATIN_UNIT


def _last_cut(text: str, first: int, end: int) -> int:
    for marks in _CUTS:
        found = [mark.end() for mark in marks.finditer(text, first, end)]
        if found:
            return found[-1]
    return end


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _no_longer_than(tile: Span, most: int) -> list[Span]:
    return [Span(at, min(at + most, tile.end)) for at in range(tile.start, tile.end, most)]
