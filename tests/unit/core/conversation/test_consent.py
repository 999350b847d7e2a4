"""What a person agreed to decides, turn by turn, what is kept, used and learned."""

from __future__ import annotations

import msgspec
import pytest

from core.conversation import opening
from core.errors import Refused
from core.people import roles
from tests.unit.core.conversation.living import GOAL, GOAL_QUESTION, Living, Watched, ask

TASTE = "我喜欢喝绿茶。"


async def test_what_was_told_with_consent_is_known_in_the_next_conversation(living: Living) -> None:
    first = await living.begin()
    await ask(first, GOAL)
    assert first.recorder.learning == "done"
    assert ["日语" in fact.text for fact in first.recorder.learned] == [True]
    second = await living.begin()
    assert "日语" in "".join(await ask(second, GOAL_QUESTION))


async def test_consent_withdrawn_between_two_turns_holds_from_the_next_turn_on(living: Living) -> None:
    model = Watched()
    living.thinking(model)
    conversation = await living.begin()
    await ask(conversation, GOAL)
    await ask(conversation, GOAL_QUESTION)
    await living.decide(living.wang, "memory", granted=False)
    await ask(conversation, TASTE)
    await ask(conversation, GOAL_QUESTION)

    before, after = model.asked[1], model.asked[3]
    assert before.memory_on
    assert [fact.text for fact in before.memories]
    assert not after.memory_on
    assert not after.memories
    assert conversation.recorder.learning == "off"
    assert not [fact for fact in await living.facts() if "绿茶" in fact.text]
    assert "memory_used" not in (await living.kinds(conversation))[-3:]


async def test_consent_given_between_two_turns_holds_from_the_next_turn_on(living: Living) -> None:
    await living.decide(living.wang, "memory", granted=False)
    conversation = await living.begin()
    await ask(conversation, GOAL)
    assert not await living.facts()
    await living.decide(living.wang, "memory", granted=True)
    await ask(conversation, TASTE)
    assert ["绿茶" in fact.text for fact in await living.facts()] == [True]


async def test_the_roles_switch_turns_memory_off_whatever_was_consented_to(living: Living) -> None:
    await living.remember(GOAL)
    forgetful = msgspec.structs.replace(living.companion, memory=False)
    role = await living.vault.write(lambda tx: roles.update(tx, forgetful))
    model = Watched()
    living.thinking(model)
    conversation = await living.begin(role=role)
    await ask(conversation, TASTE)
    await ask(conversation, GOAL_QUESTION)
    assert not any(context.memories or context.memory_on for context in model.asked)
    assert len(await living.facts()) == 1


async def test_without_consent_nothing_of_a_conversation_is_stored_but_its_begin_and_end(
    living: Living,
) -> None:
    conversation = await living.begin(living.li)
    secret = "鹳鹧鸪鹭鹮的秘密是什么？"
    reply = await ask(conversation, secret)
    await conversation.end()
    assert reply
    assert await living.kinds(conversation) == ["session_begun", "session_ended"]
    await living.vault.sweep()
    assert secret.encode() not in living.on_disk()
    assert "鹳鹧".encode() not in living.on_disk()


async def test_a_conversation_that_is_not_kept_still_remembers_itself_while_it_lasts(living: Living) -> None:
    model = Watched()
    living.thinking(model)
    conversation = await living.begin(living.li)
    await ask(conversation, "第一句")
    await ask(conversation, "第二句")
    assert [turn.text for turn in model.asked[1].turns] == ["第一句", "好的。"]


async def test_a_conversation_that_was_not_kept_cannot_be_continued_and_says_why(living: Living) -> None:
    conversation = await living.begin(living.li)
    await ask(conversation, "你好")
    await conversation.end()
    with pytest.raises(Refused, match=r"journal\.not_kept"):
        await opening.resume(living.equipment, conversation.thread, living.li)


async def test_a_kept_conversation_continued_after_withdrawal_keeps_nothing_new(living: Living) -> None:
    first = await living.begin()
    await ask(first, "这句要留下。")
    await first.end()
    await living.decide(living.wang, "transcript", granted=False)
    model = Watched()
    living.thinking(model)
    again = await opening.resume(living.equipment, first.thread, living.wang)
    await ask(again, "鹳鹧不要留下。")
    await again.end()
    assert "这句要留下。" in [turn.text for turn in model.asked[0].turns]
    await living.vault.sweep()
    assert "这句要留下".encode() in living.on_disk()
    assert "鹳鹧不要留下".encode() not in living.on_disk()
