"""Vectors are made beside the household's life: nobody waits for them, and nothing of them is lost or left over."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from core.household.household import Household
from core.household.indexing import Indexing
from core.household.knowledge import Knowledge
from core.knowledge import store, vectors
from core.vault.transaction import T, Transaction
from tests.unit.core.conversation.living import Living, settle
from tests.unit.core.knowledge.test_vectors import TopicEmbedder

LONG = "".join(f"第{n}条：质量问题由商店承担运费，早饭后一粒，水要烧开。" * 8 + "\n" for n in range(24))


class HeldEmbedder(TopicEmbedder):
    """Embeds only what it is let, and says when it has begun. threads: on which it was called."""

    def __init__(self, steps: int = 0) -> None:
        self.began = threading.Semaphore(0)
        self.allowed = threading.Semaphore(steps)
        self.threads: set[str] = set()
        self.texts = 0

    def passages(self, texts: Sequence[str]):
        self.began.release()
        assert self.allowed.acquire(timeout=20), "nobody let it go on"
        self.threads.add(threading.current_thread().name)
        self.texts += len(texts)
        return super().passages(texts)


class Watched:
    """A database that knows whether a job of it is under way."""

    def __init__(self, living: Living) -> None:
        self._vault = living.vault
        self.busy = 0

    async def write(self, job: Callable[[Transaction], T]) -> T:
        return await self._vault.write(self._counted(job))

    async def read(self, job: Callable[[Transaction], T], *, search: bool = False) -> T:
        return await self._vault.read(self._counted(job), search=search)

    def _counted(self, job: Callable[[Transaction], T]) -> Callable[[Transaction], T]:
        def counted(tx: Transaction) -> T:
            self.busy += 1
            try:
                return job(tx)
            finally:
                self.busy -= 1

        return counted


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


async def begun(embedder: HeldEmbedder) -> None:
    assert await asyncio.to_thread(embedder.began.acquire, timeout=20), "it never began"


async def left(living: Living) -> int:
    return await living.vault.read(lambda tx: vectors.count_missing(tx, TopicEmbedder.name))


async def test_a_write_is_durable_while_a_document_is_being_embedded(living: Living) -> None:
    embedder = HeldEmbedder()
    vault = Watched(living)
    adding = asyncio.create_task(Knowledge(vault, embedder).add("说明", "a.txt", LONG, by=living.wang))
    await begun(embedder)
    assert vault.busy == 0, "a transaction is open during the arithmetic"
    async with asyncio.timeout(5.0):
        await living.remember("我的目标是学会法语。")
    assert not adding.done()
    embedder.allowed.release(1000)
    await adding
    assert await left(living) == 0
    assert all(name.startswith("banyan-indexing") for name in embedder.threads)


async def test_progress_grows_to_all_there_is(living: Living) -> None:
    seen: list[tuple[int, int]] = []
    await Knowledge(living.vault, TopicEmbedder()).add(
        "说明", "a.txt", LONG, by=living.wang, progress=lambda done, total: seen.append((done, total))
    )
    held = await living.vault.read(lambda tx: tx.one("SELECT count(*) AS n FROM knowledge_chunks"))
    assert held is not None
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert len(seen) > 2
    assert seen[-1] == (held["n"], held["n"])
    assert {total for _, total in seen} == {held["n"]}


async def test_cancelled_it_keeps_what_was_done_and_goes_on_from_there(living: Living) -> None:
    embedder = HeldEmbedder(steps=2)
    adding = asyncio.create_task(Knowledge(living.vault, embedder).add("说明", "a.txt", LONG, by=living.wang))
    for _ in range(3):
        await begun(embedder)
    before = await left(living)
    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    embedder.allowed.release(1)
    assert [d.title for d in await living.vault.read(store.all)] == ["说明"]
    assert await left(living) == before > 0

    another = HeldEmbedder(steps=1000)
    await Indexing(living.vault, another).run()
    assert await left(living) == 0
    kept = await living.vault.read(lambda tx: tx.rows("SELECT chunk FROM knowledge_vectors"))
    assert another.texts < len(kept), "what was done was done again"


async def test_a_document_removed_while_it_is_being_embedded_leaves_no_vector(living: Living) -> None:
    household = Household(living.equipment)
    embedder = HeldEmbedder(steps=1)
    knowledge = Knowledge(living.vault, embedder)
    adding = asyncio.create_task(knowledge.add("说明", "a.txt", LONG, by=living.wang))
    await begun(embedder)
    await begun(embedder)
    (document,) = await household.knowledge.all()
    await household.deletions.document(document.id, by=living.wang)
    embedder.allowed.release(1000)
    await adding
    assert await living.vault.read(lambda tx: tx.rows("SELECT chunk FROM knowledge_vectors")) == []


async def test_two_who_add_at_once_embed_nothing_twice(living: Living) -> None:
    embedder = HeldEmbedder(steps=1000)
    knowledge = Knowledge(living.vault, embedder)
    await asyncio.gather(
        knowledge.add("一", "a.txt", LONG, by=living.wang), knowledge.add("二", "b.txt", LONG, by=living.wang)
    )
    kept = await living.vault.read(lambda tx: tx.rows("SELECT chunk FROM knowledge_vectors"))
    assert len(kept) == embedder.texts


async def test_without_an_embedder_there_is_nothing_to_do(living: Living) -> None:
    await Indexing(living.vault, None).run()
    await Knowledge(living.vault, None).add("说明", "a.txt", LONG, by=living.wang)
    assert await living.vault.read(lambda tx: tx.rows("SELECT chunk FROM knowledge_vectors")) == []


async def test_what_another_left_undone_is_made_beside_a_conversation(living: Living) -> None:
    await Knowledge(living.vault, None).add("说明", "a.txt", LONG, by=living.wang)
    async with Indexing(living.vault, TopicEmbedder()).beside(), asyncio.timeout(20.0):
        while await left(living):  # noqa: ASYNC110 - it tells nobody that it is done
            await asyncio.sleep(0)


async def test_leaving_a_conversation_does_not_wait_for_it_and_a_fault_of_it_is_none_of_its(
    living: Living,
) -> None:
    await Knowledge(living.vault, None).add("说明", "a.txt", LONG, by=living.wang)
    held = HeldEmbedder()
    async with asyncio.timeout(10.0), Indexing(living.vault, held).beside():
        await begun(held)
    held.allowed.release(1)

    class Broken(TopicEmbedder):
        def passages(self, texts: Sequence[str]):
            failed.set()
            raise ValueError

    failed = threading.Event()
    async with Indexing(living.vault, Broken()).beside():
        assert await asyncio.to_thread(failed.wait, 10)
    assert await left(living) > 0
