"""Danger and despair: recognised and answered in fixed, tested words, whatever model is behind.

The one place that asks; Grounded's rules and phrases are the one place that knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from core.brain.grounded.hearing import hear
from core.brain.grounded.phrases import phrase
from core.brain.grounded.statements import moment
from core.text import Language

Kind = Literal["urgent", "despair"]


@dataclass(frozen=True, slots=True)
class Urgency:
    """kind: danger to the body, or not wanting to live. sentence: what is said, never improvised."""

    kind: Kind
    language: Language
    sentence: str


def urgency(text: str, language: Language, *, spoken: bool = True) -> Urgency | None:
    """What was said that must not wait; None for everything else."""
    heard = hear(text, language, spoken=spoken)
    kind = moment(heard)
    if kind is None:
        return None
    return Urgency(cast("Kind", kind), heard.language, phrase(kind, heard.language))
