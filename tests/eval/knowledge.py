"""How well the product answers from documents: ``python -m tests.eval.knowledge FILE.json``.

FILE has ``documents`` and ``questions`` as ``../shared/data/README.md`` defines them. All documents are
imported together into a household of its own and bound to one role; each question goes through
``household.knowledge.search``, with what was said before it. A question of type ``asr`` came from a
recogniser, so it is asked as spoken; nothing else of its type is told.

On standard output, one JSON value: ``by_type`` (first place right), ``first_three``, ``answered``, ``declined``,
``intervals`` (95 %, Wilson) and ``misses``, with multilingual USE as every platform has it; ``lexical_only`` and
``with_e5`` hold the same without vectors and with the second embedder, where that is installed. A hit is
a result from ``answer_doc`` whose quote overlaps ``answer_quote``, whether or not it was declined.
``--dump FILE`` writes what the product said, one JSON line an item, for scoring by others; ``--as`` says of which.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import Any

import msgspec

from core.brain.fake import Scripted
from core.clock import ManualClock
from core.conversation.equipment import Equipment
from core.household.household import MIGRATIONS, Household
from core.ids import random_bytes
from core.knowledge.documents import Answerable
from core.people.roles import draft
from core.retrieval.embed import Embedder, embedders
from core.secret import Secret
from core.vault.database import Vault
from core.vault.recovery_slot import RecoverySlot
from tests.eval.intervals import share, wilson

ASKED = ("direct", "paraphrase", "asr", "followup")
SHOWN = 3


class Text(msgspec.Struct, frozen=True):
    """A document of the file."""

    id: str
    title: str
    text: str
    lang: str = "zh"


class Said(msgspec.Struct, frozen=True):
    """A turn before the question."""

    by: str
    text: str


class Question(msgspec.Struct, frozen=True):
    """A question of the file."""

    id: str
    q: str
    type: str
    answer_doc: str | None = None
    answer_quote: str | None = None
    context: tuple[Said, ...] = ()
    lang: str = "zh"


class Set(msgspec.Struct, frozen=True):
    """The file."""

    documents: tuple[Text, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """One quote of the product, in the file's own names."""

    doc: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A question and what the product said. places: which results hit, 0 the first."""

    question: Question
    declined: bool
    results: tuple[Result, ...]
    places: tuple[int, ...]


def read(path: Path) -> Set:
    """Raises ValueError for what is not such a file, or has an answer that its document has not."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Set)
    except msgspec.DecodeError as error:
        raise ValueError(f"{path}: {error}") from error
    texts = {one.id: one.text for one in found.documents}
    for question in found.questions:
        if question.type not in (*ASKED, "unanswerable"):
            raise ValueError(f"{path}: {question.id} has the unknown type {question.type}")
        if question.type != "unanswerable" and not _spans(question, texts):
            raise ValueError(f"{path}: {question.id} has an answer that its document does not hold")
    return found


async def judge(asked: Set, embedder: Embedder | None) -> list[Judged]:
    """Import everything, ask everything."""
    with tempfile.TemporaryDirectory(prefix="banyan-eval-") as folder:
        slot = RecoverySlot(Secret(random_bytes(20)))
        clock = ManualClock()
        vault = Vault.create(Path(folder) / "vault", [slot], MIGRATIONS, clock)
        equipment = Equipment(
            vault=vault, model=Scripted(), clock=clock, zone=UTC, machine="evaluation", embedder=embedder
        )
        async with Household(equipment) as household:
            person = await household.people.add("Evaluator", "zh")
            role = await household.roles.add(draft("companion"))
            ids: dict[str, str] = {}
            for one in asked.documents:
                document = await household.knowledge.add(
                    one.title, f"{one.id}.txt", one.text, by=person, roles=(role,)
                )
                ids[document.id] = one.id
            judged = []
            for question in asked.questions:
                found = await household.knowledge.search(
                    role,
                    question.q,
                    context=tuple(turn.text for turn in question.context if turn.by == "user"),
                    replies=tuple(turn.text for turn in question.context if turn.by == "assistant"),
                    spoken=question.type == "asr",
                )
                judged.append(_judged(question, found, ids, asked))
            return judged


def _judged(question: Question, found: Answerable, ids: dict[str, str], asked: Set) -> Judged:
    quotes = (found.quotes or found.nearest)[:SHOWN]
    results = tuple(Result(ids[q.document], q.start, q.end, q.text) for q in quotes)
    gold = _spans(question, {one.id: one.text for one in asked.documents})
    places = tuple(
        place
        for place, one in enumerate(results)
        if one.doc == question.answer_doc and any(one.start < end and start < one.end for start, end in gold)
    )
    return Judged(question, found.state != "found", results, places)


def _spans(question: Question, texts: dict[str, str]) -> list[tuple[int, int]]:
    """Where the answer stands in its document, every time it does."""
    text, quote = texts.get(question.answer_doc or "", ""), question.answer_quote or ""
    spans, at = [], text.find(quote) if quote else -1
    while at >= 0:
        spans.append((at, at + len(quote)))
        at = text.find(quote, at + 1)
    return spans


def score(judged: Sequence[Judged]) -> dict[str, Any]:
    """The report as ``../shared/data/README.md`` defines it, with what it adds."""
    first: dict[str, tuple[int, int]] = {}
    three: dict[str, tuple[int, int]] = {}
    for kind in ASKED:
        of = [one for one in judged if one.question.type == kind]
        first[kind] = (sum(0 in one.places for one in of), len(of))
        three[kind] = (sum(bool(one.places) for one in of), len(of))
    answerable = [one for one in judged if one.question.type != "unanswerable"]
    others = [one for one in judged if one.question.type == "unanswerable"]
    answered = (sum(not one.declined for one in answerable), len(answerable))
    declined = (sum(one.declined for one in others), len(others))
    return {
        "by_type": {kind: share(*counts) for kind, counts in first.items()},
        "first_three": {kind: share(*counts) for kind, counts in three.items()},
        "answered": share(*answered),
        "declined": share(*declined),
        "intervals": {
            "by_type": {kind: wilson(*counts) for kind, counts in first.items()},
            "first_three": {kind: wilson(*counts) for kind, counts in three.items()},
            "answered": wilson(*answered),
            "declined": wilson(*declined),
        },
        "misses": [miss for one in judged if (miss := _miss(one)) is not None],
    }


def _miss(one: Judged) -> dict[str, object] | None:
    question = one.question
    wrong = [] if question.type == "unanswerable" or 0 in one.places else ["quote"]
    if one.declined == (question.type != "unanswerable"):
        wrong.append("declined" if one.declined else "answered")
    if not wrong:
        return None
    return {
        "id": question.id,
        "q": question.q,
        "type": question.type,
        "wrong": wrong,
        "place": one.places[0] + 1 if one.places else None,
        "wanted": question.answer_quote,
        "said": [result.text for result in one.results],
    }


def dump(judged: Sequence[Judged], path: Path) -> None:
    """What the product said of each question, in the file's order."""
    lines = [
        {
            "id": one.question.id,
            "declined": one.declined,
            "results": [
                {"doc": result.doc, "start": result.start, "end": result.end, "text": result.text}
                for result in one.results
            ],
        }
        for one in judged
    ]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read, judge each way that is installed, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ways = embedders()
    parser.add_argument("file", type=Path)
    parser.add_argument("--dump", type=Path, metavar="FILE")
    parser.add_argument("--as", dest="way", choices=list(ways), help="whose answers are dumped and on top")
    parser.add_argument("--totals", action="store_true", help="without the misses")
    asked = parser.parse_args(arguments)
    try:
        found = read(asked.file)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    judged = {way: asyncio.run(judge(found, make())) for way, make in ways.items()}
    top = asked.way or ("default" if "default" in ways else "lexical_only")
    if asked.dump:
        dump(judged[top], asked.dump)
    reports = {way: score(one) for way, one in judged.items()}
    report = reports.pop(top) | reports
    if asked.totals:
        for one in (report, *reports.values()):
            one.pop("misses")
    json.dump(report, sys.stdout, ensure_ascii=False, indent=2)
    print()


if __name__ == "__main__":
    main()
