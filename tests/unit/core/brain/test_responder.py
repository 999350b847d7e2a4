"""The tool loop: consent first, sentences early, tools with permission, and a failure that is named."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from typing import Any

import pytest

from core.brain.budget import Budget
from core.brain.fake import Scripted
from core.brain.household_tools import ClockTool
from core.brain.model import Context, TextDelta, ToolCall, ToolSpec, Usage
from core.brain.responder import Answering, AnswerPart, Sentence, Spent, ToolAnswered, ToolAsked
from core.brain.tools import Toolbox
from core.clock import ManualClock
from core.errors import Refused, Unavailable
from core.people.consent import Consents
from tests.unit.core.brain.scenes import NOW, context

CLOCK_CALL = ToolCall(id="1", name="clock", arguments="{}")


async def committed() -> None:
    """A turn that is final already."""


def says(text: str) -> TextDelta:
    return TextDelta(text=text)


def answering(
    model: Scripted, permission: str = "allow", budget: Budget | None = None, **more: Any
) -> Answering:
    box = Toolbox([ClockTool(ManualClock(NOW), NOW.tzinfo)], {"clock": permission})  # type: ignore[dict-item,arg-type]
    return Answering(model, box, budget or Budget(), **more)


async def parts(
    model: Scripted, *, consents: Consents | None = None, asked: Context | None = None, **more: Any
) -> list[AnswerPart]:
    answer = answering(model, **more).answer(asked or context("几点了"), consents or Consents(), committed)
    return [part async for part in answer]


def spoken(found: list[AnswerPart]) -> list[str]:
    return [part.text for part in found if isinstance(part, Sentence)]


async def test_deltas_become_sentences_and_the_first_comes_before_the_stream_ends() -> None:
    model = Scripted([says("签收后"), says("七天内。"), says("请提供订单号")])
    async with aclosing(answering(model).answer(context("问"), Consents(), committed)) as answer:
        assert await anext(answer) == Sentence(text="签收后七天内。")
    assert model.closed == 1


async def test_a_tool_is_asked_run_and_its_result_given_to_the_model() -> None:
    usage = Usage(prompt_tokens=5, completion_tokens=2)
    model = Scripted([CLOCK_CALL, usage], [says("九点零五分。")])
    found = await parts(model)
    assert [type(part) for part in found] == [Spent, ToolAsked, ToolAnswered, Sentence]
    second = model.asked[1][0]
    assert [exchange.call for exchange in second.exchanges] == [CLOCK_CALL]
    assert json.loads(second.exchanges[0].result)["time"] == "09:05"


async def test_a_tool_that_is_not_allowed_is_not_offered_and_not_run_when_called_all_the_same() -> None:
    model = Scripted([CLOCK_CALL], [says("我不能看时钟。")])
    found = await parts(model, permission="never")
    assert model.asked[0][1] == ()
    answered = next(part for part in found if isinstance(part, ToolAnswered))
    assert not answered.result.ok
    assert spoken(found) == ["我不能看时钟。"]


async def test_a_model_that_only_calls_tools_is_stopped_and_reported() -> None:
    model = Scripted(*[[CLOCK_CALL]] * 9)
    with pytest.raises(Unavailable) as failed:
        await parts(model, rounds=3)
    assert failed.value.message_id == "brain.no_answer"
    assert [bool(tools) for _, tools in model.asked] == [True, True, False]


async def test_a_model_that_says_nothing_is_reported() -> None:
    with pytest.raises(Unavailable) as failed:
        await parts(Scripted([says(" \n")]))
    assert failed.value.message_id == "brain.no_answer"


async def test_a_failure_in_the_middle_comes_after_what_was_complete() -> None:
    model = Scripted([says("第一句。第二"), Unavailable("brain.answer_broke_off")])
    said: list[str] = []
    with pytest.raises(Unavailable, match="broke_off"):  # noqa: PT012 - what came before it is what is tested
        async for part in answering(model).answer(context("问"), Consents(), committed):
            said += spoken([part])
    assert said == ["第一句。"]


async def test_without_consent_nothing_is_sent_to_a_cloud() -> None:
    model = Scripted([says("好。")], cloud=True)
    with pytest.raises(Refused) as refused:
        await parts(model)
    assert refused.value.message_id == "brain.no_cloud_consent"
    assert model.asked == []


async def test_with_consent_a_cloud_is_asked_once_the_turn_is_final_and_not_before() -> None:
    model = Scripted([says("好。")], cloud=True)
    final = asyncio.Event()

    async def await_commit() -> None:
        await final.wait()

    answer = answering(model).answer(
        context("问"), Consents(granted=frozenset({"cloud_models"})), await_commit
    )
    first = asyncio.ensure_future(anext(answer))
    await asyncio.sleep(0)
    assert model.asked == []
    final.set()
    assert await first == Sentence(text="好。")
    await answer.aclose()


class Verbose:
    """A tool whose result is larger than a small model's window."""

    side_effects = False
    spec = ToolSpec(name="verbose", description="", parameters={"type": "object", "properties": {}})

    async def run(self, arguments: dict[str, Any]) -> str:
        return json.dumps("长" * 5000)


async def test_a_result_that_leaves_no_room_is_refused_and_the_turn_goes_on() -> None:
    model = Scripted([ToolCall(id="1", name="verbose", arguments="{}")], [says("太长了。")])
    box = Toolbox([Verbose()], {"verbose": "allow"})
    answer = Answering(model, box, Budget(window=2000)).answer(context("问"), Consents(), committed)
    found = [part async for part in answer]
    assert spoken(found) == ["太长了。"]
    assert "too long" in model.asked[1][0].exchanges[0].result


async def test_the_budget_for_projecting_counts_the_offered_tools() -> None:
    assert answering(Scripted()).budget.tools > 0
    assert answering(Scripted(), permission="never").budget.tools == 0
