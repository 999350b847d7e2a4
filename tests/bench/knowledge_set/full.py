"""A part of the benchmark: whole searches, words and vectors, in households of several sizes."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from core.household.indexing import Indexing
from core.knowledge.documents import Query
from core.knowledge.retrieve import retrieve
from core.retrieval.embed import Embedder, embedders
from core.vault import Transaction
from tests.bench.knowledge_set import remembering
from tests.bench.knowledge_set.asking import Asking, asked_in_turns, slowest
from tests.bench.knowledge_set.filled import ROLE, Repeating, filled
from tests.bench.knowledge_set.measured import Measured, of
from tests.bench.material import Material
from tests.bench.report import FOLDER
from tests.bench.store_set.pair import UNKEYED, paired
from tests.bench.store_set.taking import Compared, compared

REAL = 1000
"""Real vectors, which stand for all in turn."""


async def searched(sizes: Sequence[int], questions: int, *, apart: bool = True) -> Measured:
    """As the product answers, against the same in an unkeyed file; without vectors nothing is measured.
    apart: also what it keeps in memory, in a process of its own."""
    ways = embedders()
    embedder = ways["default"]() if "default" in ways else None
    if embedder is None:
        return Measured(notes=("No embedder is installed (extra `semantic`): no search by vectors.",))
    figures: list[Compared] = []
    FOLDER.mkdir(parents=True, exist_ok=True)
    for chunks in sizes:
        with tempfile.TemporaryDirectory(dir=FOLDER, prefix="knowledge-") as name:
            found, asked = await _of_size(Path(name), chunks, questions, embedder)
            figures += [*found, *(remembering.dense(Path(name), chunks, asked) if apart else [])]
    notes = [f"{REAL:,} real vectors stand for those of all sentences in turn; {questions} questions a size."]
    return of(figures, notes)


async def _of_size(
    folder: Path, chunks: int, questions: int, embedder: Embedder
) -> tuple[list[Compared], Sequence[str]]:
    """And what was asked."""
    began = time.perf_counter()
    held = await filled(folder / "vault", chunks, questions)
    material = Material(1)
    standing = Repeating(embedder, [material.sentence() for _ in range(min(REAL, chunks))])
    await Indexing(held.vault, standing, at_once=500).run()
    pair = await paired(held.vault, held.device, folder / "twin.db")
    print(f"        {time.perf_counter() - began:5.0f} s  {held.chunks:,} chunks have vectors", flush=True)

    def job(text: str) -> Callable[[Transaction], object]:
        return lambda tx: retrieve(tx, ROLE, Query(text=text), embedder)

    async def embedding(text: str) -> object:
        return await asyncio.to_thread(embedder.queries, [text])

    both: dict[str, Asking] = {
        "ours": lambda text: pair.vault.read(job(text), search=True),
        UNKEYED: lambda text: pair.twin.read(job(text), search=True),
    }
    taken = await asked_in_turns(both, held.asked, 1)
    name = f"full search over {held.chunks:,} chunks, words and vectors"
    figures = [compared(f"{name}, p50", "ms", taken, 1000), slowest(f"{name}, p95", taken)]
    alone = await asked_in_turns({"ours": embedding}, held.asked[:20], 1)
    figures.append(
        compared(f"of that, embedding the question (USE), {held.chunks:,} chunks", "ms", alone, 1000)
    )
    await pair.close()
    print(f"        {time.perf_counter() - began:5.0f} s  searched", flush=True)
    return figures, held.asked
