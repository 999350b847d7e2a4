"""What is remembered of what was said, and which of it is recalled: how well, and what it costs.

* facts: the sets of dialogues that are on this machine, lived in the product (``python -m tests.eval.memory``);
* recall: MemoryBank's utterances as memories, asked by questions of three forms (``python -m tests.eval.recall``), for
  the product, its channels alone, rank fusion as it was, and rivals: the newest, FTS5 as it comes, bm25s;
* costs: one person with 10,000 memories (a hundred times what the product keeps active), each recall by turns
  with the identical one on the unkeyed twin of the file; learning; memory of the process.

Figures in ``build/bench/memory.json``, the tables in ``memory.md``, a plot in ``memory.png``. About six minutes on
two cores. ``--quick`` (a tenth of it) writes ``memory-quick.*``.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.bench.knowledge_set import plot
from tests.bench.knowledge_set.measured import Measured, joined, of
from tests.bench.knowledge_set.telling import judged, of_shares, shares_table
from tests.bench.memory_set import many, quality
from tests.bench.report import FOLDER, machine, publish, quick, table
from tests.bench.store_set.pair import new_vault, paired
from tests.bench.store_set.telling import verdicts
from tests.eval.recall import LANGUAGES

TITLE = "Remembering what was said"


@dataclass(frozen=True, slots=True)
class Size:
    """How much. questions: a language. facts: whether the dialogues are lived."""

    memories: int
    asked: int
    rounds: int
    learned: int
    questions: int
    facts: bool


FULL = Size(memories=10_000, asked=40, rounds=3, learned=300, questions=1_000, facts=True)
QUICK = Size(memories=1_000, asked=5, rounds=1, learned=30, questions=12, facts=False)


def main(size: Size) -> Measured:
    began = time.perf_counter()
    parts = [quality.extracted()] if size.facts else []
    parts += [quality.recalled(language, size.questions) for language in LANGUAGES]
    parts.append(asyncio.run(costs(size)))
    took = (time.perf_counter() - began) / 60
    return joined([*parts, Measured(notes=(f"Measured in {took:.1f} min.",))])


async def costs(size: Size) -> Measured:
    """Over one person with many memories."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="memory-") as name:
        folder = Path(name)
        vault, device = new_vault(folder / "vault")
        took = await many.filled(vault, size.memories)
        pair = await paired(vault, device, folder / "twin.db")
        found = await many.recalled(pair, size.memories, many.questions(size.asked), size.rounds)
        found += await many.learned(pair, size.learned)
        await pair.close()
        found += many.resident(folder, size.memories)
    note = f"{size.memories:,} memories were stored in {took:.1f} s; their vectors are noise, the model is the product's."
    return of(found, [note])


def tell(name: str, measured: Measured, folder: Path = FOLDER) -> None:
    """Print it, and write ``build/bench/NAME.{json,md,png}``."""
    figures = [*of_shares(measured.shares), *measured.figures]
    notes = [*judged(measured.shares), *verdicts(measured.figures), "", *measured.notes]
    shares = shares_table(measured.shares)
    print(f"\n{shares}", flush=True)
    publish(name, figures, notes=notes)
    folder.mkdir(parents=True, exist_ok=True)
    parts = [f"# {TITLE}", machine(), f"![quality and costs]({name}.png)",
             "Per cent, and the 95 % interval (Wilson). R: rivals.", shares, table(figures), "\n".join(notes)]  # fmt: skip
    (folder / f"{name}.md").write_text("\n\n".join(part for part in parts if part) + "\n", "utf-8")
    plot.draw(measured, f"{TITLE}: {machine()}", folder / f"{name}.png")


if __name__ == "__main__":
    short = quick(__doc__)
    tell("memory-quick" if short else "memory", main(QUICK if short else FULL))
