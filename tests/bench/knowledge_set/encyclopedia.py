"""A part of the benchmark: the paragraph that answers among all those of CMRC 2018, and a no without its answer."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from core.clock import SystemClock
from core.knowledge import schema
from core.people import schema as people
from core.retrieval.embed import Embedder, embedders
from core.vault.twin import open_plain
from tests.bench.knowledge_set import quality
from tests.bench.knowledge_set.households import SHARED
from tests.bench.knowledge_set.measured import Measured, Share
from tests.bench.knowledge_set.units import cmrc
from tests.eval.cmrc import Article, File, Found, judge, score

FILE = SHARED / "cmrc2018_dev.json"
NAME = "CMRC 2018"
DECLINED = "declined, the answer's sentence cut out"
"""At the threshold that answers 95 % of the questions whose paragraphs are whole."""
TARGETS = {quality.R1: 0.96, quality.R10: 0.998, DECLINED: 0.86}


async def asked(paragraphs: int | None, questions: int) -> Measured:
    """paragraphs: None for all. questions: so many, drawn at random, for the product, which reads every
    sentence of what it found and is asked each twice; the channels are asked all."""
    if not FILE.exists():
        return Measured(notes=("CMRC 2018 is not here (shared data).",))
    ways, began = embedders(), time.perf_counter()
    embedder = ways["default"]() if "default" in ways else None
    bench = cmrc(FILE, paragraphs)
    print(f"        {len(bench.units)} paragraphs, {len(bench.asked)} questions", flush=True)
    shares: list[Share] = []
    own = quality.own(bench, embedder)
    for way in ("sound alone", "bigrams, and sound when heard"):  # nothing here was heard
        own.pop(way)
    for way, rank in own.items():
        shares += quality.timed(way, quality.recall(bench, way, rank), began)
    for way, rank in quality.rivals(bench, embedder).items():
        shares += quality.timed(way, quality.recall(bench, way, rank, rival=True), began)
    articles = msgspec.json.decode(FILE.read_bytes(), type=File).data[:paragraphs]
    products = (
        {quality.LEXICAL: None} if embedder is None else {quality.LEXICAL: None, quality.PRODUCT: embedder}
    )
    for way, by in products.items():
        shares += quality.timed(way, shares_of(way, await _judged(articles, questions, by)), began)
    return Measured(shares=tuple(shares))


def shares_of(way: str, found: Sequence[Found]) -> list[Share]:
    """As ``tests.eval.cmrc`` scores it."""
    told = score(found)
    shares = ((quality.R1, told["r1"]), (quality.R10, told["r10"]), (DECLINED, told["leave_one_out"]))
    return [
        Share(NAME, kind, way, round(share * len(found)), len(found), target=TARGETS[kind])
        for kind, share in shares
        if isinstance(share, float)
    ]


async def _judged(articles: Sequence[Article], questions: int, embedder: Embedder | None) -> list[Found]:
    with tempfile.TemporaryDirectory(prefix="banyan-bench-") as folder:
        file = open_plain(Path(folder) / "plain.db", (people.MIGRATIONS, schema.MIGRATIONS), SystemClock())
        try:
            return await file.write(lambda tx: judge(tx, articles, questions, embedder))
        finally:
            await file.close()
