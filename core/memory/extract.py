"""From one final user utterance to candidates, by the rules of its language."""

from __future__ import annotations

import msgspec

from core.memory import dates, rules_en, rules_zh
from core.memory.clauses import Extraction
from core.memory.facts import MAX_TEXT, Candidate
from core.text import Language

MAX_UTTERANCE = 2_000
"""Characters of an utterance that are read; nobody tells facts in a longer one, files are pasted so."""


def extract(text: str, language: Language) -> Extraction:
    """What the utterance states about its speaker and relatives; never anything the speaker only quotes."""
    rules = rules_zh if language == "zh" else rules_en
    found = rules.extract(text[:MAX_UTTERANCE])
    short = tuple(dated(fact) for fact in found.facts if len(fact.text) <= MAX_TEXT)
    return Extraction(facts=short, closes=found.closes, forgets=found.forgets, amends=found.amends)


def dated(fact: Candidate) -> Candidate:
    """A birthday with its day in the one written form (``core.memory.dates``), whatever it was said in; any
    other fact as it is."""
    if fact.kind != "birthday" or dates.from_text(fact.value) is not None:
        return fact
    named, told = dates.month_day(fact.value), dates.month_day(fact.text)
    if named is not None and told is not None and (named.month, named.day) == (told.month, told.day):
        named = told  # which of the calendars it is may stand beside it
    day = named or told
    return fact if day is None else msgspec.structs.replace(fact, value=day.text)
