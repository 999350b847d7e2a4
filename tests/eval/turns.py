"""How well the product reads from words alone whether a turn is over: ``python -m tests.eval.turns FILE.tsv``.

FILE has the columns ``text  lang  label``, tab-separated, with a heading; more columns are ignored. Each
line is judged alone, by the classifier the turn engine asks. On standard output, one JSON value:
``macro_f1`` by language (the mean of F1 over the labels the file has in it), ``labels`` with precision, recall and
F1 of each, ``misses``. ``--dump FILE`` writes what the product said, one JSON line an item, for scoring
by others.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from core.text import Language
from core.turn.policies.completeness import Label, classify

LANGUAGES: tuple[Language, ...] = get_args(Language)
LABELS: tuple[Label, ...] = get_args(Label)


@dataclass(frozen=True, slots=True)
class Judged:
    """One utterance, what it is, and what the product took it for."""

    text: str
    language: Language
    expected: Label
    said: Label


def judge(path: Path) -> list[Judged]:
    """Every line of the file. Raises ValueError for a language or label it does not know."""
    judged = []
    with path.open(encoding="utf-8-sig", newline="") as lines:
        # Quotes are part of what was said.
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 2):
            text, language, label = row.get("text"), row.get("lang"), row.get("label")
            if text is None or language not in LANGUAGES or label not in LABELS:
                raise ValueError(f"{path}, line {number}: not text, {LANGUAGES} and {LABELS}")
            known = cast("Language", language)
            judged.append(Judged(text, known, cast("Label", label), classify(text, known)))
    return judged


def score(judged: Sequence[Judged]) -> dict[str, object]:
    """The report as ``../shared/data/README.md`` defines it."""
    labels = {
        language: figures
        for language in LANGUAGES
        if (figures := _figures([one for one in judged if one.language == language]))
    }
    return {
        "macro_f1": {
            language: round(sum(one["f1"] for one in figures.values()) / len(figures), 4)
            for language, figures in labels.items()
        },
        "labels": labels,
        "misses": [
            {"text": one.text, "lang": one.language, "label": one.expected, "said": one.said}
            for one in judged
            if one.said != one.expected
        ],
    }


def _figures(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    """Precision, recall and F1 of every label that one language's lines have."""
    right = Counter(one.expected for one in judged if one.said == one.expected)
    expected, said = (Counter(one.expected for one in judged), Counter(one.said for one in judged))
    return {
        label: {
            "precision": round(right[label] / said[label], 4) if said[label] else 0.0,
            "recall": round(right[label] / expected[label], 4),
            "f1": round(2 * right[label] / (said[label] + expected[label]), 4),
        }
        for label in LABELS
        if expected[label]
    }


def dump(judged: Sequence[Judged], path: Path) -> None:
    """What the product said of each line, in the file's order."""
    lines = [{"text": one.text, "lang": one.language, "label": one.said} for one in judged]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read, judge, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--dump", type=Path, metavar="FILE")
    asked = parser.parse_args(arguments)
    try:
        judged = judge(asked.file)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if asked.dump:
        dump(judged, asked.dump)
    json.dump(score(judged), sys.stdout, ensure_ascii=False, indent=2)
    print()


if __name__ == "__main__":
    main()
