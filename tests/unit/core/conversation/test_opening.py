"""The doors into a conversation: what a new one inherits, and who may continue which old one."""

from __future__ import annotations

import pytest

from core.conversation import opening
from core.errors import Refused
from core.people import persons, roles
from tests.unit.core.conversation.living import Living, Watched, ask


async def test_a_new_conversation_inherits_nothing_of_the_one_before(living: Living) -> None:
    model = Watched()
    living.thinking(model)
    first = await living.begin()
    await ask(first, "今天的暗号是银杏。")
    second = await living.begin()
    await ask(second, "暗号是什么？")
    assert second.thread != first.thread
    assert model.asked[1].turns == ()


async def test_a_conversation_that_was_cut_off_without_an_end_is_continued_with_its_words(
    living: Living,
) -> None:
    model = Watched()
    living.thinking(model)
    killed = await living.begin()
    await ask(killed, "今天的暗号是银杏。")
    again = await opening.resume(living.equipment, killed.thread, living.wang)
    await ask(again, "暗号是什么？")
    assert again.thread == killed.thread
    assert again.journal.session.id != killed.journal.session.id
    assert [turn.text for turn in model.asked[1].turns] == ["今天的暗号是银杏。", "好的。"]
    begun = [row.body for row in await living.rows(again) if row.kind == "session_begun"]
    assert begun[1].continues == killed.journal.session.id  # type: ignore[union-attr]


async def test_an_answer_cut_in_the_middle_re_enters_only_as_far_as_it_was_heard(living: Living) -> None:
    from tests.unit.core.conversation.living import spoken

    model = Watched()
    living.thinking(model)
    first = await living.begin()
    await first.recorder.user_spoke(spoken(1, "讲个故事。"))
    await first.recorder.assistant_spoke(1, 0, "从前有座山，山上有座庙。", 6, "measured", "interrupted")
    again = await opening.resume(living.equipment, first.thread, living.wang)
    await ask(again, "然后呢？")
    assert [turn.text for turn in model.asked[0].turns] == ["讲个故事。", "从前有座山，"]


async def test_nobody_continues_another_persons_conversation(living: Living) -> None:
    conversation = await living.begin()
    await ask(conversation, "你好")
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await opening.resume(living.equipment, conversation.thread, living.li)


async def test_a_conversation_with_a_role_that_was_removed_is_not_continued(living: Living) -> None:
    conversation = await living.begin()
    await ask(conversation, "你好")
    await living.vault.write(lambda tx: roles.remove(tx, living.companion.id))
    with pytest.raises(Refused, match=r"people\.role_removed"):
        await opening.resume(living.equipment, conversation.thread, living.wang)


async def test_a_conversation_nobody_had_is_refused_and_begins_nothing(living: Living) -> None:
    with pytest.raises(Refused, match=r"journal\.thread_unknown"):
        await opening.resume(living.equipment, "0" * 32, living.wang)
    assert await living.vault.read(lambda tx: tx.rows("SELECT * FROM sessions")) == []


async def test_a_refused_continuation_leaves_no_session_behind(living: Living) -> None:
    conversation = await living.begin()
    await ask(conversation, "你好")
    with pytest.raises(Refused):
        await opening.resume(living.equipment, conversation.thread, living.li)
    assert len(await living.vault.read(lambda tx: tx.rows("SELECT * FROM sessions"))) == 1


async def test_a_conversation_is_continued_under_the_persons_present_name_and_its_own_role(
    living: Living,
) -> None:
    shop = await living.vault.write(lambda tx: roles.add(tx, roles.draft("售后")))
    conversation = await living.begin(role=shop)
    await ask(conversation, "你好")
    await living.vault.write(lambda tx: persons.rename(tx, living.wang.id, "王老师"))
    again = await opening.resume(living.equipment, conversation.thread, living.wang)
    assert again.role.id == shop.id
    assert again.person.name == "王老师"


async def test_a_conversation_that_has_ended_takes_no_more_turns(living: Living) -> None:
    conversation = await living.begin()
    await conversation.end()
    with pytest.raises(Refused, match=r"journal\.session_ended"):
        await ask(conversation, "还在吗")
