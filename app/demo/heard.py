"""How much of a sentence sounded, judged by what a recogniser read from the recording."""

from __future__ import annotations

import re

from core.retrieval.sound import sound_tokens
from core.text import language_of

_MISSED_BEGINNING = 0.25
"""Cost of a unit that the recogniser left out at the beginning; elsewhere one."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def sounded_characters(before: str, sentence: str, read: str) -> int:
    """Where in ``sentence``, spoken after ``before``, the reading ends: the length of what sounded.

    Chinese is compared by characters, English by words, as the journal counts them. Of equally near
    ends Chinese takes the last (the last character was misread) and English the first (an unfinished
    word was read as some other word).
    """
    english = language_of(sentence) == "en"
    spans = [match.span() for match in _WORD.finditer(sentence)] if english else _letters(sentence)
    said = _units(before, english=english) + [sentence[start:end].casefold() for start, end in spans]
    ends = _distances_to_ends(said, _units(read, english=english))
    nearest = [at for at, distance in enumerate(ends) if distance == min(ends)]
    count = (nearest[0] if english else nearest[-1]) - (len(said) - len(spans))
    return spans[count][0] if count < len(spans) and count > 0 else len(sentence) * (count > 0)


def says(text: str, words: str) -> bool:
    """Whether ``words`` are in ``text``, as written or as they sound: 法与 says 法语.

    What a recogniser spells is its affair, and changes with the processor; that what was understood
    is what is remembered and answered is the check's.
    """
    return words in text or _within(sound_tokens(words), sound_tokens(text))


def _within(part: list[str], whole: list[str]) -> bool:
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def without_last_word(sentence: str, end: int) -> int:
    """``end`` moved back over the last English word before it; where it is in Chinese.

    A recogniser completes the word that was cut off, the journal leaves it out: nobody who only
    listens can tell which of the two it was.
    """
    if language_of(sentence) != "en":
        return end
    starts = [match.start() for match in _WORD.finditer(sentence, 0, end)]
    return starts[-1] if starts else 0


def _distances_to_ends(said: list[str], read: list[str]) -> list[float]:
    """Edit distance of ``read`` to what had been said after each unit."""
    row = [float(j) for j in range(len(read) + 1)]
    ends = [row[-1]]
    for unit in said:
        diagonal, row[0] = row[0], row[0] + _MISSED_BEGINNING
        for j, other in enumerate(read, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (unit != other))
        ends.append(row[-1])
    return ends


def _units(text: str, *, english: bool) -> list[str]:
    spans = [match.span() for match in _WORD.finditer(text)] if english else _letters(text)
    return [text[start:end].casefold() for start, end in spans]


def _letters(text: str) -> list[tuple[int, int]]:
    return [(at, at + 1) for at, character in enumerate(text) if character.isalnum()]
