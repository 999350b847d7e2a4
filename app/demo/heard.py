"""How much of a sentence sounded, judged by what a recogniser read from the recording."""

from __future__ import annotations

from app.scoring import distance
from core.text import language_of


def sounded_characters(before: str, sentence: str, read: str) -> int:
    """The length of the prefix of ``sentence`` that, after ``before``, is nearest to what was ``read``.

    In English it is cut back to the last finished word, as the journal does. Marks and spaces do not
    sound: of equally near prefixes the longest counts.
    """
    target = _letters(read)
    said = _letters(before)
    distances = [distance(said + _letters(sentence[:end]), target) for end in range(len(sentence) + 1)]
    nearest = min(distances)
    end = max(at for at, d in enumerate(distances) if d == nearest)
    if language_of(sentence) == "en":
        while 0 < end < len(sentence) and sentence[end - 1].isalnum() and sentence[end].isalnum():
            end -= 1
    return end


def _letters(text: str) -> list[str]:
    return [c for c in text.casefold() if c.isalnum()]
