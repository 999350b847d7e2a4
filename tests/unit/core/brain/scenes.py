"""A household in a few lines: contexts, memories and quotes for the brain's tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from core.brain.grounded import Grounded
from core.brain.household_tools import ClockTool
from core.brain.model import ChatModel, Context, Said, TextDelta, ToolCall, ToolResult
from core.clock import ManualClock
from core.knowledge.documents import Answerable, Quote
from core.memory.facts import Candidate, Fact

NOW = datetime(2026, 1, 5, 9, 5, tzinfo=UTC)
RETURNS = (
    "签收后七天内可以申请退货。退回的商品须未经使用、包装完整。"
    "质量问题由商店承担来回运费；不是质量问题的，运费由买家承担。"
    "客服工作时间为周一至周五09:00—18:00。"
)


def fact(text: str, kind: str = "preference", value: str = "", about: str = "self", **more: Any) -> Fact:
    given: dict[str, Any] = {"negated": False, "status": "active", "revision": 1, **more}
    return Fact(
        id=f"fact-{text}",
        person="p",
        role="r",
        kind=kind,
        about=about,
        fact_key=kind,
        text=text,
        value=value or text,
        origin="rule",
        confidence=1.0,
        valid_from=datetime(2026, 1, 1, tzinfo=UTC),
        **given,
    )


def candidate(text: str, kind: str = "goal") -> Candidate:
    return Candidate(kind=kind, about="self", fact_key=kind, text=text, value=text)


def quote(text: str, title: str = "退货说明", of: str = RETURNS, document: str = "returns") -> Quote:
    start = max(of.find(text), 0)
    return Quote(
        document=document, title=title, version=1, start=start, end=start + len(text), text=text, score=1.0
    )


def found(*quotes: Quote) -> Answerable:
    return Answerable(state="found", quotes=quotes)


NOT_THERE = Answerable(state="not_in_material")
NOTHING_BOUND = Answerable(state="nothing_bound")


def context(question: str, language: str = "zh", **more: Any) -> Context:
    given: dict[str, Any] = {
        "instructions": "",
        "person": "",
        "spoken": True,
        "now": NOW,
        "knowledge": NOT_THERE,
        **more,
    }
    return Context(question=question, language=language, **given)


def user(text: str) -> Said:
    return Said(by="user", text=text)


def banyan(text: str) -> Said:
    return Said(by="assistant", text=text)


async def text_of(model: ChatModel, asked: Context, *, clock: bool = True) -> str:
    """What a model says, with a clock at hand that stands at 9:05 on Monday, 5 January 2026."""
    tool = ClockTool(ManualClock(NOW), UTC)
    offered = (tool.spec,) if clock else ()
    said: list[str] = []
    for _ in range(3):
        calls: list[ToolCall] = []
        async for part in model.reply(asked, offered):
            if isinstance(part, TextDelta):
                said.append(part.text)
            elif isinstance(part, ToolCall):
                calls.append(part)
        if not calls:
            break
        results = [ToolResult(call=call, ok=True, result=await tool.run({})) for call in calls]
        asked = msgspec.structs.replace(asked, exchanges=(*asked.exchanges, *results))
    return "".join(said)


async def grounded(question: str, language: str = "zh", *, clock: bool = True, **more: Any) -> str:
    """What Grounded answers to one question."""
    return await text_of(Grounded(), context(question, language, **more), clock=clock)
