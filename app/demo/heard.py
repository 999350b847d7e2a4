"""How much of a sentence sounded, judged by what a recogniser read from the recording."""

from __future__ import annotations

from core.text import language_of


def sounded_characters(before: str, sentence: str, read: str) -> int:
    """Where in ``sentence``, spoken after ``before``, the reading ends: the length of what sounded.

    In English it is cut back to the last finished word, as the journal does. Marks and spaces do not
    sound: of equally near places the last counts.
    """
    said = [c for c in (before + sentence).casefold() if c.isalnum()]
    ends = _distances_to_ends(said, [c for c in read.casefold() if c.isalnum()])
    letters = max(at for at, distance in enumerate(ends) if distance == min(ends))
    end = _after_letters(sentence, letters - sum(c.isalnum() for c in before))
    if language_of(sentence) == "en":
        while 0 < end < len(sentence) and sentence[end - 1].isalnum() and sentence[end].isalnum():
            end -= 1
    return end


def _distances_to_ends(said: list[str], read: list[str]) -> list[int]:
    """Edit distance of ``read`` to the nearest stretch of ``said`` ending after each of its letters.

    Where the stretch begins is free: a recogniser that misses the beginning still knows the end.
    """
    row = list(range(len(read) + 1))
    ends = [row[-1]]
    for letter in said:
        diagonal, row[0] = row[0], 0
        for j, other in enumerate(read, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (letter != other))
        ends.append(row[-1])
    return ends


def _after_letters(text: str, count: int) -> int:
    """The offset behind the ``count``-th letter of ``text`` and the marks that follow it."""
    seen = 0
    for at, character in enumerate(text):
        if character.isalnum():
            if seen >= count:
                return at
            seen += 1
    return len(text)
