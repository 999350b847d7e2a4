"""What is one person's, wanted by another: asked at the door, written down with the look, and said no to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.errors import Refused
from core.household.family import readable
from core.household.household import Household
from core.household.restoring import note_restored
from tests.unit.core.conversation.living import GOAL, Living, ask, settle


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


@pytest.fixture
def household(living: Living) -> Household:
    return Household(living.equipment)


async def log(household: Household, living: Living) -> list[tuple[str, str, bool]]:
    """Act, door and whether it was the person themselves, oldest first."""
    lines = await household.people.accesses(living.wang)
    return [(line.act, line.door, line.actor == living.wang.id) for line in lines[::-1]]


async def test_without_consent_every_door_is_shut_and_every_try_is_in_the_log(
    living: Living, household: Household
) -> None:
    await ask(await household.begin(living.wang, living.companion), GOAL)
    for look in (
        household.history.threads(living.wang, by=living.li),
        household.history.find("last", living.wang, by=living.li),
        household.memory.all(living.wang, living.companion, by=living.li),
        household.memory.edit(living.wang, living.companion, "any", 1, "x", by=living.li),
        household.export(living.wang, "zh", by=living.li),
        household.people.decisions(living.wang, by=living.li),
        household.people.consents(living.wang, by=living.li),
        household.people.accesses(living.wang, by=living.li),
        household.deletions.kept("memory", of=living.wang, by=living.li),
    ):
        with pytest.raises(Refused) as no:
            await look
        assert (no.value.message_id, no.value.values) == ("people.not_shared", {"name": "王奶奶"})
    assert await household.memory.all(living.wang, living.companion), "nothing was deleted"
    doors = [door for act, door, own in await log(household, living) if act == "refused" and not own]
    assert doors == ["history", "history", "memory", "memory", "export", *["consents"] * 4]


async def test_with_consent_it_is_shown_and_every_look_is_in_the_log(
    living: Living, household: Household
) -> None:
    await living.decide(living.wang, "family_view", granted=True)
    conversation = await household.begin(living.wang, living.companion)
    await ask(conversation, GOAL)
    assert await household.history.transcript(conversation.thread, living.wang, by=living.li)
    (fact,) = await household.memory.all(living.wang, living.companion, by=living.li)
    await household.memory.edit(
        living.wang, living.companion, fact.id, fact.revision, "目标是法语", by=living.li
    )
    assert await household.export(living.wang, "zh", by=living.li)
    assert await log(household, living) == [
        ("read", "history", False),
        ("read", "memory", False),
        ("changed", "memory", False),
        ("exported", "export", False),
    ]


async def test_ones_own_looks_are_nobodys_business_but_what_is_taken_away_is_noted(
    living: Living, household: Household
) -> None:
    await household.history.threads(living.wang)
    await household.memory.all(living.wang, living.companion, by=living.wang)
    assert await log(household, living) == []
    await household.export(living.wang, "zh")
    await living.vault.write(note_restored)
    assert await log(household, living) == [("exported", "export", True), ("restored", "backup", True)]


async def test_who_may_be_looked_at_by_whom(living: Living, household: Household) -> None:
    async def names() -> list[str]:
        return [one.name for one in await living.vault.read(lambda tx: readable(tx, living.li.id))]

    assert await names() == ["李爷爷"]
    await living.decide(living.wang, "family_view", granted=True)
    assert await names() == ["王奶奶", "李爷爷"]


async def test_without_consent_nothing_is_written_into_a_memory_nor_told_from_it(
    living: Living, household: Household
) -> None:
    await household.memory.add(living.wang, living.companion, GOAL)
    await living.decide(living.wang, "memory", granted=False)
    with pytest.raises(Refused, match=r"people\.memory_closed"):
        await household.memory.add(living.wang, living.companion, "我喜欢绿茶")
    assert await household.memory.recall(living.wang, living.companion, "我的目标是什么？") == ()
    assert len(await household.memory.all(living.wang, living.companion)) == 1, (
        "it can still be seen and deleted"
    )
    assert await log(household, living) == [("refused", "memory", True)]


async def test_what_was_kept_under_a_consent_goes_when_that_is_wanted(
    living: Living, household: Household
) -> None:
    await ask(await household.begin(living.wang, living.companion), GOAL)
    await household.memory.add(living.wang, living.companion, "我喜欢绿茶")
    assert [await household.people.kept(living.wang, one) for one in ("memory", "transcript", "family_view")] == [2, 1, 0]  # type: ignore[arg-type] # fmt: skip
    await household.deletions.kept("memory", of=living.wang, by=living.wang)
    assert await household.memory.all(living.wang, living.companion, active=False) == []
    assert await household.history.threads(living.wang)
    gone = await household.deletions.kept("transcript", of=living.wang, by=living.wang)
    assert gone.receipts
    assert await household.history.threads(living.wang) == []
    assert await log(household, living) == [("deleted", "memory", True), ("deleted", "history", True)]
