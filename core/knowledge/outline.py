"""What stands over a sentence and tells what it is about: heading, question, header, the line's beginning.

"Hang it behind the door" means little; under "Shed", "## Keys" or "Q. Where is the ladder?" it is an answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from core.knowledge.chunks import Span, is_heading, units

MAX_LEAD: Final = 80
"""Characters of one part of a lead."""

_QUESTION = re.compile(r"[?？][\"'”’)）】」』]*$")
_ROW = re.compile(r"\|")
_RULE = re.compile(r"[|\s:：+=-]+$")
_LABEL = re.compile(r"([^：:。，,]{1,24})[：:](?!\d)|(\w{2,12})[.．]\s")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One unit that may be quoted. lead: what it is said under, outermost first; empty when nothing is."""

    span: Span
    text: str
    lead: str


def sentences(text: str) -> list[Sentence]:
    """The quotable units of a chunk, in order: no headings, no questions, no rules of tables."""
    found: list[Sentence] = []
    heading = question = header = begun = ""
    before = 0
    for span in units(text):
        unit = text[span.start : span.end]
        fresh = not found or "\n" in text[before : span.start]
        before = span.end
        begun = "" if fresh else begun
        if is_heading(unit):
            heading, question, header = unit.strip("#= \t"), "", ""
        elif _QUESTION.search(unit):
            question = unit
        elif _ROW.match(unit):
            if _RULE.match(unit):
                continue
            if header:
                found.append(Sentence(span, unit, _joined(heading, header)))
            else:
                header = unit
        else:
            header = ""
            found.append(Sentence(span, unit, _joined(heading, question, begun)))
            begun = begun or _beginning(unit)
    return found


def _beginning(unit: str) -> str:
    """What the rest of a line goes on about: its label, else all of a short sentence."""
    label = _LABEL.match(unit)
    if label:
        return label[1] or label[2]
    return unit if len(unit) <= MAX_LEAD // 2 else ""


def _joined(*parts: str) -> str:
    return "。".join(part[:MAX_LEAD].strip("。 ") for part in parts if part)
