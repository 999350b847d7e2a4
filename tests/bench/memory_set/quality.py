"""What is right: facts out of dialogues, and which memory is recalled for a question, beside rivals."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.text import Language
from tests.bench.knowledge_set.measured import Measured, Share
from tests.eval import memory, recall
from tests.eval.recall_set import FORMS, present, questions

_SHARED = Path(__file__).parents[4]
SETS = {
    "facts of dialogues (shared)": _SHARED / "shared" / "data" / "memory_cases.jsonl",
    "facts of dialogues (written blind, studied since)": _SHARED / "notes" / "sets" / "memory_dev.jsonl",
}
"""Files that may lie beside the project."""
_AIMS = {"precision": 0.95, "recall": 0.85, "final_active": 0.9}
FIRST = 5


def extracted() -> Measured:
    """Precision, recall and what is active in the end, for every set that is here."""
    shares: list[Share] = []
    notes: list[str] = []
    for name, path in SETS.items():
        if not path.exists():
            notes.append(f"Not measured: {name}, which is not on this machine.")
            continue
        report = memory.score(asyncio.run(memory.judge(memory.read(path))))
        counts = report["counts"]
        assert isinstance(counts, dict)
        for measure, aim in _AIMS.items():
            right, of = counts[measure]
            shares.append(Share(name, measure, "the product", right, of, target=aim))
        notes.append(f"{name}: {report['reject_violations']} violations of what was to be rejected (0).")
    return Measured(shares=tuple(shares), notes=tuple(notes))


def recalled(language: Language, most: int) -> Measured:
    """The share of questions with a gold utterance among the first five, by form, way and rival. most: of the
    questions."""
    if not present(language):
        return Measured(notes=(f"Not measured: recall ({language}); MemoryBank is not beside the project.",))
    placed = recall.measured(language, most=most)
    forms = [one.kind for one in questions(language)[:most]]
    ways = {way: [one.places[way] for one in placed] for way in placed[0].places}
    rivals = recall.rivals(language, most=most)
    name = f"a question's utterance among the first {FIRST} (MemoryBank, {language})"
    shares = []
    for way, places in (ways | rivals).items():
        for form in (*FORMS, "all"):
            of = [
                place is not None and place <= FIRST
                for place, own in zip(places, forms, strict=True)
                if form in (own, "all")
            ]
            if of:
                shares.append(Share(name, form, way, sum(of), len(of), rival=way in rivals))
    return Measured(shares=tuple(shares))
