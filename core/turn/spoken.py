"""From samples that left the speaker to characters that were heard. Pure; rounds down to whole words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.speech.ports import SpokenChunk
from core.text import is_cjk

_WORD = re.compile(r"\d+(?:[.,:]\d+)*%?|[^\W\d_]+(?:['’\-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Heard:
    """characters: length of the prefix of the text that has sounded to its end."""

    characters: int
    boundary: Literal["measured", "estimated"]


def heard(text: str, chunks: Sequence[SpokenChunk], samples: int, *, complete: bool) -> Heard:
    """How much of ``text`` has been heard when ``samples`` (24 kHz) of its chunks have played.

    complete: these are all its chunks, so their end is the text's end. Grows with ``samples`` and
    with further chunks. A word or character that has begun and not ended is not heard.
    """
    reached, measured, left = 0, True, samples
    for chunk in chunks:
        if left <= 0:
            break
        measured = measured and chunk.measured
        if left < len(chunk.pcm):
            reached = _within(chunk, left)
            break
        left -= len(chunk.pcm)
        reached = chunk.end
    total = sum(len(chunk.pcm) for chunk in chunks)
    if complete and samples >= total:
        return Heard(len(text), "measured" if measured else "estimated")
    return Heard(cut_at_word(text, reached), "measured" if measured else "estimated")


def word_began(text: str, chunks: Sequence[SpokenChunk], samples: int) -> int:
    """The sample at which the word began that was sounding after ``samples``; never after them.

    Between sounding chunks and before the first word it is where the chunk began.
    """
    over = heard(text, chunks, samples, complete=False).characters
    start = 0
    for chunk in chunks:
        if samples < start + len(chunk.pcm):
            return min(samples, start + _reached(chunk, over))
        start += len(chunk.pcm)
    return min(samples, start)


def cut_at_word(text: str, characters: int) -> int:
    """The longest prefix of at most ``characters`` that ends with a whole word; a Han character is one."""
    if characters >= len(text):
        return len(text)
    best = 0
    for end in _word_ends(text):
        if end > characters:
            break
        best = end
    return best


def _within(chunk: SpokenChunk, samples: int) -> int:
    """The characters of a sounding chunk that are over: all before the last mark that has begun."""
    if not chunk.marks:
        return chunk.start + (chunk.end - chunk.start) * samples // len(chunk.pcm)
    begun = [mark for mark in chunk.marks if mark.sample <= samples]
    return begun[-2].characters if len(begun) > 1 else chunk.start


def _reached(chunk: SpokenChunk, characters: int) -> int:
    """Samples of the chunk after which what follows ``characters`` begins to sound."""
    if characters <= chunk.start:
        return 0
    if not chunk.marks:
        return (characters - chunk.start) * len(chunk.pcm) // max(1, chunk.end - chunk.start)
    return next((mark.sample for mark in chunk.marks if mark.characters > characters), len(chunk.pcm))


def _word_ends(text: str) -> list[int]:
    ends: list[int] = []
    for word in _WORD.finditer(text):
        # A run of letters may hold Han characters, each of which is a word.
        ends += [at for at in range(word.start() + 1, word.end()) if is_cjk(text[at - 1]) or is_cjk(text[at])]
        ends.append(word.end())
    return ends
