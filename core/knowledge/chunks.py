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
MAX_LATIN_CHUNK: Final = 1200
"""Characters a chunk is filled to, in Chinese and in other scripts."""

_HEADING = re.compile(r"#{1,6}\s|={3,}|\d+(?:\.\d+)*[.、]?\s*\S{1,20}$")
_LABEL = re.compile(r"(?:[-*•]\s*)?\w{1,12}[.．]")
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
    return _with_labels(text, found)


def chunks(text: str) -> list[Span]:
    """Whole units packed up to :data:`MAX_CHUNK` characters, a heading always first in its chunk.

    The spans tile the text: the first begins at 0, each begins where the last one ended, the last ends
    with the text. A run of blanks belongs to the chunk before it, and is cut when it alone is too long.
    """
    if not text:
        return []
    starts, line = [0], 0
    for unit in units(text):
        start = unit.start
        if start == 0:
            continue
        fresh = (
            "\n" in text[max(0, start - 40) : start]
            and not text[text.rfind("\n", 0, start) + 1 : start].strip()
        )
        if fresh and not _is_question(text, line, start):
            line = start
        most = MAX_CHUNK if _longest(text, starts[-1]) == MAX_UNIT else MAX_LATIN_CHUNK
        if is_heading(text[unit.start : unit.end]):
            starts.append(start)
        elif unit.end - starts[-1] > most:
            # A line is kept whole where that leaves the chunk half full: its beginning tells of the rest.
            starts.append(line if line - starts[-1] > most // 2 else start)
    tiles = [Span(a, b) for a, b in zip(starts, [*starts[1:], len(text)], strict=True) if a < b]
    return [piece for tile in tiles for piece in _no_longer_than(tile, 2 * MAX_LATIN_CHUNK)]


def is_heading(unit: str) -> bool:
    """Whether a unit only names what follows: Markdown's #, or a short numbered line without a full stop."""
    return bool(_HEADING.match(unit)) and unit[-1] not in "。！？.!?；;，,"


def _with_labels(text: str, spans: list[Span]) -> list[Span]:
    """A number, a letter or a name with a full stop belongs to what it stands before (1. , Q. , March.), and
    a row of a table is one."""
    joined: list[Span] = []
    for span in spans:
        before = joined[-1] if joined else None
        if (
            before is not None
            and (text[before.start] == "|" or _LABEL.fullmatch(text, before.start, before.end))
            and "\n" not in text[before.end : span.start]
            and span.end - before.start <= _longest(text, before.start)
        ):
            joined[-1] = Span(before.start, span.end)
        else:
            joined.append(span)
    return joined


def _is_question(text: str, start: int, end: int) -> bool:
    return text[start:end].rstrip().endswith(("?", "？"))


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
