"""What a memory is wanted for: the last thing said, and what was said before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_LAST_MARKS: Final = " \t？?。.！!…"
_MOST: Final = 6
"""Utterances before the last one that are asked with."""


@dataclass(frozen=True, slots=True)
class Asked:
    """question: the last thing said. context: the person's utterances before it, the oldest first. spoken:
    heard, so that it may sound right and be spelled wrong."""

    question: str
    context: tuple[str, ...] = ()
    spoken: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """What is looked for: the question, and where something was said before, all of it together.

        Without the last marks: facts are kept without them, and a question mark alone turns the vector of
        a question away (R@5 of USE on MemoryBank's Chinese questions 81 % with it, 85 % without).
        """
        question = bare(self.question)
        before = [bare(text) for text in self.context[-_MOST:] if text.strip()]
        return (question, "。".join((*before, question))) if before else (question,)


def bare(text: str) -> str:
    """Without the marks at its end."""
    return text.strip().rstrip(_LAST_MARKS)
