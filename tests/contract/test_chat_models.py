"""Every chat model keeps the contract: the offline one, a server's, and the fake."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from core.brain.contract import CHECKS, NewModel
from core.brain.fake import Scripted
from core.brain.grounded import Grounded
from core.brain.model import TextDelta, ToolCall
from core.brain.openai_chat import OpenAIChat
from tests.support.chat_server import Exchange, chat_server


async def _polite(exchange: Exchange) -> None:
    """Greets; calls the clock when asked for the time; reads out what the clock said."""
    await exchange.begin()
    messages = exchange.body["messages"]
    if messages[-1]["role"] == "tool":
        await exchange.says("现在是", messages[-1]["content"])
        await exchange.finishes()
    elif "几点" in messages[-1]["content"] and exchange.body.get("tools"):
        call = {"index": 0, "id": "c1", "function": {"name": "clock", "arguments": "{}"}}
        await exchange.event({"choices": [{"delta": {"tool_calls": [call]}}]})
        await exchange.finishes("tool_calls")
    else:
        await exchange.says("您", "好。")
        await exchange.finishes()


class _Listening(Scripted):
    """The fake, with a script that depends on what it is asked: canned answers would prove nothing."""

    async def reply(self, context, tools):  # type: ignore[no-untyped-def]
        if context.exchanges:
            self._replies = [[TextDelta(text="现在9点。")]]
        elif "几点" in context.question and tools:
            self._replies = [[ToolCall(id="c", name="clock", arguments="{}")]]
        else:
            self._replies = [[TextDelta(text="您"), TextDelta(text="好。")]]
        async for part in super().reply(context, tools):
            yield part


@pytest.fixture(params=["grounded", "openai", "scripted"])
async def new_model(request: pytest.FixtureRequest) -> AsyncIterator[NewModel]:
    if request.param == "grounded":
        yield Grounded
    elif request.param == "scripted":
        yield _Listening
    else:
        made: list[OpenAIChat] = []

        async with chat_server(_polite) as server:

            def new() -> OpenAIChat:
                made.append(OpenAIChat(server.url, "test"))
                return made[-1]

            yield new
            for model in made:
                await model.aclose()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
async def test_contract(check, new_model: NewModel) -> None:
    await check(new_model)
