"""From one final user utterance to candidates, by the rules of its language."""

from __future__ import annotations

from core.memory import rules_en, rules_zh
from core.memory.clauses import Extraction
from core.memory.facts import MAX_TEXT
from core.text import Language

MAX_UTTERANCE = 2_000
"""Characters of an utterance that are read; nobody tells facts in a longer one, files are pasted so."""


def extract(text: str, language: Language) -> Extraction:
    """What the utterance states about its speaker and relatives; never anything the speaker only quotes."""
    rules = rules_zh if language == "zh" else rules_en
    found = rules.extract(text[:MAX_UTTERANCE])
    short = tuple(fact for fact in found.facts if len(fact.text) <= MAX_TEXT)
    return Extraction(facts=short, closes=found.closes, forgets=found.forgets)
