"""What searching keeps in memory: looked at in a process of its own, which does nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import psutil

from core.clock import SystemClock
from core.knowledge.documents import Query
from core.knowledge.retrieve import retrieve
from core.retrieval.embed import Embedder, embedders
from core.vault import DeviceSlot, Transaction, Vault
from core.vault.connection import connect
from core.vault.twin import Twin
from tests.bench.knowledge_set.filled import ROLE
from tests.bench.report import figure
from tests.bench.store_set.pair import SHAPE, UNKEYED
from tests.bench.store_set.taking import Compared

ENOUGH = 60
"""Questions after which a cache is as full as it gets."""


def lexical(folder: Path, chunks: int, asked: Sequence[str]) -> list[Compared]:
    """The household ``vault`` of this folder and its unkeyed ``twin.db``, both closed."""
    ours, theirs = (_apart(_searching, folder, tuple(asked), keyed) for keyed in (True, False))
    name = f"memory that searching {chunks:,} chunks by words takes, resident"
    return [Compared(figure(name, "MB", ours / 1e6, {UNKEYED: theirs / 1e6}))]


def dense(folder: Path, chunks: int, asked: Sequence[str]) -> list[Compared]:
    """The household ``vault`` of this folder, which has its vectors, closed."""
    grown = _apart(_comparing, folder, tuple(asked), True)
    name = f"memory that comparing vectors of {chunks:,} chunks takes, resident"
    return [Compared(figure(name, "MB", grown / 1e6))]


def _apart(job: Callable[[Path, tuple[str, ...], bool], int], *given: object) -> int:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(job, *given).result()  # type: ignore[arg-type]


def _searching(folder: Path, asked: tuple[str, ...], keyed: bool) -> int:
    return asyncio.run(_grown(folder, asked, None, keyed=keyed))


def _comparing(folder: Path, asked: tuple[str, ...], keyed: bool) -> int:
    embedder = embedders()["default"]()
    assert embedder is not None
    embedder.queries(asked[:5])
    return asyncio.run(_grown(folder, asked, embedder, keyed=keyed))


async def _grown(folder: Path, asked: Sequence[str], embedder: Embedder | None, *, keyed: bool) -> int:
    """Bytes resident after searching, over those after one search by words alone."""
    vault = folder / "vault"
    device, clock = DeviceSlot(vault.with_name(vault.name + "-keys")), SystemClock()
    plain = folder / "twin.db"
    database = (
        Vault.open(vault, device, SHAPE, clock) if keyed else Twin(connect(plain, None), plain, None, clock)
    )
    process = psutil.Process()

    def job(text: str, by: Embedder | None) -> Callable[[Transaction], object]:
        return lambda tx: retrieve(tx, ROLE, Query(text=text), by)

    if embedder is not None:
        for text in asked[:ENOUGH]:
            await database.read(job(text, None), search=True)
    before = process.memory_info().rss
    for text in asked[:ENOUGH]:
        await database.read(job(text, embedder), search=True)
    grown = process.memory_info().rss - before
    await database.close()
    return int(grown)
