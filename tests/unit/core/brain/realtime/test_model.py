"""A speech-to-speech model over the wire, against a server that keeps the published rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import numpy as np
import pytest

from core.audio.frames import OUTPUT_RATE
from core.brain.model import Said, ToolCall, ToolResult, ToolSpec, Usage
from core.brain.openai_chat import Patience
from core.brain.realtime import Dropped, Overheard, Part, RealtimeModel, Sound, SoundOver, Words
from core.brain.realtime.setup import Setup
from core.clock import ManualClock, SystemClock
from core.errors import Refused, Unavailable
from core.secret import Secret
from tests.support.realtime_server import (
    CHARACTER,
    Call,
    Fail,
    Raw,
    RealtimeServer,
    Say,
    Silent,
    Write,
    realtime_server,
)

SPOKEN = (np.full(16_000, 3_000, np.int16),)
TOOL = ToolSpec(name="clock", description="The time.", parameters={"type": "object", "properties": {}})


@asynccontextmanager
async def connected(
    server: RealtimeServer, *, patience: Patience | None = None
) -> AsyncIterator[RealtimeModel]:
    setup = Setup(dialect="beta" if server.beta else "ga", voice="marin")
    model = RealtimeModel(
        server.url,
        "gpt-realtime",
        Secret.from_text("key-of-ours"),
        clock=SystemClock(),
        setup=setup,
        patience=patience,
    )
    await model.connect("Be kind.", (TOOL,))
    try:
        yield model
    finally:
        await model.aclose()


async def answered(model: RealtimeModel, *, offer_tools: bool = True) -> list[Part]:
    model.hear(SPOKEN, "utterance")
    return [part async for part in model.answer("Now.", offer_tools=offer_tools)]


@pytest.mark.parametrize("beta", [False, True])
async def test_a_turn_is_heard_and_answered_in_either_dialect(beta: bool) -> None:
    async with realtime_server(Say("你好啊。"), beta=beta) as server:
        server.transcripts.append("今天星期几")
        overheard: list[Overheard] = []
        async with connected(server) as model:
            model.on_overheard = overheard.append
            parts = await answered(model)
    sound = np.concatenate([part.pcm for part in parts if isinstance(part, Sound)])
    assert len(sound) == 4 * CHARACTER
    assert set(np.unique(sound)) == {5_000}
    assert [part.text for part in parts if isinstance(part, Words)] == ["你好啊。", "你好啊。"]
    assert any(isinstance(part, SoundOver) for part in parts)
    assert Usage(prompt_tokens=10, completion_tokens=20) in parts
    assert overheard == [Overheard(reference="utterance", text="今天星期几")]
    assert server.refused == []
    # A second of 16 kHz is a second of 24 kHz.
    assert abs(len(server.heard[0]) - OUTPUT_RATE) < 100
    assert abs(int(np.median(server.heard[0])) - 3_000) < 30


@pytest.mark.parametrize("beta", [False, True])
async def test_their_turn_detection_is_off_and_sound_is_24_khz(beta: bool) -> None:
    async with realtime_server(beta=beta) as server, connected(server):
        pass
    session = server.of("session.update")[0]["session"]
    if beta:
        assert session["turn_detection"] is None
        assert session["input_audio_format"] == session["output_audio_format"] == "pcm16"
        assert session["voice"] == "marin"
    else:
        assert session["type"] == "realtime"
        assert session["audio"]["input"]["turn_detection"] is None
        assert session["audio"]["input"]["format"] == {"type": "audio/pcm", "rate": 24_000}
        assert session["audio"]["output"]["voice"] == "marin"
    assert session["instructions"] == "Be kind."
    assert session["tools"][0]["name"] == "clock"
    assert server.headers[0]["Authorization"] == "Bearer key-of-ours"
    assert ("OpenAI-Beta" in server.headers[0]) is beta
    assert server.paths == ["/v1/realtime?model=gpt-realtime"]


@pytest.mark.parametrize(("beta", "kind"), [(False, "output_text"), (True, "text")])
async def test_the_past_is_told_as_text(beta: bool, kind: str) -> None:
    async with realtime_server(Say("好"), beta=beta) as server, connected(server) as model:
        model.remember(Said(by="user", text="我叫<王>"))
        model.remember(Said(by="assistant", text="记住了"))
        await answered(model)
    contents = [event["item"]["content"][0] for event in server.of("conversation.item.create")]
    assert [content["type"] for content in contents] == ["input_text", kind]
    assert server.messages() == [("user", "我叫&lt;王&gt;"), ("assistant", "记住了")]


async def test_a_tool_is_called_once_however_often_it_is_announced() -> None:
    async with realtime_server(Call("clock", times=3), Say("三点。")) as server, connected(server) as model:
        parts = await answered(model)
        calls = [part for part in parts if isinstance(part, ToolCall)]
        assert calls == [ToolCall(id="call_1", name="clock", arguments="{}")]
        model.give(ToolResult(call=calls[0], ok=True, result='{"time": "15:00"}'))
        said = [part async for part in model.answer("Now.", offer_tools=False)]
    assert any(isinstance(part, Sound) for part in said)
    output = server.of("conversation.item.create")[0]["item"]
    assert output == {"type": "function_call_output", "call_id": "call_1", "output": '{"time": "15:00"}'}
    assert server.of("response.create")[1]["response"]["tool_choice"] == "none"


async def test_closing_an_answer_cancels_it_and_nothing_of_it_reaches_the_next() -> None:
    async with (
        realtime_server(Say("一二三四五六七八", stop_after=4), Say("九")) as server,
        connected(server) as model,
    ):
        model.hear(SPOKEN, "one")
        answer = model.answer("Now.", offer_tools=True)
        while not isinstance(await anext(answer), Sound):
            pass
        await answer.aclose()
        rest = await answered(model)
    assert len(server.of("response.cancel")) == 1
    assert [part.text for part in rest if isinstance(part, Words) and part.whole] == ["九"]
    assert sum(len(part.pcm) for part in rest if isinstance(part, Sound)) == CHARACTER


@pytest.mark.parametrize("echoes", [True, False])
async def test_an_answer_cancelled_before_it_began_does_not_answer_the_next(echoes: bool) -> None:
    async with realtime_server(Silent(), Say("第二个")) as server, connected(server) as model:
        server.echoes = echoes
        model.hear(SPOKEN, "one")
        first = asyncio.ensure_future(anext(model.answer("Now.", offer_tools=True)))
        await server.until("response.create")
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        rest = await answered(model)
    assert [part.text for part in rest if isinstance(part, Words) and part.whole] == ["第二个"]


async def test_their_copy_is_cut_where_it_was_heard() -> None:
    async with realtime_server(Say("一二三四五六七八"), Say("好")) as server, connected(server) as model:
        parts = await answered(model)
        item = next(part.item for part in parts if isinstance(part, Sound))
        model.cut(item, 2 * CHARACTER + 23)
        model.cut("item_nobody_knows", 5)
        await answered(model)
    assert server.cut == [(item, 200)]
    assert server.refused == ["invalid_truncation"]
    assert not server.of("response.cancel")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Fail("rate_limit_exceeded"), "brain.server_busy"),
        (Fail("server_error"), "brain.server_failed"),
        (Fail("", "incomplete", "content_filter"), "brain.answer_withheld"),
        (Fail("", "incomplete", "max_output_tokens"), "brain.answer_cut"),
        (Raw(('{"type": "response.output_audio.delta", "delta": 7}',)), "brain.garbage_answer"),
        (Raw(("{",)), "brain.garbage_answer"),
        (Raw(('{"type": "error", "error": {"type": "server_error"}}',)), "brain.server_failed"),
    ],
)
async def test_a_failing_response_is_said_by_its_kind(answer: Fail | Raw, message: str) -> None:
    async with realtime_server(answer) as server, connected(server) as model:
        with pytest.raises(Unavailable) as error:
            await answered(model)
    assert error.value.message_id == message


async def test_a_dropped_connection_ends_the_answer_and_a_new_one_can_be_made() -> None:
    cut_off = Say("一二三四五六七八", stop_after=4, drop=True)
    async with realtime_server(cut_off, Say("好")) as server, connected(server) as model:
        with pytest.raises(Dropped):
            await answered(model)
        assert not model.connected
        await model.connect("Be kind.", ())
        assert await answered(model)
    assert len(server.connections) == 2


async def test_an_expired_session_is_a_dropped_one() -> None:
    async with realtime_server(Say("好"), Say("好")) as server, connected(server) as model:
        server.expire = True
        with pytest.raises(Dropped):
            await answered(model)
        assert not model.connected
        await model.connect("Be kind.", ())
        assert await answered(model)


async def test_silence_is_not_waited_for_for_ever() -> None:
    clock = ManualClock()
    async with realtime_server(Silent()) as server:
        model = RealtimeModel(server.url, "m", clock=clock, patience=Patience(first=15.0))
        await model.connect("", ())
        asking = asyncio.ensure_future(answered(model))
        await server.until("response.create")
        clock.advance(15.0)
        with pytest.raises(Unavailable) as error:
            await asking
        await server.until("response.cancel")
        await model.aclose()
    assert error.value.message_id == "brain.server_slow"


async def test_an_answer_in_writing_is_words_without_sound() -> None:
    async with realtime_server(Write("写下来的。")) as server, connected(server) as model:
        parts = await answered(model)
    assert Words(item=parts[0].item, text="写下来的。", silent=True) in parts  # type: ignore[union-attr]


async def test_nobody_there_is_said_and_may_be_tried_again() -> None:
    async with realtime_server() as server:
        url = server.url
    model = RealtimeModel(url, "m", clock=SystemClock())
    with pytest.raises(Dropped) as error:
        await model.connect("", ())
    assert error.value.message_id == "brain.server_down"
    assert not model.connected


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ws://example.org/v1/realtime", "brain.plain_realtime"),
        ("ws://kitchen.local/v1", "brain.plain_realtime"),
        ("https://example.org/v1", "brain.bad_realtime_address"),
        ("wss://user:word@example.org/v1", "brain.bad_realtime_address"),
        ("wss://example.org/v1?model=x", "brain.bad_realtime_address"),
        ("", "brain.bad_realtime_address"),
    ],
)
def test_only_a_protected_address_will_do(url: str, message: str) -> None:
    with pytest.raises(Refused) as error:
        RealtimeModel(url, "m", clock=SystemClock())
    assert error.value.message_id == message


def test_a_key_never_shows_and_loopback_is_no_cloud() -> None:
    far = RealtimeModel("wss://example.org/v1", "m", Secret.from_text("abc"), clock=SystemClock())
    assert far.cloud
    assert "abc" not in repr(far)
    assert not RealtimeModel("ws://127.0.0.1:9/v1", "m", clock=SystemClock()).cloud
    assert RealtimeModel("ws://127.0.0.1:9/v1", "m", clock=SystemClock(), relays=True).cloud
    with pytest.raises(Refused):
        RealtimeModel("wss://example.org/v1", "m", Secret.from_text("a\nb"), clock=SystemClock())
