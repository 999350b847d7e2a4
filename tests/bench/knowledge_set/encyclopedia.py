"""A part of the benchmark: the paragraph that answers among all those of CMRC 2018."""

from __future__ import annotations

import time

from core.retrieval.embed import embedders
from tests.bench.knowledge_set import quality
from tests.bench.knowledge_set.households import SHARED
from tests.bench.knowledge_set.measured import Measured, Share
from tests.bench.knowledge_set.units import cmrc

FILE = SHARED / "cmrc2018_dev.json"


async def asked(most: int | None) -> Measured:
    """most: paragraphs, all of them by default."""
    if not FILE.exists():
        return Measured(notes=("CMRC 2018 is not here (shared data).",))
    ways, began = embedders(), time.perf_counter()
    embedder = ways["default"]() if "default" in ways else None
    bench = cmrc(FILE, most)
    print(f"        {len(bench.units)} paragraphs, {len(bench.asked)} questions", flush=True)
    shares: list[Share] = []
    own = quality.own(bench, embedder)
    for way in ("sound alone", "bigrams, and sound when heard"):  # nothing here was heard
        own.pop(way)
    for way, rank in own.items():
        shares += quality.timed(way, quality.recall(bench, way, rank), began)
    for way, rank in quality.rivals(bench, embedder).items():
        shares += quality.timed(way, quality.recall(bench, way, rank, rival=True), began)
    return Measured(shares=tuple(shares))
