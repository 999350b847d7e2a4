"""Deleting much costs what there is of it, not its square, and forgets as well as deleting little."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.household.household import Household
from core.journal import indexing, store
from core.journal.schema import SOUNDS, WORDS
from core.vault.transaction import Transaction
from tests.unit.core.conversation.living import Living, settle
from tests.unit.core.journal.said import answered, asked

MANY = 1200
RARE = "樟木箱底存折"


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


async def told(living: Living, utterances: int, words: str) -> tuple[str, float]:
    """A conversation, and how many seconds it took to index."""

    def say(tx: Transaction) -> str:
        session = store.begin_session(tx, living.scope(), "kitchen")
        for number in range(utterances):
            place = chr(0x4E00 + number * 7 % 5000) + chr(0x4E00 + number * 13 % 5000)
            said = store.append(
                tx, living.scope(), session.id, asked(f"第{number}次我说{place}的{words}很好")
            )
            store.append(tx, living.scope(), session.id, answered(said.seq, f"好的，{place}的那一件记下了"))
        return session.thread

    thread = await living.vault.write(say)
    begun = time.perf_counter()
    while await living.vault.write(lambda tx: indexing.catch_up(tx, living.scope())):
        pass
    return thread, time.perf_counter() - begun


async def test_a_long_conversation_is_deleted_more_quickly_than_it_was_indexed(living: Living) -> None:
    thread, indexed = await told(living, MANY, RARE)
    kept, _ = await told(living, 30, "豆腐")
    begun = time.perf_counter()
    done = await Household(living.equipment).deletions.conversation(thread, of=living.wang, by=living.wang)
    assert time.perf_counter() - begun < indexed
    assert done.settled
    assert set(done.left.values()) == {0}
    assert RARE.encode() not in living.on_disk()
    left = await living.vault.read(lambda tx: tx.rows("SELECT DISTINCT session FROM spoken_words"))
    assert len(left) == 1
    assert await Household(living.equipment).history.transcript(kept, living.wang)
    strays = lambda tx: [channel.strays(tx, "id", "spoken_words") for channel in (WORDS, SOUNDS)]  # noqa: E731
    assert await living.vault.read(strays) == [0, 0]


async def test_a_large_deletion_that_is_undone_leaves_an_index_that_forgets(living: Living) -> None:
    thread, _ = await told(living, 100, RARE)

    def fail(tx: Transaction) -> None:
        with indexing.taken_out(tx, 1000):
            tx.execute("DELETE FROM spoken_words")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await living.vault.erase(fail)
    rows = await living.vault.read(
        lambda tx: tx.rows("SELECT v FROM spoken_by_word_config WHERE k = 'secure-delete'")
    )
    assert [row["v"] for row in rows] == [1]
    assert await living.vault.read(lambda tx: WORDS.strays(tx, "id", "spoken_words")) == 0
    one_by_one = lambda tx: tx.execute("DELETE FROM spoken_words")  # noqa: E731
    assert await living.vault.erase(one_by_one) == 200
    rest = await living.vault.read(lambda tx: tx.rows("SELECT count(*) AS n FROM spoken_by_word_places"))
    assert rest[0]["n"] == 0
    assert thread
