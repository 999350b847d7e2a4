"""Memories get their vectors beside the household's life, however they came, and no writer waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.household.household import Household
from core.memory import embedding
from core.turn.ports import Turn
from tests.unit.core.conversation.living import GOAL, Living, settle
from tests.unit.core.household.test_indexing import HeldEmbedder, begun
from tests.unit.core.knowledge.test_vectors import TopicEmbedder


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


def household_of(living: Living, embedder: TopicEmbedder) -> Household:
    return Household(replace(living.equipment, embedder=embedder))


async def vectors(living: Living) -> list[str]:
    """The texts of the memories that have one."""
    rows = await living.vault.read(
        lambda tx: tx.rows(
            "SELECT m.text FROM memory_vectors v JOIN memories m ON m.number = v.memory ORDER BY m.number"
        )
    )
    return [row["text"] for row in rows]


async def until_all_have_one(living: Living, count: int) -> None:
    async with asyncio.timeout(20.0):
        while len(await vectors(living)) < count:  # noqa: ASYNC110 - it tells nobody that it is done
            await asyncio.sleep(0)


async def test_what_is_written_edited_and_learned_gets_a_vector_beside_the_household(living: Living) -> None:
    household = household_of(living, TopicEmbedder())
    memory, who, role = household.memory, living.wang, living.companion
    await living.remember("我对青霉素过敏")  # another left it undone
    async with memory.indexing.beside():
        await until_all_have_one(living, 1)
        fact = await memory.add(who, role, "我喜欢听越剧")
        await until_all_have_one(living, 2)
        await memory.edit(who, role, fact.id, fact.revision, "我喜欢听评弹")
        while "我喜欢听评弹" not in await vectors(living):  # noqa: ASYNC110
            await asyncio.sleep(0)
        conversation = await household.begin(who, role)
        await conversation.recorder.user_spoke(Turn(id=1, text=GOAL, language="zh", confidence=1.0))
        await until_all_have_one(living, 3)


async def test_learning_is_durable_while_the_model_is_at_work(living: Living) -> None:
    embedder = HeldEmbedder()
    household = household_of(living, embedder)
    await living.remember("我对青霉素过敏")
    async with household.memory.indexing.beside():
        await begun(embedder)
        conversation = await household.begin(living.wang, living.companion)
        async with asyncio.timeout(5.0):
            await conversation.recorder.user_spoke(Turn(id=1, text=GOAL, language="zh", confidence=1.0))
        assert len(await living.facts()) == 2
        assert await vectors(living) == []
        embedder.allowed.release(100)
        await until_all_have_one(living, 2)


async def test_what_is_deleted_meanwhile_keeps_no_vector_and_what_is_edited_gets_a_new_one(
    living: Living,
) -> None:
    embedder = HeldEmbedder()
    household = household_of(living, embedder)
    gone, kept = await living.remember("我对青霉素过敏"), await living.remember("我喜欢听越剧")
    async with household.memory.indexing.beside():
        await begun(embedder)
        await household.deletions.fact(gone.id, of=living.wang, by=living.wang)
        await household.memory.edit(living.wang, living.companion, kept.id, kept.revision, "我喜欢听评弹")
        embedder.allowed.release(100)
        await until_all_have_one(living, 1)
    assert await vectors(living) == ["我喜欢听评弹"]


async def test_before_they_are_made_memories_are_recalled_by_their_words(living: Living) -> None:
    household = household_of(living, TopicEmbedder())
    await household.memory.add(living.wang, living.companion, "我喜欢听越剧")
    found = await household.memory.recall(living.wang, living.companion, "越剧好听吗")
    assert [fact.text for fact in found] == ["我喜欢听越剧"]
    assert await vectors(living) == []


async def test_a_broken_model_leaves_recall_by_words(living: Living) -> None:
    class Broken(TopicEmbedder):
        def passages(self, texts: Sequence[str]):  # type: ignore[no-untyped-def]
            raise ValueError

    household = household_of(living, Broken())
    await living.remember("我喜欢听越剧")
    await household.memory.indexing.catch_up()
    assert await living.vault.read(lambda tx: embedding.count_missing(tx, Broken.name)) == 1
