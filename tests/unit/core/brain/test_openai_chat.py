"""The chat server's bad days: down, slow, garbage, cut off. Each gets its own sentence, and the next turn works."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from core.brain.household_tools import ClockTool
from core.brain.model import ReplyPart, TextDelta, ToolCall, Usage
from core.brain.openai_chat import MAX_LINE, OpenAIChat, Patience
from core.errors import Refused, Unavailable
from core.secret import Secret
from tests.support.chat_server import Behaviour, ChatServer, Exchange, chat_server
from tests.unit.core.brain.scenes import context

PLANTED = "planted-canary"
QUICK = Patience(connect=2.0, first=0.2, between=0.2)


@asynccontextmanager
async def talking(behave: Behaviour, **more: Any) -> AsyncIterator[tuple[OpenAIChat, ChatServer]]:
    async with chat_server(behave) as server:
        model = OpenAIChat(server.url, "test-model", **{"patience": QUICK, **more})
        try:
            yield model, server
        finally:
            await model.aclose()


async def replies(model: OpenAIChat, question: str = "你好") -> list[ReplyPart]:
    return [part async for part in model.reply(context(question), (ClockTool.spec,))]


def text(parts: list[ReplyPart]) -> str:
    return "".join(part.text for part in parts if isinstance(part, TextDelta))


def doing(*steps: Callable[[Exchange], Awaitable[None]]) -> Behaviour:
    async def behave(exchange: Exchange) -> None:
        for step in steps:
            await step(exchange)

    return behave


async def begin(exchange: Exchange) -> None:
    await exchange.begin()


async def greet(exchange: Exchange) -> None:
    await exchange.begin()
    await exchange.says("您", "好。")
    await exchange.finishes()


async def silence(exchange: Exchange) -> None:
    await exchange.stays_silent()


async def half(exchange: Exchange) -> None:
    await exchange.begin()
    await exchange.says("签收后七")


async def test_a_reply_is_streamed_with_its_usage() -> None:
    async with talking(greet) as (model, server):
        parts = await replies(model)
    assert parts == [
        TextDelta(text="您"),
        TextDelta(text="好。"),
        Usage(prompt_tokens=12, completion_tokens=3),
    ]
    body = server.asked[0].body
    assert server.asked[0].path == "/v1/chat/completions"
    assert body["model"] == "test-model"
    assert body["stream"] is True
    assert body["messages"][-1] == {"role": "user", "content": "你好"}
    assert body["tools"][0]["function"]["name"] == "clock"


async def test_tool_calls_in_pieces_are_put_together() -> None:
    async def behave(exchange: Exchange) -> None:
        await exchange.begin()
        pieces: list[dict[str, Any]] = [
            {"index": 0, "id": "a", "type": "function", "function": {"name": "clock", "arguments": ""}},
            {"index": 1, "id": "b", "function": {"name": "knowledge_search", "arguments": '{"que'}},
            {"index": 1, "function": {"arguments": 'ry": "退'}},
            {"index": 0, "function": {"arguments": "{}"}},
            {"index": 1, "function": {"arguments": '货"}'}},
        ]
        for piece in pieces:
            await exchange.event({"choices": [{"delta": {"tool_calls": [piece]}}]})
        await exchange.finishes("tool_calls")

    async with talking(behave) as (model, _):
        parts = await replies(model)
    assert [part for part in parts if isinstance(part, ToolCall)] == [
        ToolCall(id="a", name="clock", arguments="{}"),
        ToolCall(id="b", name="knowledge_search", arguments='{"query": "退货"}'),
    ]


async def test_tool_calls_without_an_index_are_told_apart_by_their_ids() -> None:
    async def behave(exchange: Exchange) -> None:
        await exchange.begin()
        for identifier in ("a", "b"):
            piece = {"id": identifier, "function": {"name": "clock", "arguments": "{}"}}
            await exchange.event({"choices": [{"delta": {"tool_calls": [piece]}}]})
        await exchange.finishes("tool_calls")

    async with talking(behave) as (model, _):
        assert [part.id for part in await replies(model) if isinstance(part, ToolCall)] == ["a", "b"]


async def test_characters_split_between_packets_arrive_whole() -> None:
    async def behave(exchange: Exchange) -> None:
        await exchange.begin()
        event = {"choices": [{"delta": {"content": "签收后七天内可以退货。😀"}}]}
        for byte in f"data: {json.dumps(event, ensure_ascii=False)}\r\n\r\n".encode():
            await exchange.raw(bytes([byte]))
        await exchange.finishes()

    async with talking(behave) as (model, _):
        assert text(await replies(model)) == "签收后七天内可以退货。😀"


async def test_comments_and_unknown_fields_are_ignored() -> None:
    async def behave(exchange: Exchange) -> None:
        await exchange.begin()
        await exchange.raw(b": keep-alive\n\nevent: ping\n\nid: 3\nretry: 10\n\n")
        await exchange.event(
            {"choices": [{"delta": {"role": "assistant", "content": None, "extra": 1}}], "x": []}
        )
        await exchange.says("好。")
        await exchange.finishes()

    async with talking(behave) as (model, _):
        assert text(await replies(model)) == "好。"


def status(line: str, body: bytes = b"{}") -> Behaviour:
    async def behave(exchange: Exchange) -> None:
        await exchange.begin(line, "application/json")
        await exchange.raw(body)

    return behave


def raw(data: bytes) -> Behaviour:
    async def behave(exchange: Exchange) -> None:
        await exchange.begin()
        await exchange.raw(data)

    return behave


def finishing(reason: str) -> Behaviour:
    async def behave(exchange: Exchange) -> None:
        await half(exchange)
        await exchange.finishes(reason)

    return behave


async def no_http(exchange: Exchange) -> None:
    await exchange.raw(b"\x00\x01\x02 this is not http\r\n\r\n")


@pytest.mark.parametrize(
    ("behave", "message"),
    [
        (status("401 Unauthorized"), "brain.key_refused"), (status("403 Forbidden"), "brain.key_refused"),
        (status("404 Not Found"), "brain.model_not_found"), (status("429 Too Many Requests"), "brain.server_busy"),
        (status("503 Service Unavailable"), "brain.server_busy"), (status("500 Oops"), "brain.server_failed"),
        (status("400 Bad Request"), "brain.request_refused"), (status("307 Moved\r\nLocation: http://8.8.8.8/"), "brain.request_refused"),
        (status("200 OK", b'{"choices": []}'), "brain.garbage_answer"), (no_http, "brain.garbage_answer"),
        (silence, "brain.server_slow"), (doing(begin, silence), "brain.server_slow"), (doing(half, silence), "brain.server_slow"),
        (half, "brain.answer_broke_off"), (begin, "brain.answer_broke_off"), (finishing("length"), "brain.answer_cut"),
        (finishing("content_filter"), "brain.answer_withheld"), (raw(b"data: {garbage\n\n"), "brain.garbage_answer"),
        (raw(b"data: [1, 2]\n\n"), "brain.garbage_answer"), (raw(b"data: {}\n\n"), "brain.garbage_answer"),
        (raw(b"data: \xff\xfe\xff\n\n"), "brain.garbage_answer"), (raw(b'data: {"choices": "x"}\n\n'), "brain.garbage_answer"),
        (raw(b'data: {"error": {"message": "out of memory"}}\n\n'), "brain.server_failed"),
        (raw(b"data: " + b"[" * 100_000 + b"\n\n"), "brain.garbage_answer"), (raw(b"<html>" * 50), "brain.answer_broke_off"),
        (raw(b"data: " + b"x" * (MAX_LINE + 100_000)), "brain.garbage_answer"),
    ],
)  # fmt: skip
async def test_every_bad_day_has_its_own_sentence_and_the_next_turn_works(
    behave: Behaviour, message: str
) -> None:
    first = True

    async def once(exchange: Exchange) -> None:
        nonlocal first
        if not first:
            return await greet(exchange)
        first = False
        return await behave(exchange)

    async with talking(once) as (model, _):
        with pytest.raises(Unavailable) as failed:
            await replies(model)
        assert failed.value.message_id == message
        assert text(await replies(model)) == "您好。"


async def test_a_server_that_is_down_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        model = OpenAIChat(f"http://127.0.0.1:{taken.getsockname()[1]}/v1", "m", patience=QUICK)
        with pytest.raises(Unavailable) as failed:
            await replies(model)
        await model.aclose()
    assert failed.value.message_id == "brain.server_down"
    assert str(failed.value.values["server"]).startswith("127.0.0.1:")


async def test_what_was_said_before_it_broke_off_has_been_given_out() -> None:
    async with talking(half) as (model, _):
        said = []
        with pytest.raises(Unavailable, match="broke_off"):  # noqa: PT012 - what came before is what is tested
            async for part in model.reply(context("问"), ()):
                said.append(part)  # noqa: PERF401 - the parts before the failure are what is tested
    assert text(said) == "签收后七"


async def test_closing_the_reply_closes_the_connection() -> None:
    async with talking(doing(half, silence), patience=Patience(between=60.0)) as (model, server):
        reply = model.reply(context("问"), ())
        await anext(reply)
        await reply.aclose()
        async with asyncio.timeout(5):
            await server.asked[0].gone.wait()


async def test_cancelling_the_reader_closes_the_connection() -> None:
    async with talking(doing(begin, silence), patience=Patience(first=60.0)) as (model, server):
        reading = asyncio.create_task(replies(model))
        await server.arrived.wait()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        async with asyncio.timeout(5):
            await server.asked[0].gone.wait()


async def test_the_key_is_sent_and_shown_nowhere_else(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    key = Secret.from_text(PLANTED)
    async with talking(status("401 Unauthorized"), key=key) as (model, server):
        with pytest.raises(Unavailable) as failed:
            await replies(model, PLANTED)
        assert server.asked[0].headers["authorization"] == f"Bearer {PLANTED}"
        shown = repr(model) + str(vars(model)) + "".join(traceback.format_exception(failed.value))
    assert PLANTED not in shown
    assert PLANTED not in caplog.text


async def test_no_key_sends_no_header() -> None:
    async with talking(greet) as (model, server):
        await replies(model)
    assert "authorization" not in server.asked[0].headers


@pytest.mark.parametrize("key", ["a b", "a\nHost: evil", "密钥"])
def test_a_key_that_could_not_stand_in_a_header_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(Refused) as refused:
        OpenAIChat("https://host/v1", "m", Secret.from_text(key))
    assert refused.value.message_id == "brain.bad_key"
    assert key not in str(refused.value)


def test_only_a_server_on_this_machine_is_no_cloud() -> None:
    assert not OpenAIChat("http://localhost:1/v1", "m").cloud
    assert OpenAIChat("https://host/v1", "m").cloud
    assert OpenAIChat("http://192.168.0.2/v1", "m", private_http=True).cloud
    assert OpenAIChat("http://localhost:1/v1", "m", relays=True).cloud
