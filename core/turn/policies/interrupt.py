"""What a voice over the assistant's own means: a murmur, a stop, a real turn, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.turn.policies.completeness import Label

Meaning = Literal["nothing", "backchannel", "stop", "turn"]


@dataclass(frozen=True, slots=True)
class Interruption:
    """Seconds, and the gain of a duck.

    min_speech: voiced time after which the answer pauses. probe_after: voiced time after which a
    voice that goes on is recognised without waiting for its pause. words_within: a pause with no
    words for so long was a false interruption.
    """

    min_speech: float = 0.16
    probe_after: float = 0.8
    words_within: float = 2.0
    duck_gain: float = 0.25


def meaning(text: str, label: Label) -> Meaning:
    """What to make of words spoken over the answer. A hold takes the floor like a turn does."""
    if not text.strip():
        return "nothing"
    if label == "backchannel":
        return "backchannel"
    return "stop" if label == "stop" else "turn"
