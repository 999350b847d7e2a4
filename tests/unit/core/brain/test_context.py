"""The projection keeps the newest turns, cuts nothing inside, and lets in only what may be known."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.brain.budget import Budget, estimate
from core.brain.context import fit, project
from core.brain.model import Context, Said, ToolCall, ToolResult
from core.errors import Refused
from tests.unit.core.brain.scenes import NOW, banyan, candidate, fact, found, quote, user

GENEROUS = Budget(window=100_000)


def projected(budget: Budget = GENEROUS, question: str = "退货期限是几天", **more: object) -> Context:
    given: dict[str, object] = {"instructions": "你是客服。", "person": "王阿姨", **more}
    return project(
        language="zh",
        question=question,
        spoken=True,
        now=NOW,
        budget=budget,
        **given,  # type: ignore[arg-type]
    )


TALK = tuple(
    said
    for number in range(30)
    for said in (user(f"第{number}个问题，说得长一点，好占些地方"), banyan(f"第{number}个回答，也说得长一点"))
)


def test_everything_enters_when_there_is_room() -> None:
    context = projected(
        turns=TALK,
        summary="以前谈过退货。",
        memories=[fact("我爱喝茶")],
        knowledge=found(quote("签收后七天内可以申请退货。")),
    )
    assert context.turns == TALK
    assert context.summary == "以前谈过退货。"
    assert len(context.memories) == 1
    assert len(context.knowledge.quotes) == 1


def test_the_newest_turns_are_kept_without_a_gap_and_begin_with_a_question() -> None:
    context = projected(Budget(window=900, output=100, safety=50), turns=TALK)
    kept = len(context.turns)
    assert 0 < kept < len(TALK)
    assert context.turns == TALK[-kept:]
    assert context.turns[0].by == "user"


def test_a_quote_or_a_memory_that_does_not_fit_is_left_out_whole() -> None:
    big = "很长的说明。" * 200
    context = projected(
        Budget(window=1000, output=100, safety=50),
        knowledge=found(quote(big, of=big), quote("签收后七天内可以申请退货。")),
        memories=[fact("我爱" + "喝茶" * 140), fact("我住在成都")],
    )
    assert [q.text for q in context.knowledge.quotes] == ["签收后七天内可以申请退货。"]
    assert [f.text for f in context.memories] == ["我住在成都"]


def test_memory_off_lets_no_memory_in_whatever_is_handed_in() -> None:
    context = projected(memories=[fact("我爱喝茶")], learned=[candidate("我爱喝茶")], memory_on=False)
    assert context.memories == ()
    assert not context.learned


def test_only_active_memories_enter() -> None:
    facts = [fact("旧", status="superseded"), fact("停", status="disabled"), fact("新")]
    assert [f.text for f in projected(memories=facts).memories] == ["新"]


def test_a_question_that_cannot_fit_is_refused_with_a_sentence() -> None:
    with pytest.raises(Refused) as refused:
        projected(Budget(window=600), question="啊" * 2000)
    assert refused.value.message_id == "brain.too_long"


def test_a_tool_call_and_its_result_stay_together_and_push_older_turns_out() -> None:
    call = ToolCall(id="1", name="knowledge_search", arguments='{"query": "退货"}')
    result = ToolResult(call=call, ok=True, result='{"quotes": "' + "长" * 400 + '"}')
    budget = Budget(window=1200, output=100, safety=50)
    without = projected(budget, turns=TALK)
    context = fit(msgspec.structs.replace(without, exchanges=(result,), turns=TALK), budget)
    assert context.exchanges == (result,)
    assert len(context.turns) < len(without.turns)


texts = st.text(max_size=200)


@settings(max_examples=200, deadline=None)
@given(
    turns=st.lists(st.builds(Said, by=st.sampled_from(["user", "assistant"]), text=texts), max_size=20),
    memories=st.lists(texts.map(fact), max_size=8),
    quotes=st.lists(texts.map(quote), max_size=4),
    summary=texts,
    window=st.integers(600, 4000),
)
def test_what_is_projected_fits_the_window_and_is_never_changed(
    turns, memories, quotes, summary, window
) -> None:  # type: ignore[no-untyped-def]
    budget = Budget(window=window, output=200, safety=100)
    context = projected(budget, turns=turns, memories=memories, knowledge=found(*quotes), summary=summary)
    assert (
        projected(budget, turns=turns, memories=memories, knowledge=found(*quotes), summary=summary)
        == context
    )
    spoken = [said for said in turns if said.text.strip()]
    assert list(context.turns) == spoken[len(spoken) - len(context.turns) :]
    assert set(context.memories) <= set(memories)
    assert set(context.knowledge.quotes) <= set(quotes)
    assert context.summary in {"", summary.strip()}
    used = sum(estimate(said.text) for said in context.turns) + sum(
        estimate(f.text) for f in context.memories
    )
    used += sum(estimate(q.text) for q in context.knowledge.quotes) + estimate(context.summary)
    assert used <= window - 300
