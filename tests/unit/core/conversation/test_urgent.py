"""Danger is answered in fixed words and passed on, whatever model is behind and whatever fails."""

from __future__ import annotations

import pytest

from core.brain.urgent import Urgency
from core.errors import Unavailable
from core.turn.ports import Turn
from core.vault.transaction import Transaction
from tests.unit.core.conversation.living import Living, Watched, ask, spoken

FELL = "您先别动，别着急。请马上叫身边的家人，或者拨打120。"
DESPAIR = "听您这么说，我很担心您。请现在就告诉家里人，或者拨打120，别一个人扛着。"
FELL_EN = "Please stay still and stay calm. Call someone near you, or the emergency number, right away."
DESPAIR_EN = (
    "I'm worried to hear that. Please talk to someone you trust, or call the emergency number, right now."
)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("我摔倒了", FELL), ("哎哟，我摔倒了，起不来了。", FELL), ("我胸口疼", FELL), ("我胸口好疼啊", FELL),
        ("我不想活了", DESPAIR), ("活着没意思", DESPAIR),
        ("I have fallen", FELL_EN), ("Help, I've fallen and I can't get up.", FELL_EN),
        ("I have chest pain", FELL_EN), ("my chest hurts", FELL_EN), ("I want to die", DESPAIR_EN),
    ],
)  # fmt: skip
async def test_the_words_are_fixed_and_no_model_is_asked(living: Living, said: str, words: str) -> None:
    model = Watched()
    living.thinking(model)
    assert await ask(await living.begin(), said) == [words]
    assert model.asked == []


@pytest.mark.parametrize("said", ["我去年摔倒了", "我怕摔倒", "热死了", "我想死你了", "I fell last year"])
async def test_what_is_no_danger_now_goes_to_the_model(living: Living, said: str) -> None:
    model = Watched()
    living.thinking(model)
    conversation = await living.begin()
    alarms: list[Urgency] = []
    conversation.recorder.on_urgent = lambda pressing, turn: alarms.append(pressing)
    assert await ask(conversation, said) == ["好的。"]
    assert alarms == []


async def test_it_is_passed_on_once_for_a_committed_turn_and_never_for_a_draft(living: Living) -> None:
    conversation = await living.begin()
    alarms: list[tuple[str, int]] = []
    conversation.recorder.on_urgent = lambda pressing, turn: alarms.append((pressing.kind, turn.id))
    draft = spoken(1, "我摔倒了")
    assert [sentence async for sentence in conversation.responder.reply(draft)] == [FELL]
    assert alarms == []
    await conversation.recorder.user_spoke(draft)
    assert alarms == [("urgent", 1)]


async def test_it_is_passed_on_although_nothing_can_be_written(
    living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation = await living.begin()
    alarms: list[str] = []
    conversation.recorder.on_urgent = lambda pressing, turn: alarms.append(pressing.kind)

    async def full(body: object, also: object = None) -> Transaction:
        raise Unavailable("vault.disk_full")

    monkeypatch.setattr(conversation.journal, "append", full)
    turn = spoken(1, "我胸口疼")
    with pytest.raises(Unavailable):
        await conversation.recorder.user_spoke(turn)
    assert alarms == ["urgent"]
    assert conversation.responder.failure(turn, Unavailable("vault.disk_full")) == FELL


async def test_a_listener_that_breaks_keeps_no_turn_from_being_written(living: Living) -> None:
    conversation = await living.begin()

    def broken(pressing: Urgency, turn: Turn) -> None:
        raise RuntimeError("nobody there")

    conversation.recorder.on_urgent = broken
    assert await ask(conversation, "我摔倒了") == [FELL]
    assert "user_spoke" in await living.kinds(conversation)
