"""How far a download has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Bytes of one file. done == total: all there, and verified. source: where it is coming from."""

    model: str
    file: str
    done: int
    total: int
    source: str


OnProgress = Callable[[Progress], None]
OnBytes = Callable[[int], None]


def unheard(_: Progress) -> None:
    """For callers who do not watch."""
