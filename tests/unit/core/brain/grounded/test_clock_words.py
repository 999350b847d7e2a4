"""Grounded reads the time off the clock tool, and says so when it may not."""

from __future__ import annotations

import json

import pytest

from core.brain.grounded import Grounded
from core.brain.household_tools import ClockTool
from core.brain.model import ToolCall, ToolResult
from core.clock import ManualClock
from tests.unit.core.brain.scenes import NOW, context, found, grounded, quote, text_of


@pytest.mark.parametrize(
    ("asked", "language", "answer"),
    [
        ("现在几点了", "zh", "现在是上午9点05分。"), ("嗯那个現在幾點了", "zh", "现在是上午9点05分。"),
        ("你知道现在什么时间吗", "zh", "现在是上午9点05分。"), ("今天几号", "zh", "今天是2026年1月5日。"),
        ("今天星期几", "zh", "今天是星期一。"), ("明天礼拜几", "zh", "明天是星期二。"), ("昨天是几号", "zh", "昨天是2026年1月4日。"),
        ("今天几月几号星期几", "zh", "今天是2026年1月5日，星期一。"), ("what time is it", "en", "It is 9:05 am."),
        ("um could you tell me the time please", "en", "It is 9:05 am."), ("what's the date today", "en", "Today is 5 January 2026."),
        ("what day is it tomorrow", "en", "Tomorrow is Tuesday."),
        ("what is the day after tomorrow", "en", "The day after tomorrow is Wednesday, 7 January 2026."),
    ],
)  # fmt: skip
async def test_the_clock_is_read_out(asked: str, language: str, answer: str) -> None:
    assert await grounded(asked, language) == answer


async def test_the_clock_is_asked_by_a_tool_call_and_nothing_is_said_before_its_answer() -> None:
    tool = ClockTool(ManualClock(NOW), NOW.tzinfo)
    parts = [part async for part in Grounded().reply(context("几点了"), (tool.spec,))]
    assert parts == [ToolCall(id="clock-1", name="clock", arguments="{}")]


async def test_without_the_tool_it_says_that_it_may_not_look() -> None:
    assert await grounded("现在几点", clock=False) == "我没有看时钟的许可，说不准时间。"
    assert "may not look" in await grounded("what time is it", "en", clock=False)


@pytest.mark.parametrize(
    "result", ["", "{}", '{"date": "soon", "time": "9:05"}', '{"date": "2026-01-05", "time": "99:99"}']
)
async def test_a_clock_that_talks_nonsense_is_not_believed(result: str) -> None:
    call = ToolCall(id="1", name="clock", arguments="{}")
    asked = context("现在几点", exchanges=(ToolResult(call=call, ok=True, result=result),))
    assert await text_of(Grounded(), asked) == "对不起，我现在看不到时钟。"


async def test_a_clock_that_failed_is_reported() -> None:
    call = ToolCall(id="1", name="clock", arguments="{}")
    failed = ToolResult(call=call, ok=False, result=json.dumps({"error": "the tool failed"}))
    assert "看不到时钟" in await text_of(Grounded(), context("现在几点", exchanges=(failed,)))


async def test_opening_hours_are_for_the_documents_and_not_for_the_clock() -> None:
    hours = found(quote("客服工作时间为周一至周五09:00—18:00。"))
    assert "周一至周五" in await grounded("客服几点上班", knowledge=hours)


async def test_the_lunar_calendar_is_honestly_unknown() -> None:
    assert "农历" in await grounded("嗯我想问一下啊今天是农历几号")
