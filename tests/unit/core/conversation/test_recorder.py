"""What the turn engine is handed: a responder whose drafts leave nothing, a recorder that keeps the order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from core.brain.fake import Scripted
from core.brain.model import TextDelta
from core.errors import Unavailable
from core.journal.events import AssistantSpoke, MemoryUsed, UserSpoke
from core.memory import store as memories
from core.memory.clauses import Extraction
from core.memory.extract import extract
from core.text import Language
from core.vault.transaction import T, Transaction
from tests.unit.core.conversation.living import GOAL, GOAL_QUESTION, PERIOD, Living, ask, spoken


async def test_a_draft_that_is_dropped_leaves_nothing(living: Living) -> None:
    await living.bind()
    conversation = await living.begin()
    draft = conversation.responder.reply(spoken(1, PERIOD))
    assert await anext(draft)
    await draft.aclose()  # type: ignore[attr-defined]
    assert await living.kinds(conversation) == ["session_begun"]
    assert not await living.facts()

    other = spoken(2, "你好")
    conversation.recorder.forget(1)
    await conversation.recorder.user_spoke(other)
    async for index_text in _numbered(conversation.responder.reply(other)):
        await conversation.recorder.assistant_spoke(2, *index_text, 2, "measured", "finished")
    assert "knowledge_cited" not in await living.kinds(conversation)


async def test_a_draft_made_twice_cites_once(living: Living) -> None:
    await living.bind()
    conversation = await living.begin()
    for text in ("请问退货", PERIOD):
        draft = conversation.responder.reply(spoken(1, text))
        sentence = await anext(draft)
        await draft.aclose()  # type: ignore[attr-defined]
    await conversation.recorder.user_spoke(spoken(1, PERIOD))
    await conversation.recorder.assistant_spoke(1, 0, sentence, 3, "measured", "interrupted")
    await conversation.recorder.answer_ended(1, "interrupted", None)
    shown = conversation.responder.last
    assert shown is not None
    assert (await living.kinds(conversation)).count("knowledge_cited") == len(shown.knowledge.quotes) > 0


async def test_closing_a_draft_stops_the_request(living: Living) -> None:
    model = Scripted([TextDelta(text="一。"), TextDelta(text="二。")])
    living.thinking(model)
    conversation = await living.begin()
    draft = conversation.responder.reply(spoken(1, "说"))
    await anext(draft)
    await draft.aclose()  # type: ignore[attr-defined]
    assert model.closed == 1


async def test_an_answer_of_which_nothing_was_heard_still_says_what_it_used(living: Living) -> None:
    fact = await living.remember(GOAL)
    conversation = await living.begin()
    turn = spoken(1, GOAL_QUESTION)
    async for _ in conversation.responder.reply(turn):
        pass
    await conversation.recorder.user_spoke(turn)
    await conversation.recorder.answer_ended(1, "interrupted", None)
    used = [row.body for row in await living.rows(conversation) if isinstance(row.body, MemoryUsed)]
    assert [(body.memory, body.answers) for body in used] == [(fact.id, 1)]


async def test_rows_stand_in_the_order_they_were_handed_in_and_name_what_they_answer(living: Living) -> None:
    conversation = await living.begin()
    recorder = conversation.recorder
    await recorder.user_spoke(spoken(1, "退货的步骤是什么？"))
    await recorder.assistant_spoke(1, 0, "先提交申请，", 6, "measured", "finished")
    await recorder.user_spoke(spoken(2, "等一下"))
    await recorder.assistant_spoke(1, 1, "再装进原来的盒子。", 4, "measured", "interrupted")
    await recorder.answer_ended(1, "interrupted", None)
    await recorder.assistant_spoke(2, 0, "好的。", 3, "measured", "finished")
    bodies = [row.body for row in await living.rows(conversation)][1:]
    assert [type(body) for body in bodies] == [
        UserSpoke, AssistantSpoke, UserSpoke, AssistantSpoke, AssistantSpoke,
    ]  # fmt: skip
    assert [body.answers for body in bodies if isinstance(body, AssistantSpoke)] == [1, 1, 3]


async def test_rows_handed_in_together_are_all_kept_each_with_its_own_place(living: Living) -> None:
    conversation = await living.begin()
    recorder = conversation.recorder
    await recorder.user_spoke(spoken(1, "说吧"))
    async with asyncio.TaskGroup() as group:
        for index in range(40):
            said = recorder.assistant_spoke(1, index, f"第{index}句。", 4, "measured", "finished")
            group.create_task(said)
    bodies = [row.body for row in await living.rows(conversation)]
    said_at = [body.index for body in bodies if isinstance(body, AssistantSpoke)]
    assert said_at == list(range(40))


async def test_a_failure_without_a_reason_still_has_a_message(living: Living) -> None:
    conversation = await living.begin()
    await conversation.recorder.user_spoke(spoken(1, "你好"))
    await conversation.recorder.answer_ended(1, "failed", None)
    assert (await living.rows(conversation))[-1].body.error == "conversation.failed"  # type: ignore[union-attr]


class _BreaksLearning:
    """The household's database, but whatever learns is broken by ``error``."""

    def __init__(self, living: Living, error: Exception) -> None:
        self._vault = living.vault
        self._error = error

    async def write(self, job: Callable[[Transaction], T]) -> T:
        if "_learn" in job.__qualname__:
            raise self._error
        return await self._vault.write(job)

    async def read(self, job: Callable[[Transaction], T]) -> T:
        return await self._vault.read(job)

    async def close(self) -> None:
        await self._vault.close()


@pytest.mark.parametrize("error", [Unavailable("vault.disk_full"), ValueError("a rule that is wrong")])
async def test_learning_that_fails_never_fails_the_turn_and_is_shown(
    living: Living, error: Exception
) -> None:
    conversation = await living.begin()
    conversation.recorder._vault = _BreaksLearning(living, error)
    assert await ask(conversation, GOAL)
    assert conversation.recorder.learning == "failed"
    assert conversation.recorder.learned == ()
    assert "user_spoke" in await living.kinds(conversation)
    assert not await living.facts()

    conversation.recorder._vault = living.vault
    await ask(conversation, "我喜欢喝绿茶。")
    assert conversation.recorder.learning == "done"
    assert ["绿茶" in fact.text for fact in await living.facts()] == [True]


async def test_a_broken_table_of_memories_fails_learning_and_not_the_turn(
    living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(tx: Transaction, *_: object) -> tuple[()]:
        tx.execute("INSERT INTO memories(no_such_column) VALUES (1)")
        return ()

    monkeypatch.setattr(memories, "learn", broken)
    conversation = await living.begin()
    assert await ask(conversation, GOAL)
    assert conversation.recorder.learning == "failed"
    assert "assistant_spoke" in await living.kinds(conversation)


async def test_rules_that_break_on_an_utterance_keep_nobody_from_an_answer(
    living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str, language: str) -> Extraction:
        raise ValueError("a rule that is wrong")

    monkeypatch.setattr("core.conversation.recorder.extract", broken)
    conversation = await living.begin()
    reply = await ask(conversation, GOAL)
    assert reply
    assert not any("记住" in sentence for sentence in reply), "nothing was kept, so nothing is promised"
    assert conversation.recorder.learning == "failed"
    assert "user_spoke" in await living.kinds(conversation)


async def test_an_utterance_is_read_once_for_its_answer_and_for_memory(
    living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(text: str, language: Language) -> Extraction:
        read.append(text)
        return extract(text, language)

    monkeypatch.setattr("core.conversation.recorder.extract", counted)
    conversation = await living.begin()
    await ask(conversation, GOAL)
    assert read == [GOAL]
    assert await living.facts()


async def test_a_failure_of_learning_logs_no_word_that_was_said(
    living: Living, caplog: pytest.LogCaptureFixture
) -> None:
    conversation = await living.begin()
    conversation.recorder._vault = _BreaksLearning(living, ValueError(GOAL))
    with caplog.at_level("DEBUG"):
        await ask(conversation, GOAL)
    assert "ValueError" in caplog.text
    assert "日语" not in caplog.text


async def test_what_was_learned_names_the_utterance_it_came_from(living: Living) -> None:
    conversation = await living.begin()
    await ask(conversation, "你好")
    await ask(conversation, GOAL)
    (fact,) = await living.facts()
    rows = await living.rows(conversation)
    source = next(row for row in rows if row.seq == fact.source_seq)
    assert fact.source_session == conversation.journal.session.id
    assert isinstance(source.body, UserSpoke)
    assert source.body.text == GOAL


async def _numbered(sentences: object) -> object:
    index = 0
    async for sentence in sentences:  # type: ignore[attr-defined]
        yield index, sentence
        index += 1
