"""A conversation's own work: appending, rendering a thread, opening it at its newest page, searching."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import replace

from core.clock import SystemClock
from core.journal import reading, searching, store
from core.journal.events import UserSpoke
from core.journal.projection import SpokenTurn, spoken_turns
from core.vault import Database, Transaction, Vault
from tests.bench.report import figure
from tests.bench.store_set.pair import SHAPE, UNKEYED, Pair, opened
from tests.bench.store_set.taking import Compared, Way, by_turns, compared
from tests.bench.store_set.thread import SCOPE

GROUP = 64
PAGE_BOUND = 50.0
_BODY = UserSpoke(text="我是因为商品质量问题退货。那运费谁承担？" * 2, language="zh", spoken=True)


async def appended(pair: Pair, rounds: int) -> list[Compared]:
    """Events of the journal, with their chain of hashes, each durable before the next or many at once."""

    async def session(database: Database) -> str:
        return (await database.write(lambda tx: store.begin_session(tx, SCOPE, "bench"))).id

    async def one(database: Database, id_: str) -> None:
        await database.write(lambda tx: store.append(tx, SCOPE, id_, _BODY))

    async def many(database: Database, id_: str) -> None:
        await asyncio.gather(*(one(database, id_) for _ in range(GROUP)))

    here, there = await session(pair.vault), await session(pair.twin)
    single = await by_turns(
        {"ours": lambda: one(pair.vault, here), UNKEYED: lambda: one(pair.twin, there)}, rounds, 20
    )
    group = await by_turns(
        {"ours": lambda: many(pair.vault, here), UNKEYED: lambda: many(pair.twin, there)}, rounds // 10, 3
    )
    return [
        compared("durable append of an event, one at a time", "ms", single, 1000),
        compared(f"durable append of an event, {GROUP} at once", "ms", group, 1000 / GROUP),
    ]


async def projected(pair: Pair, thread: str, events: int, rounds: int) -> list[Compared]:
    """All of a thread read and rendered as it was heard."""

    def job(tx: Transaction) -> tuple[SpokenTurn, ...]:
        return spoken_turns(reading.events(tx, SCOPE, thread))

    assert await pair.vault.read(job) == await pair.twin.read(job), "two equal households"
    taken = await by_turns(
        {"ours": lambda: pair.vault.read(job), UNKEYED: lambda: pair.twin.read(job)}, rounds
    )
    return [compared(f"projection of a thread of {events:,} events", "ms", taken, 1000)]


async def paged(pair: Pair, thread: str, events: int, rounds: int) -> tuple[list[Compared], Pair]:
    """The newest page of a long thread: from nothing opened, and once it is open. Closes the pair and
    returns it opened again.

    The household opens by the key on this machine: a passphrase costs its Argon2id beside that.
    """

    def page(tx: Transaction) -> object:
        return reading.newest(tx, SCOPE, thread)

    there = await by_turns(
        {"ours": lambda: pair.vault.read(page), UNKEYED: lambda: pair.twin.read(page)}, rounds
    )
    await pair.close()
    folder = pair.vault.folder

    async def keyed() -> float:
        began = time.perf_counter()
        vault = Vault.open(folder, pair.slot, SHAPE, SystemClock())
        await vault.read(page)
        taken = time.perf_counter() - began
        await vault.close()
        return taken

    async def unkeyed() -> float:
        began = time.perf_counter()
        twin = opened(pair.plain)
        await twin.read(page)
        taken = time.perf_counter() - began
        await twin.close()
        return taken

    opening = await by_turns({"ours": keyed, UNKEYED: unkeyed}, rounds, 3)
    whole = compared(f"open, and the newest page of {events:,} events", "ms", opening, 1000, target=2.0)
    figures = [
        whole,
        Compared(
            figure("the same against what a person waits for", "ms", whole.figure.ours, target=PAGE_BOUND)
        ),
        compared(f"newest page of {events:,} events, opened already", "ms", there, 1000),
    ]
    vault = Vault.open(folder, pair.slot, SHAPE, SystemClock())
    return figures, replace(pair, vault=vault, twin=opened(pair.plain))


async def searched(pair: Pair, questions: Sequence[str], utterances: int, rounds: int) -> list[Compared]:
    """Every question in both, on the connection whose cache holds an index."""

    def asked(database: Database, question: str) -> Awaitable[object]:
        wanted = searching.Wanted(text=question)
        return database.read(lambda tx: searching.search(tx, SCOPE, wanted), search=True)

    for question in questions[:5]:
        assert await asked(pair.vault, question) == await asked(pair.twin, question), "two equal indexes"
    taken: dict[str, list[float]] = {"ours": [], UNKEYED: []}
    for turn in range(rounds + 1):
        for number, question in enumerate(questions):
            ways: dict[str, Way] = {
                "ours": lambda question=question: asked(pair.vault, question),  # type: ignore[misc]
                UNKEYED: lambda question=question: asked(pair.twin, question),  # type: ignore[misc]
            }
            for who, times in (await by_turns(ways, 1, 0, turn + number)).items():
                taken[who] += times if turn else []
    return [compared(f"search over {utterances:,} utterances", "ms", taken, 1000)]
