"""Turning a person's own words to them: 我 to 您, my to your, and only where it is surely about them."""

from __future__ import annotations

import re

from core.text import Language

# Words of others, other persons, and compounds in which 我 is not the speaker: then it is quoted.
_UNSURE_ZH = re.compile(
    r"我们|咱|你|您|自我|忘我|我[国方市校]|[“”‘’「」『』\"]|(?:说|讲|问|喊|告诉|以为|觉得)[:：,，]?我"
)
_UNSURE_EN = re.compile(
    r"\b(?:you|your|yours|we|us|our|ours|said|says|told|tells|asked)\b|[“”\"]", re.IGNORECASE
)

_EN = (
    (r"\bI['’]m\b|\bI am\b", "you are"),
    (r"\bI['’]ve\b", "you have"),
    (r"\bI['’]ll\b", "you will"),
    (r"\bI['’]d\b", "you'd"),
    (r"\bI was\b", "you were"),
    (r"\bam I\b", "are you"),
    (r"\bI\b", "you"),
    (r"\bmyself\b", "yourself"),
    (r"\bmine\b", "yours"),
    (r"\bmy\b", "your"),
    (r"\bme\b", "you"),
)
_EN_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), into) for pattern, into in _EN)
_FIRST = re.compile(r"我|\b(?:I|my|me|mine)\b", re.IGNORECASE)


def second_person(text: str, language: Language) -> str | None:
    """The same words said to the person, or None when it is not sure whose 我 or I it is."""
    words = text.strip().rstrip("。．.！!？?；;，, ")
    if not words or not _FIRST.search(words):
        return None
    if language == "zh":
        return None if _UNSURE_ZH.search(words) else words.replace("我", "您")
    if _UNSURE_EN.search(words):
        return None
    for pattern, into in _EN_PATTERNS:
        words = pattern.sub(into, words)
    return words
