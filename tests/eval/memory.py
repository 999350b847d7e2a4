"""How well the product remembers what is told: ``python -m tests.eval.memory FILE.jsonl``.

A line of FILE is one dialogue: ``id``, ``lang``, ``turns`` (``by``, ``text``), the facts to ``expect`` (``kind``,
``about``, ``must``, ``negated``), what to ``reject``, and where it matters ``final_active``. It is lived in the product
(``memory_living.py``) and judged once after its last turn, as ``../shared/data/README.md`` defines:

- an expected fact is found when one of that kind, person and (where it is given) negation has every ``must`` in its
  text, value or source span, ignoring case and the form of numbers and dates; it may be active or superseded;
- a fact about self that was not expected is false; about others, facts beyond ``expect`` do not count;
- ``reject`` is violated by active facts about self, and where nothing is expected by any fact about self;
- ``final_active`` is exact when each entry is an active fact of an expected kind and person, and each such
  fact that is not negated is an entry. No fact serves for two entries, nor for two expected ones.

On standard output, one JSON value: ``precision``, ``recall``, ``reject_violations``, ``final_active`` (share exact),
``intervals`` (Wilson, 95 %) and ``counts`` of the shares, ``by_lang`` with the same, ``misses``.
``--dump FILE`` writes what the product remembers, one JSON line a dialogue, for scoring by others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import msgspec

from core.text import Language
from tests.eval.forms import holds
from tests.eval.intervals import share, wilson
from tests.eval.memory_living import Said, Told, living

LANGUAGES: tuple[Language, ...] = get_args(Language)


class Expected(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact the dialogue tells. negated: true of a dislike, false of a liking, None is not judged."""

    kind: str
    about: str
    must: tuple[str, ...]
    negated: bool | None = None


class Case(msgspec.Struct, frozen=True):
    """One dialogue and what should be left of it. final_active: None where it does not matter."""

    id: str
    lang: Language
    turns: tuple[Said, ...]
    expect: tuple[Expected, ...] = ()
    reject: tuple[str, ...] = ()
    final_active: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """One dialogue and every fact the product made of it."""

    case: Case
    facts: tuple[Told, ...]

    @property
    def about_self(self) -> list[Told]:
        return [fact for fact in self.facts if fact.about == "self"]

    def missed(self) -> list[Expected]:
        met = _matched([[_meets(fact, one) for fact in self.facts] for one in self.case.expect])
        return [one for one, found in zip(self.case.expect, met, strict=True) if not found]

    def false(self) -> list[Told]:
        return [fact for fact in self.about_self if not any(_meets(fact, one) for one in self.case.expect)]

    def violations(self) -> list[str]:
        """What must not be remembered and is: words of ``reject``, and any other fact where there is none."""
        active = [fact for fact in self.about_self if fact.status == "active"]
        found = [word for word in self.case.reject if any(holds(_words(fact), word) for fact in active)]
        if not self.case.expect:
            words = [_words(fact) for fact in self.about_self]
            found += [told for told in words if not any(holds(told, word) for word in found)]
        return found

    def exact(self) -> bool | None:
        """Whether exactly ``final_active`` is left; None where it does not matter."""
        entries = self.case.final_active
        if entries is None:
            return None
        left = self.left()
        fits = [[all(holds(_words(fact), must) for must in entry) for fact in left] for entry in entries]
        liked = [number for number, fact in enumerate(left) if not fact.negated]
        return all(_matched(fits)) and all(_matched([[row[number] for row in fits] for number in liked]))

    def left(self) -> list[Told]:
        """The active facts of an expected kind and person."""
        return [
            fact
            for fact in self.facts
            if fact.status == "active"
            and any(fact.kind == one.kind and _same_person(fact.about, one.about) for one in self.case.expect)
        ]


def read(path: Path) -> list[Case]:
    """The dialogues of the file. Raises ValueError with the line that is not one."""
    cases = []
    for number, line in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        try:
            if line.strip():
                cases.append(msgspec.json.decode(line, type=Case))
        except msgspec.DecodeError as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
    return cases


async def judge(cases: Sequence[Case]) -> list[Judged]:
    """Live every dialogue, each as a person of its own."""
    with tempfile.TemporaryDirectory(prefix="banyan-eval-") as folder:
        async with living(Path(folder)) as life:
            return [Judged(case, tuple(await life.talk(case.turns, case.lang))) for case in cases]


def score(judged: Sequence[Judged]) -> dict[str, object]:
    """The report as ``../shared/data/README.md`` defines it."""
    return {
        **_figures(judged),
        "by_lang": {
            language: _figures(own)
            for language in LANGUAGES
            if (own := [one for one in judged if one.case.lang == language])
        },
        "misses": [miss for one in judged if (miss := _miss(one))],
    }


def dump(judged: Sequence[Judged], path: Path) -> None:
    """What the product remembers of each dialogue, in the file's order."""
    lines = [{"id": one.case.id, "facts": msgspec.to_builtins(one.facts)} for one in judged]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def _figures(judged: Sequence[Judged]) -> dict[str, object]:
    told = sum(len(one.about_self) for one in judged)
    expected = sum(len(one.case.expect) for one in judged)
    exact = [found for one in judged if (found := one.exact()) is not None]
    counts = {
        "precision": (told - sum(len(one.false()) for one in judged), told),
        "recall": (expected - sum(len(one.missed()) for one in judged), expected),
        "final_active": (sum(exact), len(exact)),
    }
    return {
        "precision": share(*counts["precision"]),
        "recall": share(*counts["recall"]),
        "reject_violations": sum(len(one.violations()) for one in judged),
        "final_active": share(*counts["final_active"]),
        "intervals": {name: wilson(*count) for name, count in counts.items()},
        "counts": {name: list(count) for name, count in counts.items()},
    }


def _miss(one: Judged) -> dict[str, object]:
    """What is wrong with a dialogue, and its turns; empty when nothing is."""
    wrong: dict[str, object] = {
        "missed": msgspec.to_builtins(one.missed()),
        "false": msgspec.to_builtins(one.false()),
        "rejected": one.violations(),
    }
    if one.exact() is False:
        wrong["left"] = [_words(fact) for fact in one.left()]
        wrong["final_active"] = msgspec.to_builtins(one.case.final_active)
    wrong = {name: value for name, value in wrong.items() if value or name == "left"}
    turns = [f"{said.by}: {said.text}" for said in one.case.turns]
    return {"id": one.case.id, "turns": turns, **wrong} if wrong else {}


def _meets(fact: Told, one: Expected) -> bool:
    return (
        fact.kind == one.kind
        and fact.status in ("active", "superseded")
        and _same_person(fact.about, one.about)
        and (one.negated is None or fact.negated == one.negated)
        and all(holds(_words(fact), must) for must in one.must)
    )


def _same_person(one: str, other: str) -> bool:
    """女儿 is 大女儿, and daughter is eldest daughter; self is only self."""
    a, b = one.casefold(), other.casefold()
    return a == b if "self" in (a, b) else a in b or b in a


def _words(fact: Told) -> str:
    return "\n".join(filter(None, dict.fromkeys((fact.text, fact.value, fact.span))))


def _matched(fits: Sequence[Sequence[bool]]) -> list[bool]:
    """For every row, whether it gets a column of its own in a largest matching (augmenting paths)."""
    owner: dict[int, int] = {}

    def placed(row: int, seen: set[int]) -> bool:
        for column, fit in enumerate(fits[row]):
            if fit and column not in seen:
                seen.add(column)
                if column not in owner or placed(owner[column], seen):
                    owner[column] = row
                    return True
        return False

    return [placed(row, set()) for row in range(len(fits))]


def main(arguments: Sequence[str] | None = None) -> None:
    """Read, live, judge, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--dump", type=Path, metavar="FILE")
    asked = parser.parse_args(arguments)
    try:
        cases = read(asked.file)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    judged = asyncio.run(judge(cases))
    if asked.dump:
        dump(judged, asked.dump)
    json.dump(score(judged), sys.stdout, ensure_ascii=False, indent=2)
    print()


if __name__ == "__main__":
    main()
