"""A voice that hums a tone for every letter: nobody understands it, but it keeps the contract of a voice."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import numpy as np

from core.speech.ports import Mark, SpokenChunk, Style

RATE = 24_000
_SECONDS = 0.1
_CLAUSE = re.compile(r".*?(?:[,.;!?，。；！？、]+\s*|$)", re.DOTALL)


class HummingVoice:
    """A ``Voice``."""

    async def speak(self, text: str, style: Style) -> AsyncIterator[SpokenChunk]:
        start = 0
        for clause in _clauses(text):
            end = start + len(clause)
            yield _hummed(clause, start, end, style.speed)
            start = end


def _clauses(text: str) -> list[str]:
    """Clauses with something to say; what has nothing to say goes with the one before."""
    found: list[str] = []
    for piece in _CLAUSE.findall(text):
        if any(letter.isalnum() for letter in piece) or not found:
            found.append(piece)
        else:
            found[-1] += piece
    return found if any(letter.isalnum() for letter in text) else []


def _hummed(clause: str, start: int, end: int, speed: float) -> SpokenChunk:
    length = int(_SECONDS * RATE / speed)
    times = np.arange(length) / RATE
    tones, marks = [], []
    for place, letter in enumerate(clause):
        if letter.isalnum():
            marks.append(Mark(len(tones) * length, start + place + 1))
            tones.append(np.sin(2 * np.pi * (200 + ord(letter) % 200) * times) * 8_000)
    return SpokenChunk(np.concatenate(tones).astype(np.int16), start, end, tuple(marks), measured=True)
