"""Words the recogniser hardly believes are answered once; the second time it says so, and danger never waits."""

from __future__ import annotations

from core.conversation.conversation import Conversation
from core.turn.manners import NOT_UNDERSTOOD
from core.turn.ports import Turn
from tests.unit.core.conversation.living import Living, Watched


async def said(conversation: Conversation, number: int, text: str, confidence: float) -> list[str]:
    turn = Turn(id=number, text=text, language="zh", confidence=confidence)
    return [sentence async for sentence in conversation.responder.reply(turn)]


async def test_the_second_guess_in_a_row_is_admitted(living: Living) -> None:
    living.thinking(Watched())
    conversation = await living.begin()
    assert await said(conversation, 1, "那韵废水成的", 0.2) == ["好的。"]
    assert await said(conversation, 2, "那韵废水成的", 0.2) == [NOT_UNDERSTOOD["zh"]]
    assert await said(conversation, 2, "那韵废水成的", 0.2) == [NOT_UNDERSTOOD["zh"]]  # another draft of it
    assert await said(conversation, 3, "那运费谁承担", 0.9) == ["好的。"]
    assert await said(conversation, 4, "那韵废水成的", 0.2) == ["好的。"]


async def test_danger_is_never_answered_with_not_understanding(living: Living) -> None:
    conversation = await living.begin()
    await said(conversation, 1, "那韵废水成的", 0.2)
    assert "120" in (await said(conversation, 2, "我摔倒了", 0.1))[0]
