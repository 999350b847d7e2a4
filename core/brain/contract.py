"""What every chat model must do. ``tests/contract`` calls each check with each adapter's model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any, cast

import msgspec

from core.brain.household_tools import ClockTool
from core.brain.model import ChatModel, Context, ReplyPart, TextDelta, ToolCall, ToolResult, Usage

NewModel = Callable[[], ChatModel]
"""A model whose server, if it has one, greets, and calls the clock when it is asked for the time."""

_NOW = datetime(2026, 1, 5, 9, 5, tzinfo=UTC)


def _context(question: str) -> Context:
    return Context(instructions="", person="", language="zh", question=question, spoken=False, now=_NOW)


def _reply(model: ChatModel, context: Context, *, clock: bool) -> AsyncGenerator[ReplyPart, None]:
    tools = (ClockTool.spec,) if clock else ()
    return cast("AsyncGenerator[ReplyPart, None]", model.reply(context, tools))


async def says_who_it_is_and_whether_text_leaves_the_machine(new_model: NewModel) -> None:
    model: Any = new_model()
    assert isinstance(model.name, str)
    assert model.name
    assert isinstance(model.cloud, bool)


async def answers_a_greeting_with_text_and_no_call(new_model: NewModel) -> None:
    parts = [part async for part in _reply(new_model(), _context("你好"), clock=True)]
    assert "".join(part.text for part in parts if isinstance(part, TextDelta)).strip()
    assert not [part for part in parts if isinstance(part, ToolCall)]
    assert all(part.text for part in parts if isinstance(part, TextDelta))


async def calls_the_clock_and_answers_from_its_result(new_model: NewModel) -> None:
    model, context = new_model(), _context("现在几点")
    calls = [part async for part in _reply(model, context, clock=True) if isinstance(part, ToolCall)]
    assert [call.name for call in calls] == ["clock"]
    assert msgspec.json.decode(calls[0].arguments) == {}
    reading = '{"date": "2026-01-05", "time": "09:05", "weekday": "Monday"}'
    told = msgspec.structs.replace(context, exchanges=(ToolResult(call=calls[0], ok=True, result=reading),))
    parts = [part async for part in _reply(model, told, clock=True)]
    assert "9" in "".join(part.text for part in parts if isinstance(part, TextDelta))


async def calls_no_tool_that_is_not_offered(new_model: NewModel) -> None:
    parts = [part async for part in _reply(new_model(), _context("现在几点"), clock=False)]
    assert not [part for part in parts if isinstance(part, ToolCall)]
    assert "".join(part.text for part in parts if isinstance(part, TextDelta)).strip()


async def can_be_closed_in_the_middle_and_asked_again(new_model: NewModel) -> None:
    model = new_model()
    async with aclosing(_reply(model, _context("你好"), clock=False)) as parts:
        await anext(parts)
    again = [part async for part in _reply(model, _context("你好"), clock=False)]
    assert [part for part in again if isinstance(part, TextDelta)]


async def counts_tokens_if_it_counts_them_as_whole_numbers(new_model: NewModel) -> None:
    async for part in _reply(new_model(), _context("你好"), clock=False):
        if isinstance(part, Usage):
            assert part.prompt_tokens >= 0
            assert part.completion_tokens >= 0


CHECKS = (
    says_who_it_is_and_whether_text_leaves_the_machine,
    answers_a_greeting_with_text_and_no_call,
    calls_the_clock_and_answers_from_its_result,
    calls_no_tool_that_is_not_offered,
    can_be_closed_in_the_middle_and_asked_again,
    counts_tokens_if_it_counts_them_as_whole_numbers,
)
