"""How well the product recalls what was said weeks ago: ``python -m tests.eval.recall [zh|en]``.

Questions with the utterances that answer them are in ``tests/data/memorybank``; the dialogues are MemoryBank's,
which lies beside the project or not. ``recall_living.py`` says how they are lived and asked. Recalled is a
question of which one gold utterance is among the first 1, 5, 10.

On standard output, one JSON value by language: for the product (``USE`` as every platform has it, ``USE + e5``,
``words only``), for its channels alone, for rank fusion, and for rivals: ``r1``, ``r5``, ``r10``, ``mrr``, ``r5_interval``
(95 %, Wilson), ``r5_by_form``; for the product also ``in_turn``, the share of questions whose turn is given a
gold utterance within its room. ``--dump FILE`` writes a line a question: its place each way, and the first ten.
``--misses`` prints what is not among the first five.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from core.text import Language
from tests.eval.intervals import share, wilson
from tests.eval.recall_living import Placed, asked_of_all, here
from tests.eval.recall_rivals import RIVALS
from tests.eval.recall_set import FORMS, Question, Utterance, present, questions, utterances

LANGUAGES: tuple[Language, ...] = ("zh", "en")


def measured(language: Language, only: str = "", most: int | None = None) -> list[Placed]:
    """Questions of a language (``most`` of them) asked in every way. Loads the embedders: some seconds. only:
    one of them, by its name in the report."""
    asked, said = questions(language)[:most], utterances(language)
    wanted = {one.person for one in asked}
    living = {person: said[person] for person in wanted}
    return asyncio.run(asked_of_all(language, living, asked, here(only)))


def rivals(language: Language, most: int | None = None) -> dict[str, list[int | None]]:
    """The place of the first gold utterance of every question, by rival; asked with everything said."""
    said = utterances(language)
    return {
        name: [_place(rank, said[one.person], one) for one in questions(language)[:most]]
        for name, rank in RIVALS.items()
    }


def _place(rank: Any, said: Sequence[Utterance], one: Question) -> int | None:
    gold = {(g.date, g.turn) for g in one.gold}
    order = rank([u.text for u in said], " ".join((*one.context, one.question)))
    return next((at for at, i in enumerate(order, 1) if (said[i].date, said[i].turn) in gold), None)


def score(places: Sequence[int | None], forms: Sequence[str]) -> dict[str, Any]:
    """The figures of one way. forms: of the questions, in the order of ``places``."""

    def within(most: int, form: str = "") -> tuple[int, int]:
        of = [p for p, f in zip(places, forms, strict=True) if not form or f == form]
        return sum(place is not None and place <= most for place in of), len(of)

    return {
        **{f"r{most}": share(*within(most)) for most in (1, 5, 10)},
        "mrr": round(sum(1 / place for place in places if place) / len(places), 4) if places else None,
        "r5_interval": wilson(*within(5)),
        "r5_by_form": {form: share(*within(5, form)) for form in FORMS},
    }


def report(placed: Sequence[Placed], others: dict[str, list[int | None]]) -> dict[str, Any]:
    """By way: the product's first, then its channels, then rivals."""
    forms = [one.question.kind for one in placed]
    told: dict[str, Any] = {}
    for way in placed[0].places if placed else ():
        told[way] = score([one.places[way] for one in placed], forms)
        if way in placed[0].in_turn:
            told[way]["in_turn"] = share(sum(one.in_turn[way] for one in placed), len(placed))
    return told | {name: score(places, forms) for name, places in others.items()}


def dump(placed: Iterable[Placed], path: Path) -> None:
    """A line a question, appended."""
    with path.open("a", encoding="utf-8") as file:
        for one in placed:
            line = {"id": one.question.id, "places": dict(one.places), "first": one.first}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("language", nargs="?", choices=LANGUAGES, help="default: both")
    parser.add_argument("--dump", type=Path, metavar="FILE")
    parser.add_argument("--misses", action="store_true")
    wanted = parser.parse_args(arguments)
    languages = [one for one in LANGUAGES if wanted.language in (None, one) and present(one)]
    if not languages:
        parser.exit(0, "not measured: MemoryBank's dialogues are not beside the project\n")
    if wanted.dump:
        wanted.dump.unlink(missing_ok=True)
    told = {}
    for language in languages:
        placed = measured(language)
        told[language] = report(placed, rivals(language))
        if wanted.misses:
            told[language]["misses"] = [_miss(one) for one in placed if (_first(one) or 99) > 5]
        if wanted.dump:
            dump(placed, wanted.dump)
    json.dump(told, sys.stdout, ensure_ascii=False, indent=1)
    print()


def _first(one: Placed) -> int | None:
    return next(iter(one.places.values()))


def _miss(one: Placed) -> dict[str, Any]:
    asked = one.question
    said = {"id": asked.id, "form": asked.kind, "context": asked.context, "question": asked.question}
    return said | {"place": _first(one), "gold": [g.text for g in asked.gold], "first": one.first[:3]}


if __name__ == "__main__":
    main()
