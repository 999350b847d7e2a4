"""Where an import is, on one line of a terminal that is written over; nothing where nobody looks."""

from __future__ import annotations

import sys
import unicodedata
from typing import TYPE_CHECKING

from app import messages
from core.text import Language

if TYPE_CHECKING:
    from core.household.importing import Step

_CLEAR = "\r\x1b[K"
_NAME = 30


class Steps:
    """Callable with every step. A context manager: leaving it clears the line."""

    def __init__(self, language: Language, *, quiet: bool = False) -> None:
        self._language = language
        self._shown = sys.stderr.isatty() and not quiet
        self._last = ""

    def __call__(self, step: Step) -> None:
        if not self._shown:
            return
        line = said(step, self._language)
        if line != self._last:
            self._last = line
            sys.stderr.write(_CLEAR + line)
            sys.stderr.flush()

    def __enter__(self) -> Steps:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._last:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()


def said(step: Step, language: Language) -> str:
    """One step in words: which file of how many, what is done to it, and how far that is."""
    share = f" {100 * step.done // step.total} %" if step.total else ""
    stage = {
        "reading": messages.text("knowledge.step_reading", language),
        "preparing": messages.text("knowledge.step_preparing", language),
        "storing": messages.text("knowledge.step_storing", language),
        "vectors": messages.text("knowledge.step_vectors", language),
    }[step.stage]
    name = "".join(c for c in step.name[-_NAME:] if not unicodedata.category(c).startswith("C"))
    return f"[{step.file}/{step.files}] {name}  {stage}{share}"
