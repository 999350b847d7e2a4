"""Numbers that were seen lately, however long a conversation lasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

KEPT = 1024
"""Utterances. Whoever writes one has long forgotten those of a thousand sentences ago."""


class Recent:
    """A set that lets go of what was added first once it holds more than KEPT."""

    def __init__(self) -> None:
        self._numbers: dict[int, None] = {}

    def add(self, number: int) -> None:
        self._numbers[number] = None
        if len(self._numbers) > KEPT:
            del self._numbers[next(iter(self._numbers))]

    def update(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.add(number)

    def __contains__(self, number: int) -> bool:
        return number in self._numbers

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)
