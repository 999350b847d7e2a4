"""Tools run only when allowed, only with arguments that check, and whatever happens becomes a result."""

from __future__ import annotations

import json
from datetime import UTC, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.brain.household_tools import ClockTool, KnowledgeSearchTool, MemoryAddTool, MemorySearchTool
from core.brain.model import ToolCall, ToolResult, ToolSpec
from core.brain.permissions import verdict
from core.brain.schema import BadArguments, checked_arguments
from core.brain.tools import MAX_RESULT, Toolbox
from core.clock import ManualClock
from core.errors import Unavailable
from tests.unit.core.brain.scenes import NOW, fact, found, quote


class Echo:
    """Gives its arguments back, or what it was told to do instead."""

    spec = ToolSpec(
        name="echo",
        description="",
        parameters={"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    )

    def __init__(self, *, side_effects: bool = False, answer: str | Exception = "") -> None:
        self.side_effects = side_effects
        self.ran: list[dict[str, Any]] = []
        self._answer = answer

    async def run(self, arguments: dict[str, Any]) -> str:
        self.ran.append(arguments)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer or json.dumps(arguments)


async def committed() -> None:
    """A turn that is final already."""


async def run(
    tool: Echo, permission: str = "allow", arguments: str = '{"text": "x"}', name: str = "echo"
) -> ToolResult:
    box = Toolbox([tool], {"echo": permission})  # type: ignore[dict-item]
    return await box.run(ToolCall(id="1", name=name, arguments=arguments), committed)


def reason(result: ToolResult) -> str:
    assert not result.ok
    return str(json.loads(result.result)["error"])


async def test_an_allowed_tool_runs_with_its_arguments() -> None:
    tool = Echo()
    result = await run(tool)
    assert result.ok
    assert tool.ran == [{"text": "x"}]


@pytest.mark.parametrize(
    ("permission", "says"), [("never", "may not"), ("ask", "permission"), ("missing", "may not")]
)
async def test_a_tool_that_is_not_allowed_does_not_run_and_the_model_is_told_why(
    permission: str, says: str
) -> None:
    tool = Echo()
    box = Toolbox([tool], {} if permission == "missing" else {"echo": permission})  # type: ignore[dict-item]
    result = await box.run(ToolCall(id="1", name="echo", arguments='{"text": "x"}'), committed)
    assert says in reason(result)
    assert tool.ran == []
    assert box.offered() == ()


async def test_a_tool_nobody_has_is_named_as_such() -> None:
    assert "no such tool" in reason(await run(Echo(), name="rm"))


@pytest.mark.parametrize(
    "arguments",
    ["", "{", "[]", '"x"', "null", "{}", '{"text": 3}', '{"text": "x", "path": "/etc"}', '{"text": NaN}', "[" * 5000, '{"text": "' + "x" * 9000 + '"}'],
)  # fmt: skip
async def test_bad_arguments_are_an_error_for_the_model_and_never_an_exception(arguments: str) -> None:
    tool = Echo()
    assert reason(await run(tool, arguments=arguments))
    assert tool.ran == []


@given(st.text(max_size=60))
def test_any_text_is_either_checked_arguments_or_refused_in_a_short_sentence(text: str) -> None:
    try:
        found, refused = checked_arguments(text, Echo.spec.parameters), ""
    except BadArguments as error:
        found, refused = {"text": ""}, str(error)
    assert isinstance(found["text"], str)
    assert len(refused) < 200


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 3}, 2, 4), ({"type": "integer"}, 1, True), ({"type": "number"}, 1.5, "1"),
        ({"enum": ["a", "b"]}, "a", "c"), ({"type": "string", "minLength": 1, "maxLength": 2}, "ab", ""),
        ({"type": "array", "items": {"type": "string"}}, ["a"], [1]), ({"type": "boolean"}, True, 1),
        ({"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}, {"x": ""}, {}),
    ],
)  # fmt: skip
def test_the_schema_is_kept(schema: dict[str, Any], good: object, bad: object) -> None:
    whole = {"type": "object", "properties": {"value": schema}}
    assert checked_arguments(json.dumps({"value": good}), whole) == {"value": good}
    with pytest.raises(BadArguments):
        checked_arguments(json.dumps({"value": bad}), whole)


async def test_a_tool_that_raises_is_set_aside_and_says_nothing_of_its_secrets(
    caplog: pytest.LogCaptureFixture,
) -> None:
    result = await run(Echo(answer=RuntimeError("the content of the diary")))
    assert reason(result) == "the tool failed"
    assert "RuntimeError" in caplog.text
    assert "diary" not in caplog.text + result.result


async def test_an_error_for_people_reaches_the_model_as_its_id() -> None:
    assert reason(await run(Echo(answer=Unavailable("audio.no_device")))) == "audio.no_device"


async def test_a_result_that_is_too_long_is_refused_whole() -> None:
    assert "too long" in reason(await run(Echo(answer="x" * (MAX_RESULT + 1))))


async def test_a_tool_with_side_effects_waits_until_the_turn_is_final() -> None:
    tool, order = Echo(side_effects=True), []

    async def await_commit() -> None:
        order.append(("waited", len(tool.ran)))

    await Toolbox([tool], {"echo": "allow"}).run(
        ToolCall(id="1", name="echo", arguments='{"text": "x"}'), await_commit
    )
    assert order == [("waited", 0)]
    assert len(tool.ran) == 1


async def test_a_tool_without_side_effects_does_not_wait() -> None:
    async def never() -> None:
        raise AssertionError("waited")

    box = Toolbox([Echo()], {"echo": "allow"})
    assert (await box.run(ToolCall(id="1", name="echo", arguments='{"text": "x"}'), never)).ok


def test_a_permission_that_is_not_set_is_never() -> None:
    assert verdict("clock", True, {}) == "never"
    assert verdict("clock", True, {"clock": "ask"}) == "not_asked"
    assert verdict("clock", False, {"clock": "allow"}) == "unknown"


async def test_the_clock_tells_the_time_where_the_household_lives() -> None:
    shanghai = timezone(timedelta(hours=8), "CST")
    told = json.loads(await ClockTool(ManualClock(NOW.replace(hour=20)), shanghai).run({}))
    assert told == {"date": "2026-01-06", "time": "04:05", "weekday": "Tuesday", "zone": "CST"}
    assert json.loads(await ClockTool(ManualClock(NOW), UTC).run({}))["weekday"] == "Monday"


async def test_knowledge_search_gives_exact_quotes_with_their_document() -> None:
    async def search(query: str):  # type: ignore[no-untyped-def]
        assert query == "退货"
        return found(quote("签收后七天内可以申请退货。"))

    told = json.loads(await KnowledgeSearchTool(search).run({"query": "退货"}))
    assert told == {
        "state": "found",
        "quotes": [{"document": "退货说明", "quote": "签收后七天内可以申请退货。"}],
    }


async def test_memory_search_and_add_use_what_they_are_given() -> None:
    kept: list[str] = []

    async def recall(query: str):  # type: ignore[no-untyped-def]
        return [fact("我爱喝茶")]

    async def remember(text: str) -> int:
        kept.append(text)
        return 1

    assert "我爱喝茶" in await MemorySearchTool(recall).run({"query": "茶"})
    assert json.loads(await MemoryAddTool(remember).run({"text": "我爱喝茶"})) == {"kept": 1}
    assert kept == ["我爱喝茶"]
    assert MemoryAddTool.side_effects
    assert not MemorySearchTool.side_effects
