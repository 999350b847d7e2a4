"""Voices whose sound comes over a wire: clause by clause, in pieces, without a word about timing.

What has been said at each moment is estimated: characters are spread over the time the clause will
probably take, learned from the clauses before it, and over what is left once its end is known.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import numpy as np
from numpy.typing import NDArray

from core.speech.clauses import Clause, clauses, covering
from core.speech.ports import Mark, Samples, SpokenChunk
from core.text import Language, is_cjk

RATE = 24_000
Sounding = Callable[[str, Language], AsyncGenerator[Samples, None]]
"""Asks for the sound of one clause: int16, mono, 24 kHz, in pieces of any length."""

_FIRST_PIECE = RATE * 3 // 20
_GROWTH = 1.6
_HAN_SECONDS = 0.22
_LETTER, _DIGIT = 0.34, 0.9
_CAUTION = 1.1  # rather too little heard than too much


class Pace:
    """Seconds that a Han character takes at natural speed, learned as clauses are spoken."""

    def __init__(self) -> None:
        self.seconds = _HAN_SECONDS

    def learn(self, weight: float, seconds: float) -> None:
        """A clause of ``weight`` characters took so long at natural speed."""
        if weight >= 4:
            self.seconds = min(0.6, max(0.08, (self.seconds + seconds / weight) / 2))


async def streamed(
    text: str, sounding: Sounding, pace: Pace, speed: float
) -> AsyncGenerator[SpokenChunk, None]:
    """The chunks of a text, see ``Voice.speak``. Closing it closes the request in hand."""
    spoken_to = 0
    for clause in covering(clauses(text, _uncut), text):
        said = text[spoken_to : clause.end]
        weights = np.array([_weight(character) for character in said])
        async with aclosing(sounding(_words(text, clause), clause.language)) as pieces:
            played, done, start = 0, 0, spoken_to
            async for pcm, last in _grown(pieces):
                expected = pace.seconds * weights.sum() / speed * _CAUTION * RATE
                ends = (
                    _ends(weights, done, played, played + len(pcm))
                    if last
                    else _ends(weights, 0, 0, expected)
                )
                over = len(said) if last else min(len(said) - 1, int(np.sum(ends <= played + len(pcm))))
                over = max(over, done)
                yield _chunk(pcm, spoken_to, start, over, ends - played)
                played, done, start = played + len(pcm), over, spoken_to + over
        if played:
            pace.learn(float(weights.sum()), played / RATE * speed)
            spoken_to = clause.end


def longest(text: str) -> int:
    """Samples that a clause can possibly take; a service that sends more is not speaking."""
    return round((15.0 + 2.0 * sum(_weight(character) for character in text)) * RATE)


def _words(text: str, clause: Clause) -> str:
    return text[clause.start : clause.end].strip()


def _chunk(pcm: Samples, clause_start: int, start: int, over: int, ends: NDArray[np.float64]) -> SpokenChunk:
    """``ends``: the sample of this piece at which each character of the clause is over."""
    marks: list[Mark] = []
    for index in range(start - clause_start, over):
        begins = int(ends[index - 1]) if index else 0
        sample = min(max(begins, 0), max(len(pcm) - 1, 0))
        if marks and sample <= marks[-1].sample:
            sample = marks.pop().sample
        marks.append(Mark(sample, clause_start + index + 1))
    return SpokenChunk(pcm, start, clause_start + over, tuple(marks))


def _ends(weights: NDArray[np.float64], done: int, played: int, until: float) -> NDArray[np.float64]:
    """When each character is over, in samples of the clause: what is not ``done`` is spread from ``played``
    to ``until``."""
    left = weights.copy()
    left[:done] = 0.0
    share = np.cumsum(left) / left.sum() if left.sum() else np.ones(len(left))
    spread: NDArray[np.float64] = played + share * max(0.0, until - played)
    return spread


async def _grown(pieces: AsyncGenerator[Samples, None]) -> AsyncGenerator[tuple[Samples, bool], None]:
    """Pieces that grow, the first soon, each with whether it is the last. A little is always held back, for
    only the end of the stream tells which piece was the last."""
    held: Samples = np.zeros(0, np.int16)
    wanted = _FIRST_PIECE
    async for piece in pieces:
        held = np.concatenate([held, piece])
        while len(held) > wanted:
            yield held[:wanted], False
            held = held[wanted:]
            wanted = round(wanted * _GROWTH)
    if len(held):
        yield held, True


def _uncut(text: str) -> list[str]:
    """These voices come without a dictionary: Chinese is cut at its marks only."""
    return [text]


def _weight(character: str) -> float:
    if is_cjk(character):
        return 1.0
    if character.isdigit():
        return _DIGIT
    return _LETTER if character.isalpha() else 0.0
