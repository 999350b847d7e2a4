"""A typed turn: what is durable when, what is cited how, and what happens when no answer is to be had."""

from __future__ import annotations

import msgspec
import pytest

from core.brain.fake import Scripted
from core.brain.model import Context, TextDelta, ToolCall
from core.errors import Refused, Unavailable, UserFacing
from core.journal.events import (
    AnswerFailed,
    AssistantSpoke,
    KnowledgeCited,
    MemoryUsed,
    ToolReturned,
    UserSpoke,
)
from tests.unit.core.conversation.living import DOCUMENT, GOAL, GOAL_QUESTION, PERIOD, Living, Watched, ask

UNREACHABLE = "对不起，我现在连不上帮我想问题的那台机器，请过一会儿再问我。"
FAILED = "对不起，我刚才没能想出回答，请再说一遍好吗？"
NOT_ALLOWED = "对不起，没有您的同意，这件事我不能做。"


async def test_what_was_asked_is_durable_before_the_model_is_asked(living: Living) -> None:
    seen: list[str] = []

    async def look(context: Context) -> None:
        seen.extend(await living.kinds(conversation))

    living.thinking(Watched(look))
    conversation = await living.begin()
    await ask(conversation, "你好")
    assert seen == ["session_begun", "user_spoke"]


async def test_every_sentence_is_durable_before_it_is_handed_out(living: Living) -> None:
    living.thinking(Scripted([TextDelta(text="第一句。第二句。第三句。")]))
    conversation = await living.begin()
    stored = []
    async for sentence in conversation.ask("说三句"):
        rows = [row.body for row in await living.rows(conversation)]
        stored.append([body.text for body in rows if isinstance(body, AssistantSpoke)])
        assert stored[-1][-1] == sentence
    assert [len(texts) for texts in stored] == [1, 2, 3]


async def test_a_typed_turn_is_marked_as_typed_and_its_answer_as_heard_whole(living: Living) -> None:
    conversation = await living.begin()
    reply = await ask(conversation, "你好")
    bodies = [row.body for row in await living.rows(conversation)]
    assert isinstance(bodies[1], UserSpoke)
    assert not bodies[1].spoken
    said = [body for body in bodies if isinstance(body, AssistantSpoke)]
    assert [body.text for body in said] == reply
    assert all(body.heard == len(body.text) and body.outcome == "finished" for body in said)


async def test_a_citation_is_offsets_into_the_document_and_holds_no_word_of_it(living: Living) -> None:
    document = await living.bind()
    conversation = await living.begin()
    reply = "".join(await ask(conversation, PERIOD))
    cited = [row.body for row in await living.rows(conversation) if isinstance(row.body, KnowledgeCited)]
    assert "15天" in reply
    assert cited
    assert cited[0].document == document.id
    assert "15天" in DOCUMENT[cited[0].start : cited[0].end]
    assert "退货" not in msgspec.json.encode(cited).decode()


async def test_a_memory_that_was_used_is_an_id_and_a_revision(living: Living) -> None:
    fact = await living.remember(GOAL)
    conversation = await living.begin()
    reply = "".join(await ask(conversation, GOAL_QUESTION))
    used = [row.body for row in await living.rows(conversation) if isinstance(row.body, MemoryUsed)]
    assert "日语" in reply
    assert [(body.memory, body.revision) for body in used] == [(fact.id, 1)]
    assert "日语" not in msgspec.json.encode(used).decode()


async def test_sources_are_written_once_and_before_the_first_sentence(living: Living) -> None:
    await living.bind()
    conversation = await living.begin()
    await ask(conversation, PERIOD)
    kinds = await living.kinds(conversation)
    shown = conversation.responder.last
    assert shown is not None
    assert kinds.count("knowledge_cited") == len(shown.knowledge.quotes) > 0
    assert kinds.index("user_spoke") < kinds.index("knowledge_cited") < kinds.index("assistant_spoke")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (Unavailable("brain.server_down", server="host"), UNREACHABLE),
        (Unavailable("brain.server_slow", server="host"), UNREACHABLE),
        (Unavailable("brain.garbage_answer", server="host"), FAILED),
        (Unavailable("brain.answer_broke_off"), FAILED),
        (Refused("brain.no_cloud_consent", model="host"), NOT_ALLOWED),
    ],
)
async def test_a_failed_answer_is_said_written_down_and_over_with_the_turn(
    living: Living, error: UserFacing, sentence: str
) -> None:
    living.thinking(Scripted([error], [TextDelta(text="现在好了。")]))
    conversation = await living.begin()
    assert await ask(conversation, "在吗") == [sentence]
    failed = [row.body for row in await living.rows(conversation) if isinstance(row.body, AnswerFailed)]
    assert [body.error for body in failed] == [error.message_id]
    assert failed[0].answers == 1

    assert conversation.failed is error
    assert await ask(conversation, "现在呢") == ["现在好了。"]
    assert conversation.failed is None
    assert (await living.kinds(conversation))[-1] == "assistant_spoke"


async def test_the_sentence_of_a_failure_is_in_the_language_of_the_question(living: Living) -> None:
    living.thinking(Scripted([Unavailable("brain.server_down", server="host")]))
    conversation = await living.begin()
    (sentence,) = await ask(conversation, "Are you there, my dear?")
    assert sentence.startswith("I am sorry, I cannot reach")


async def test_an_answer_that_breaks_off_keeps_what_was_said_and_says_that_it_failed(living: Living) -> None:
    parts = [TextDelta(text="第一句。第二"), Unavailable("brain.answer_broke_off")]
    living.thinking(Scripted(parts))
    conversation = await living.begin()
    assert await ask(conversation, "说吧") == ["第一句。", FAILED]
    assert (await living.kinds(conversation))[1:] == ["user_spoke", "assistant_spoke", "answer_failed"]


async def test_a_failure_is_no_part_of_what_the_next_answer_leans_on(living: Living) -> None:
    model = Scripted([Unavailable("brain.server_down", server="host")], [TextDelta(text="好。")])
    living.thinking(model)
    conversation = await living.begin()
    await ask(conversation, "第一问")
    await ask(conversation, "第二问")
    context, _ = model.asked[1]
    assert [(turn.by, turn.text) for turn in context.turns] == [("user", "第一问")]


async def test_a_model_in_the_cloud_is_not_asked_without_consent(living: Living) -> None:
    model = Scripted([TextDelta(text="云端来的。")], cloud=True)
    living.thinking(model)
    conversation = await living.begin()
    assert await ask(conversation, "你好") == [NOT_ALLOWED]
    assert not model.asked

    await living.decide(living.wang, "cloud_models", granted=True)
    assert await ask(conversation, "你好") == ["云端来的。"]


async def test_a_tool_the_role_may_never_use_is_refused_and_that_is_written_down(living: Living) -> None:
    call = ToolCall(id="1", name="memory_add", arguments='{"text": "我喜欢绿茶"}')
    living.thinking(Scripted([call], [TextDelta(text="那就不记。")]))
    conversation = await living.begin()
    assert await ask(conversation, "记一下") == ["那就不记。"]
    returned = [row.body for row in await living.rows(conversation) if isinstance(row.body, ToolReturned)]
    assert [(body.call, body.ok) for body in returned] == [("1", False)]
    assert not await living.facts()


async def test_a_tool_reads_only_what_its_person_told(living: Living) -> None:
    await living.remember(GOAL)
    await living.decide(living.li, "memory", granted=True)
    call = ToolCall(id="1", name="memory_search", arguments='{"query": "我的目标"}')
    model = Scripted([call], [TextDelta(text="好。")], [call], [TextDelta(text="好。")])
    living.thinking(model)
    await ask(await living.begin(), "查一下")
    await ask(await living.begin(living.li), "查一下")
    asked = [context.exchanges[0].result for context, _ in model.asked if context.exchanges]
    assert "日语" in asked[0]
    assert "日语" not in asked[1]


async def test_a_thread_of_thousands_of_turns_fits_the_budget_and_keeps_the_newest(living: Living) -> None:
    from core.brain.budget import Budget
    from core.journal import store

    model = Watched()
    living.thinking(model, Budget(window=2_000))
    conversation = await living.begin()
    session, scope = conversation.journal.session.id, conversation.scope

    def live_long(tx: object) -> None:
        for number in range(2_000):
            body = UserSpoke(text=f"第{number}句话，说的是家里的事。", language="zh", spoken=False)
            store.append(tx, scope, session, body)  # type: ignore[arg-type]

    await living.vault.write(live_long)
    assert await ask(conversation, "最后一句") == ["好的。"]
    turns = [turn.text for turn in model.asked[0].turns]
    assert 10 < len(turns) < 500
    assert turns == [f"第{number}句话，说的是家里的事。" for number in range(2_000 - len(turns), 2_000)]
