"""An OpenAI-compatible voice sounds while it is made, in the voice wanted, and never plays what is no sound."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from core.errors import Unavailable
from core.secret import Secret
from core.speech.contract import spoken_by
from core.speech.fake import Line, Script
from core.speech.openai_speech import OpenAIVoice
from core.speech.patience import Patience
from core.speech.ports import Style
from tests.support.speech_server import Behaviour, Request, hums, speech_server

HUMS = hums(Script([Line("好", 0.0)]))
QUICK = Patience(connect=0.5, first=0.3, between=0.3)
SOUND = (8_000 * np.sin(np.arange(24_000) * 0.05)).astype("<i2")


async def test_each_clause_is_asked_for_in_its_language_voice_and_speed() -> None:
    style = Style(voices=(("en", "nova"),), speed=1.25)
    async with speech_server(HUMS) as server:
        voice = OpenAIVoice(server.url, "tts-1", Secret.from_text("k-1"), voice="alloy")
        await spoken_by(voice, "您好，今天是星期一，天气很好。 Shall we go for a walk?", style)
        await voice.aclose()
    asked = [(one.fields["input"], one.fields["voice"], one.fields["speed"]) for one in server.asked]
    assert asked[-1] == ("Shall we go for a walk?", "nova", 1.25)
    assert {voice for text, voice, _ in asked[:-1]} == {"alloy"}
    assert "".join(str(text) for text, *_ in asked[:-1]) == "您好，今天是星期一，天气很好。"
    assert all(one.fields["response_format"] == "pcm" for one in server.asked)
    assert server.asked[0].headers["authorization"] == "Bearer k-1"


async def test_sound_comes_before_the_server_has_finished() -> None:
    last = asyncio.Event()

    async def slowly(request: Request) -> None:
        await request.begin(kind="audio/pcm")
        for part in np.split(SOUND, 10)[:6]:
            await request.raw(part.tobytes())
        await last.wait()
        await request.raw(SOUND[:4_000].tobytes())

    async with speech_server(slowly) as server:
        voice = OpenAIVoice(server.url, "m")
        chunks = voice.speak("我们明天去公园。", Style())
        first = await anext(chunks)
        assert len(first.pcm) >= 3_600
        assert first.end < 8
        last.set()
        rest = [chunk async for chunk in chunks]
        await voice.aclose()
    assert rest[-1].end == 8
    assert len(first.pcm) + sum(len(chunk.pcm) for chunk in rest) == 14_400 + 4_000


async def test_halves_of_samples_are_put_together() -> None:
    async def oddly(request: Request) -> None:
        await request.begin(kind="application/octet-stream")
        data = SOUND.tobytes()
        for at in range(0, len(data), 777):
            await request.raw(data[at : at + 777])

    async with speech_server(oddly) as server:
        voice = OpenAIVoice(server.url, "m")
        chunks = await spoken_by(voice, "好的。")
        await voice.aclose()
    assert np.array_equal(np.concatenate([chunk.pcm for chunk in chunks]), SOUND)


async def test_another_rate_is_resampled() -> None:
    async def at_sixteen(request: Request) -> None:
        await request.begin(kind="audio/pcm")
        await request.raw((8_000 * np.sin(np.arange(16_000) * 0.1)).astype("<i2").tobytes())

    async with speech_server(at_sixteen) as server:
        voice = OpenAIVoice(server.url, "m", rate=16_000)
        chunks = await spoken_by(voice, "好的。")
        await voice.aclose()
    assert sum(len(chunk.pcm) for chunk in chunks) == pytest.approx(24_000, abs=2)


def sending(kind: str, data: bytes, status: str = "200 OK") -> Behaviour:
    async def behave(request: Request) -> None:
        await request.begin(status, kind)
        await request.raw(data)

    return behave


async def silent_halfway(request: Request) -> None:
    await request.begin(kind="audio/pcm")
    await request.raw(SOUND.tobytes())
    await request.gone.wait()


async def cut_off(request: Request) -> None:
    await request.raw(b"HTTP/1.1 200 OK\r\nContent-Type: audio/pcm\r\nContent-Length: 90000\r\n\r\n")
    await request.raw(SOUND.tobytes())


async def endless(request: Request) -> None:
    await request.begin(kind="audio/pcm")
    while not request.gone.is_set():
        await request.raw(SOUND.tobytes() * 20)
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("behave", "message"),
    [
        (sending("audio/mpeg", b"\xff\xfb" * 500), "speech.garbage_answer"),
        (sending("application/json", b'{"error": 1}'), "speech.garbage_answer"),
        (sending("audio/pcm", b"RIFF" + SOUND.tobytes()), "speech.garbage_answer"),
        (sending("audio/pcm", b""), "speech.garbage_answer"),
        (sending("text/plain", b"", "401 Unauthorized"), "speech.key_refused"),
        (sending("text/plain", b"", "404 Not Found"), "speech.model_not_found"),
        (sending("text/plain", b"", "502 Bad Gateway"), "speech.server_failed"),
        (silent_halfway, "speech.server_slow"),
        (cut_off, "speech.answer_broke_off"),
        (endless, "speech.garbage_answer"),
    ],
)
async def test_what_goes_wrong_is_said_and_the_next_sentence_works(behave: Behaviour, message: str) -> None:
    turns = iter([behave])

    async def once(request: Request) -> None:
        await next(turns, HUMS)(request)

    async with speech_server(once) as server:
        voice = OpenAIVoice(server.url, "m", patience=QUICK)
        with pytest.raises(Unavailable) as caught:
            await spoken_by(voice, "好的。")
        assert caught.value.message_id == message
        assert "好的" not in repr(caught.value)
        assert await spoken_by(voice, "好的。")
        await voice.aclose()


async def test_a_voice_cut_off_stops_asking() -> None:
    async with speech_server(silent_halfway) as server:
        voice = OpenAIVoice(server.url, "m")
        chunks = voice.speak("我们明天去公园，然后去商店。", Style())

        async def listen() -> None:
            async for _ in chunks:
                pass

        listening = asyncio.create_task(listen())
        await server.arrived.wait()
        listening.cancel()
        await asyncio.wait([listening])
        await asyncio.wait_for(server.asked[0].gone.wait(), 5)
        await voice.aclose()
        assert len(server.asked) == 1
