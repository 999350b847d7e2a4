"""A conversation that outgrows the window goes on from a summary of its own sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.brain.budget import Budget
from core.conversation import opening
from core.conversation.conversation import Conversation
from core.journal.events import SummaryMade
from core.journal.summarising import parsed
from tests.unit.core.conversation.living import Living, Watched, ask, settle


@pytest.fixture
async def small(tmp_path: Path) -> Conversation:
    """A conversation with a model whose window holds only a few turns."""
    living = await settle(tmp_path)
    equipment = replace(living.equipment, model=Watched(), budget=Budget(window=1600, output=200, safety=100))
    return await opening.begin(equipment, living.wang, living.companion)


async def said(conversation: Conversation, count: int, first: int = 0) -> None:
    for number in range(first, first + count):
        await ask(conversation, f"第{number}件事：我今天去了公园第{number}号门，看见了很多人在跳舞和下棋。")


async def made(conversation: Conversation) -> list[SummaryMade]:
    history = await conversation.journal.history()
    return [event.body for event in history if isinstance(event.body, SummaryMade)]


async def test_what_no_longer_fits_is_in_the_summary_and_the_newest_stay_whole(
    small: Conversation,
) -> None:
    await said(small, 40)
    context = small.responder.last
    assert context is not None
    summaries = await made(small)
    assert summaries
    assert context.summary == summaries[-1].text
    assert context.turns[-2].text.startswith("第38件事")
    assert context.turns[0].by == "user"
    own = {turn.text for turn in await small.journal.turns()}
    assert all(any(line.text in text for text in own) for line in parsed(context.summary))


async def test_it_is_not_made_again_at_every_turn(small: Conversation) -> None:
    await said(small, 40)
    before = len(await made(small))
    await said(small, 2, first=40)
    assert len(await made(small)) - before <= 1
    assert before < 15


async def test_a_short_conversation_has_none(small: Conversation) -> None:
    await said(small, 3)
    assert await made(small) == []
    assert small.responder.last is not None
    assert small.responder.last.summary == ""
    assert len(small.responder.last.turns) == 4


async def test_a_model_that_counts_is_asked(tmp_path: Path) -> None:
    class Counting(Watched):
        counted = 0

        def count_tokens(self, text: str) -> int:
            self.counted += 1
            return 10_000 if "公园" in text else 1

    living: Living = await settle(tmp_path)
    model = Counting()
    equipment = replace(living.equipment, model=model)
    conversation = await opening.begin(equipment, living.wang, living.companion)
    await ask(conversation, "我们去了大花园散步。")
    await ask(conversation, "后来呢？")
    assert model.counted
    assert conversation.responder.last is not None
    assert len(conversation.responder.last.turns) == 2
