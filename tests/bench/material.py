"""Endless synthetic Chinese text, always the same, with the statistics that matter to an index."""

from __future__ import annotations

import random
from itertools import accumulate

WORDS_KNOWN = 6000


class Material:
    """Words of two and three characters drawn by Zipf's law: few of them often, most seldom."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        han = [bytes([a, b]).decode("gb2312") for a in range(0xB0, 0xD7) for b in range(0xA1, 0xFA)]
        lengths = self._dice.choices((2, 3), (5, 1), k=WORDS_KNOWN)
        self.words = ["".join(self._dice.choices(han, k=length)) for length in lengths]
        self._weights = list(accumulate(1 / rank for rank in range(1, WORDS_KNOWN + 1)))

    def sentence(self) -> str:
        drawn = self._dice.choices(self.words, cum_weights=self._weights, k=self._dice.randint(10, 22))
        middle = len(drawn) // 2
        return f"{''.join(drawn[:middle])}，{''.join(drawn[middle:])}。"

    def document(self, chunks: int) -> str:
        """About so many chunks."""
        return "".join(self.sentence() for _ in range(round(chunks * 450 / 36)))

    def question(self, text: str) -> str:
        """Four words that stand together in the text, none of the most frequent."""
        at = self._dice.randrange(len(text) - 400)
        near = [word for word in self.words[100:] if word in text[at : at + 400]]
        return "".join(near[:4]) or self.question(text)
