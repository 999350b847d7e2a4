"""What the engine needs of a detector of wake words, whoever made it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from core.speech.ports import Samples

SAMPLE_RATE = 16_000


@dataclass(frozen=True, slots=True)
class Called:
    """A wake word was heard. word: its name in the detector's list. sample: how many had been fed since
    the start or ``reset`` when it was recognised, which is just after its end. score: 0.0–1.0."""

    word: str
    sample: int
    score: float


class WakeWord(Protocol):
    """Listens for its words in a stream. Called inline: 20 ms take well under 1 ms."""

    def feed(self, pcm: Samples) -> tuple[Called, ...]:
        """``pcm`` is int16, mono, 16 kHz, any length. Each word spoken is reported once."""
        ...

    def mute(self) -> None:
        """From now on nothing wakes it: the assistant's own voice is sounding. Keep feeding."""
        ...

    def unmute(self) -> None:
        """The voice is over. A word that began under it still does not count."""
        ...

    def reset(self) -> None:
        """Forget everything heard, as at the start of a stream; muted stays muted."""
        ...

    def close(self) -> None:
        """Give the models back. Nothing may be fed afterwards."""
        ...
