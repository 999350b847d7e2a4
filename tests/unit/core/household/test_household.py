"""What the faces hold: each part does what its store does, for whom it was asked, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from core.clock import ManualClock
from core.errors import Refused, Unavailable
from core.household.household import MIGRATIONS, Household
from core.people.roles import Role, draft
from core.secret import Secret
from core.vault import Argon2Cost, PassphraseSlot, Vault
from tests.unit.core.conversation.living import DOCUMENT, GOAL, PERIOD, Living, ask, settle


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


@pytest.fixture
def household(living: Living) -> Household:
    return Household(living.equipment)


async def test_an_empty_name_is_the_first_person_and_the_first_role(
    living: Living, household: Household
) -> None:
    assert (await household.people.named("")).id == living.wang.id
    assert (await household.roles.named("")).id == living.companion.id


async def test_a_name_is_found_whatever_its_width_and_spaces(living: Living, household: Household) -> None:
    added = await household.people.add("Martha Lee", "en")
    assert await household.people.named("ｍａｒｔｈａ　lee") == added


async def test_a_name_nobody_has_is_refused_with_the_name(household: Household) -> None:
    with pytest.raises(Refused) as person:
        await household.people.named("没这人")
    with pytest.raises(Refused) as role:
        await household.roles.named("没这角色")
    assert (person.value.message_id, person.value.values) == ("people.nobody_called", {"name": "没这人"})
    assert (role.value.message_id, role.value.values) == ("people.no_role_called", {"name": "没这角色"})


async def test_consent_is_what_was_decided_last_and_every_decision_stays(
    living: Living, household: Household
) -> None:
    li = living.li
    assert not (await household.people.consents(li)).granted
    await household.people.decide(li, "memory", True, by=living.wang.id, how="voice")
    now = await household.people.decide(li, "memory", False, by=li.id, how="screen")
    assert not now.allows("memory")
    assert [(d.granted, d.by, d.how) for d in await household.people.decisions(li)] == [
        (True, living.wang.id, "voice"),
        (False, li.id, "screen"),
    ]


async def test_a_renamed_person_keeps_memories_and_conversations(
    living: Living, household: Household
) -> None:
    await household.memory.add(living.wang, living.companion, GOAL)
    conversation = await household.begin(living.wang, living.companion)
    renamed = await household.people.rename(living.wang, "王老师")
    assert len(await household.memory.all(renamed, living.companion)) == 1
    assert [t.thread for t in await household.history.threads(renamed)] == [conversation.thread]


async def test_the_same_text_again_is_the_same_document_and_only_bound(
    living: Living, household: Household
) -> None:
    first = await household.knowledge.add("说明", "a.txt", DOCUMENT, by=living.wang)
    assert await household.knowledge.bound(living.companion) == []
    again = await household.knowledge.add("说明", "a.txt", DOCUMENT, by=living.li, roles=[living.companion])
    assert again == first
    assert await household.knowledge.bound(living.companion) == [first]
    assert await household.knowledge.all() == [first]


async def test_a_document_answers_only_the_roles_it_is_bound_to(living: Living, household: Household) -> None:
    shop = await household.roles.add(draft("售后"))
    document = await household.knowledge.add("说明", "a.txt", DOCUMENT, by=living.wang, roles=[shop])
    assert (await household.knowledge.search(shop, PERIOD)).state == "found"
    assert (await household.knowledge.search(living.companion, PERIOD)).state == "nothing_bound"
    await household.knowledge.unbind(document, shop)
    assert (await household.knowledge.search(shop, PERIOD)).state == "nothing_bound"


async def test_a_binding_that_fails_keeps_no_half_of_the_import(living: Living, household: Household) -> None:
    def chosen() -> Iterator[Role]:
        yield living.companion
        raise Refused("people.role_unknown")

    with pytest.raises(Refused, match=r"people\.role_unknown"):
        await household.knowledge.add("说明", "a.txt", DOCUMENT, by=living.wang, roles=chosen())
    assert await household.knowledge.all() == []


async def test_memories_belong_to_one_person_in_one_role(living: Living, household: Household) -> None:
    other = await household.roles.add(draft("售后"))
    fact = await household.memory.add(living.wang, living.companion, GOAL)
    assert await household.memory.all(living.li, living.companion) == []
    assert await household.memory.all(living.wang, other) == []
    with pytest.raises(Refused, match=r"memory\.unknown"):
        await household.deletions.fact(fact.id, of=living.li, by=living.li)
    with pytest.raises(Refused, match=r"memory\.unknown"):
        await household.memory.edit(living.li, living.companion, fact.id, 1, "我的目标是学会法语。")
    assert await household.memory.all(living.wang, living.companion) == [fact]


async def test_two_who_edit_the_same_memory_do_not_overwrite_each_other(
    living: Living, household: Household
) -> None:
    wang, role = living.wang, living.companion
    fact = await household.memory.add(wang, role, GOAL)
    await household.memory.edit(wang, role, fact.id, fact.revision, "我的目标是学会法语。")
    with pytest.raises(Refused) as stale:
        await household.memory.edit(wang, role, fact.id, fact.revision, "我的目标是学会德语。")
    assert "法语" in str(stale.value.values["theirs"])
    assert "德语" in str(stale.value.values["yours"])


async def test_a_conversation_is_meant_by_its_id_the_beginning_of_it_or_last(
    living: Living, household: Household
) -> None:
    first = await household.begin(living.wang, living.companion)
    second = await household.begin(living.wang, living.companion)
    find = household.history.find
    assert await find(first.thread, living.wang) == first.thread
    assert await find(first.thread[:12], living.wang) == first.thread
    assert await find("last", living.wang) == second.thread


@pytest.mark.parametrize("wanted", ["", "zzz", "last"])
async def test_a_conversation_that_is_not_clearly_meant_is_refused_with_how_many_fit(
    living: Living, household: Household, wanted: str
) -> None:
    await household.begin(living.wang, living.companion)
    with pytest.raises(Refused) as refused:
        await household.history.find(wanted, living.li)
    assert refused.value.message_id == "conversation.no_such_thread"
    assert refused.value.values["count"] == 0


async def test_last_is_the_last_with_that_role(living: Living, household: Household) -> None:
    shop = await household.roles.add(draft("售后"))
    mine = await household.begin(living.wang, living.companion)
    await household.begin(living.wang, shop)
    assert await household.history.find("last", living.wang, living.companion) == mine.thread


async def test_nobody_reads_another_persons_conversation(living: Living, household: Household) -> None:
    conversation = await household.begin(living.wang, living.companion)
    await ask(conversation, "你好")
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await household.history.events(conversation.thread, living.li)
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await household.history.transcript(conversation.thread, living.li)


async def test_a_transcript_has_what_was_said_in_order(living: Living, household: Household) -> None:
    conversation = await household.begin(living.wang, living.companion)
    reply = "".join(await ask(conversation, "你好"))
    turns = await household.history.transcript(conversation.thread, living.wang)
    assert [(turn.by, turn.text) for turn in turns] == [("user", "你好"), ("assistant", reply)]


async def test_a_removed_role_keeps_its_name_for_history_and_answers_nobody(
    living: Living, household: Household
) -> None:
    await household.roles.remove(living.companion)
    assert (await household.roles.names())[living.companion.id] == "伴言"
    with pytest.raises(Refused, match=r"people\.no_role_called"):
        await household.roles.named("伴言")


async def test_two_who_change_the_same_role_do_not_overwrite_each_other(
    living: Living, household: Household
) -> None:
    def faster(role: Role) -> Role:
        return msgspec.structs.replace(role, speed=1.5)

    await household.roles.update(faster(living.companion))
    with pytest.raises(Refused, match=r"people\.stale_revision"):
        await household.roles.update(faster(living.companion))


async def test_likely_words_are_names_and_the_titles_the_role_may_quote(
    living: Living, household: Household
) -> None:
    await household.knowledge.add("星河说明", "a.txt", DOCUMENT, by=living.wang, roles=[living.companion])
    await household.knowledge.add("没有绑定的", "b.txt", DOCUMENT, by=living.wang)
    assert set(await household.words(living.companion)) == {"星河说明", "伴言", "王奶奶", "李爷爷"}


async def test_leaving_a_household_closes_its_vault_and_opening_it_again_finds_everybody(
    tmp_path: Path, living: Living
) -> None:
    slot = PassphraseSlot(Secret.from_text("银杏树下"), Argon2Cost(memory_kib=64, iterations=1, lanes=1))
    folder = tmp_path / "vault"
    vault = Vault.create(folder, [slot], MIGRATIONS, ManualClock())
    parts = living.equipment.__class__
    equipment = parts(vault=vault, model=living.equipment.model, clock=living.clock,
                      zone=living.equipment.zone, machine="desk")  # fmt: skip
    async with Household(equipment) as household:
        person = await household.people.add("王奶奶")
    with pytest.raises(Unavailable, match=r"vault\.closed"):
        await household.people.all()

    again = Vault.open(folder, slot, MIGRATIONS, ManualClock())
    assert await again.read(lambda tx: [row["id"] for row in tx.rows("SELECT id FROM persons")]) == [
        person.id
    ]
    await again.close()
