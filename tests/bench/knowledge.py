"""How well and how quickly a household's documents answer, by channel, beside what else one might take.

Parts, each kept in ``build/bench/knowledge/PART.json`` when it is done, so that ``--parts`` can measure a few of
them and the report is of all that were measured last:

* household: the right place first, by kind of question, on the shared set and the project's own. Sentences are
  ranked by each channel alone, fused and not reranked, and by rivals: FTS5 as it comes, bm25s, a plain cosine.
  The product stands beside them as ``tests.eval.knowledge`` scores it, and declines what nothing answers;
* e5: the same with multilingual-e5-small, which takes its time;
* cmrc: paragraphs of CMRC 2018, R@1 and R@10, and how often a question is declined whose answer is cut out;
* lexical: 100,000 Chinese chunks, the encrypted index against the identical query on the unkeyed twin, in turns,
  and against bm25s in memory over the same tokens; searching by words alone; what all of them keep in memory;
* full: whole searches by words and vectors, at 1,000 and at 10,000 chunks;
* indexing: from a text to what is found, by words and by vectors;
* reading: from a file of each kind to text that is found, read in a process of its own.

Figures in ``build/bench/knowledge.json`` (of shares those that are wrong, in per cent, so that targets bound them
from above), shares in ``knowledge-shares.json``, both as tables in ``knowledge.md``, a plot in ``knowledge.png``.
``--quick`` writes ``knowledge-quick.*`` and keeps no parts.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass

from tests.bench.knowledge_set import encyclopedia, full, households, indexing, lexical, reading
from tests.bench.knowledge_set.measured import Measured, joined, keep, kept
from tests.bench.knowledge_set.telling import tell


@dataclass(frozen=True, slots=True)
class Part:
    """whole, short: what it measures, and what of it is enough to see that it works (None: nothing)."""

    whole: Callable[[], Coroutine[None, None, Measured]]
    short: Callable[[], Coroutine[None, None, Measured]] | None


PARTS = {
    "household": Part(
        lambda: households.beside_rivals(short=False), lambda: households.beside_rivals(short=True)
    ),
    "e5": Part(lambda: households.with_e5(short=False), None),
    "cmrc": Part(lambda: encyclopedia.asked(None, 400), lambda: encyclopedia.asked(8, 4)),
    "lexical": Part(lambda: lexical.among(100_000, 200, 1), lambda: lexical.among(100, 4, 1, apart=False)),
    "full": Part(lambda: full.searched((1000, 10_000), 40), lambda: full.searched((50,), 2, apart=False)),
    "indexing": Part(lambda: indexing.indexed(4_000_000, 100), lambda: indexing.indexed(60_000, 1)),
    "reading": Part(lambda: reading.read(200, 2), lambda: reading.read(4, 1, (".txt", ".pdf"))),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is asked for, and tell of everything that has been measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a little of each: to try it, not to quote it")
    parser.add_argument("--parts", help=f"some of {', '.join(PARTS)}, by commas; none: only tell again")
    parser.add_argument("--missing", action="store_true", help="only parts that have never been measured")
    asked = parser.parse_args(arguments)
    wanted = (
        list(PARTS) if asked.parts is None else [name for name in asked.parts.split(",") if name != "none"]
    )
    if unknown := set(wanted) - set(PARTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if asked.quick:
        steps = {name: PARTS[name].short for name in wanted}
        tell("knowledge-quick", joined([_measured(name, step) for name, step in steps.items() if step]))
        return
    for name in wanted:
        if not (asked.missing and kept(name)):
            keep(name, _measured(name, PARTS[name].whole))
    tell("knowledge", joined([found for name in PARTS if (found := kept(name)) is not None]))


def _measured(name: str, step: Callable[[], Coroutine[None, None, Measured]]) -> Measured:
    print(f"{name}:", flush=True)
    return asyncio.run(step())


if __name__ == "__main__":
    main()
