"""The port for tools, and running one call so that whatever happens becomes a result for the model."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Protocol

from core.brain.model import ToolCall, ToolResult, ToolSpec
from core.brain.permissions import Verdict, verdict
from core.brain.schema import BadArguments, checked_arguments
from core.errors import UserFacing
from core.people.roles import Permission

log = logging.getLogger(__name__)

MAX_RESULT = 16_000
"""Characters a result may have. A longer one is refused whole: structured data is never cut."""
TIMEOUT = 15.0
"""Seconds a tool may take."""

AwaitCommit = Callable[[], Awaitable[None]]

_REFUSALS: dict[Verdict, str] = {
    "never": "this role may not use this tool",
    "not_asked": "this tool needs the person's permission and nobody can ask for it now, so the answer is no",
    "unknown": "there is no such tool",
}


class Tool(Protocol):
    """Something a model may call. A tool with side effects is run only after the turn is final."""

    spec: ToolSpec
    side_effects: bool

    async def run(self, arguments: dict[str, Any]) -> str:
        """JSON text. arguments: already checked against ``spec.parameters``."""
        ...


class Toolbox:
    """The tools at hand and what this role may do with them."""

    def __init__(self, tools: Iterable[Tool], permissions: Mapping[str, Permission]) -> None:
        self._tools = {tool.spec.name: tool for tool in tools}
        self._permissions = dict(permissions)

    def offered(self) -> tuple[ToolSpec, ...]:
        """What a model is told of: only what it may use."""
        return tuple(
            tool.spec
            for name, tool in self._tools.items()
            if verdict(name, True, self._permissions) == "allowed"
        )

    async def run(self, call: ToolCall, await_commit: AwaitCommit) -> ToolResult:
        """Never raises for what a model wrote or a tool did; cancellation passes."""
        tool = self._tools.get(call.name)
        decided = verdict(call.name, tool is not None, self._permissions)
        if tool is None or decided != "allowed":
            return failed(call, _REFUSALS[decided])
        try:
            arguments = checked_arguments(call.arguments, tool.spec.parameters)
        except BadArguments as error:
            return failed(call, str(error))
        if tool.side_effects:
            await await_commit()
        return await _run(tool, call, arguments)


async def _run(tool: Tool, call: ToolCall, arguments: dict[str, Any]) -> ToolResult:
    try:
        async with asyncio.timeout(TIMEOUT):
            result = await tool.run(arguments)
    except TimeoutError:
        return failed(call, "the tool took too long")
    except UserFacing as error:
        return failed(call, error.message_id)
    except Exception as error:  # noqa: BLE001 - a tool may come from outside: named, reported, set aside
        log.warning("tool %s failed: %s", tool.spec.name, type(error).__name__)
        return failed(call, "the tool failed")
    if len(result) > MAX_RESULT:
        return failed(call, "the result is too long; ask for less")
    return ToolResult(call=call, ok=True, result=result)


def failed(call: ToolCall, reason: str) -> ToolResult:
    """A result that tells the model why there is none."""
    return ToolResult(call=call, ok=False, result=json.dumps({"error": reason}))
