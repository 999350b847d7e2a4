"""Parts of the benchmark: the household sets, beside rivals and, apart because it is slow, with e5."""

from __future__ import annotations

import time
from pathlib import Path

from core.retrieval.embed import embedders
from tests.bench.knowledge_set import quality
from tests.bench.knowledge_set.dense import Dense
from tests.bench.knowledge_set.measured import Measured, Share
from tests.bench.knowledge_set.units import household
from tests.eval.knowledge import Set, judge, read

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared" / "data"
FILES = {
    "household, shared": SHARED / "knowledge_household.json",
    "household A": ROOT / "tests" / "data" / "household" / "household_a.json",
    "household B": ROOT / "tests" / "data" / "household" / "household_b.json",
}


def sets(*, short: bool) -> dict[str, Set]:
    """Those that are here. short: three questions of a kind of the first one."""
    found = {name: read(path) for name, path in FILES.items() if path.exists()}
    if not short:
        return found
    name, whole = next(iter(found.items()))
    kinds = {question.type for question in whole.questions}
    few = [one for kind in sorted(kinds) for one in [q for q in whole.questions if q.type == kind][:3]]
    return {name: Set(documents=whole.documents, questions=tuple(few))}


async def beside_rivals(*, short: bool) -> Measured:
    """Everything but e5."""
    ways, began = embedders(), time.perf_counter()
    embedder = ways["default"]() if "default" in ways else None
    shares: list[Share] = []
    for name, found in sets(short=short).items():
        bench = household(name, found)
        print(f"        {name}: {len(bench.units)} sentences, {len(found.questions)} questions", flush=True)
        for way, rank in quality.own(bench, embedder).items():
            shares += quality.timed(way, quality.by_kind(bench, way, rank), began)
        for way, rank in quality.rivals(bench, embedder).items():
            shares += quality.timed(way, quality.by_kind(bench, way, rank, rival=True), began)
        if not short:
            answered = quality.answering(name, quality.LEXICAL, await judge(found, None))
            shares += quality.timed(quality.LEXICAL, answered, began)
        if embedder is not None:
            answered = quality.answering(name, quality.PRODUCT, await judge(found, embedder))
            shares += quality.timed(quality.PRODUCT, answered, began)
    notes = () if embedder else ("No embedder is installed (extra `semantic`): words and sounds only.",)
    return Measured(shares=tuple(shares), notes=notes)


async def with_e5(*, short: bool) -> Measured:
    """e5 alone and the product with it beside USE."""
    from core.retrieval.beside import MultilingualE5

    ways, began = embedders(), time.perf_counter()
    if "with_e5" not in ways:
        return Measured(notes=("e5 is not installed (extra `semantic-e5`).",))
    shares: list[Share] = []
    for name, found in sets(short=short).items():
        dense = Dense((bench := household(name, found)).units, MultilingualE5())
        shares += quality.timed("dense, e5", quality.by_kind(bench, "dense, e5", dense.rank), began)
        answered = quality.answering(name, quality.WITH_E5, await judge(found, ways["with_e5"]()))
        shares += quality.timed(quality.WITH_E5, answered, began)
    return Measured(shares=tuple(shares))
