"""What every tool must do: a suite of checks in plain asserts, for ours and for plug-ins.

A tool with side effects is only looked at: running it to see what happens would make it happen.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Awaitable, Callable

from core.brain.schema import BadArguments, checked_arguments
from core.brain.tools import MAX_RESULT, Tool

_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_-]{0,63}")


async def a_model_can_name_it_and_is_told_what_it_is_for(tool: Tool) -> None:
    assert _NAME.fullmatch(tool.spec.name), f"models cannot call {tool.spec.name!r}"
    assert tool.spec.description.strip()
    assert isinstance(tool.side_effects, bool)


async def its_parameters_are_an_object_that_can_be_sent(tool: Tool) -> None:
    json.dumps(tool.spec.parameters)
    assert tool.spec.parameters.get("type", "object") == "object"
    required = set(tool.spec.parameters.get("required", ()))
    assert required <= set(tool.spec.parameters.get("properties", {})), "requires what it does not describe"


async def arguments_it_does_not_name_are_refused(tool: Tool) -> None:
    try:
        checked_arguments('{"no_such_argument": 1}', tool.spec.parameters)
    except BadArguments:
        return
    raise AssertionError("an argument the schema does not name was taken")


async def what_it_answers_is_json_of_a_bearable_length(tool: Tool) -> None:
    assert inspect.iscoroutinefunction(tool.run), "run is not async"
    if tool.side_effects or tool.spec.parameters.get("required"):
        return
    result = await tool.run({})
    assert isinstance(result, str)
    assert len(result) <= MAX_RESULT
    json.loads(result)


Check = Callable[[Tool], Awaitable[None]]
CHECKS: tuple[Check, ...] = (
    a_model_can_name_it_and_is_told_what_it_is_for,
    its_parameters_are_an_object_that_can_be_sent,
    arguments_it_does_not_name_are_refused,
    what_it_answers_is_json_of_a_bearable_length,
)
