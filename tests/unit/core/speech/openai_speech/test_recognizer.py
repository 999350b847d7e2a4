"""An OpenAI-compatible recogniser sends little, reads what servers differ in, and says what went wrong."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from core.errors import Refused, Unavailable
from core.secret import Secret
from core.speech.fake import Line, Script
from core.speech.openai_speech import OpenAIRecognizer
from core.speech.openai_speech.transcription import MAX_WORDS, prompt
from core.speech.patience import Patience
from core.speech.ports import Hints
from tests.support.speech_server import Behaviour, Request, hums, speech_server

SCRIPT = Script([Line("今天天气", 0.2)])
SPEECH = SCRIPT.sound()
QUICK = Patience(connect=0.5, first=0.3, between=0.3)


def saying(answer: object, status: str = "200 OK") -> Behaviour:
    async def behave(request: Request) -> None:
        await request.answers(answer, status)

    return behave


async def test_a_recording_language_and_manner_of_writing_are_sent_with_the_key() -> None:
    async with speech_server(hums(SCRIPT)) as server:
        ears = OpenAIRecognizer(server.url, "whisper-1", Secret.from_text("k-123"))
        heard = await ears.final(SPEECH, Hints(words=("星河商店", "李明"), language="zh"))
        await ears.aclose()
        (request,) = server.asked
    assert heard.text == "今天天气"
    assert heard.language == "zh"
    assert np.array_equal(request.sound(), SPEECH)
    sent = {name: value for name, value in request.fields.items() if name != "file"}
    assert sent == {
        "model": "whisper-1",
        "language": "zh",
        "response_format": "json",
        "temperature": "0",
        "prompt": "以下是普通话的句子。星河商店、李明",
    }
    assert request.headers["authorization"] == "Bearer k-123"


async def test_what_a_draft_has_read_is_not_sent_again_for_the_final() -> None:
    async with speech_server(hums(SCRIPT)) as server:
        ears = OpenAIRecognizer(server.url, "whisper-1")
        draft = await ears.draft(SPEECH, Hints())
        assert await ears.final(SPEECH, Hints()) == draft
        assert len(server.asked) == 1
        await ears.final(SPEECH, Hints())
        assert len(server.asked) == 2, "kept after the utterance was over"
        await ears.aclose()


async def test_a_model_for_drafts_is_asked_for_drafts_only() -> None:
    async with speech_server(hums(SCRIPT)) as server:
        ears = OpenAIRecognizer(server.url, "large", draft_model="small")
        await ears.draft(SPEECH, Hints())
        await ears.final(SPEECH, Hints())
        await ears.aclose()
        assert [request.fields["model"] for request in server.asked] == ["small", "large"]


async def test_household_words_stay_at_home_unless_they_are_shared() -> None:
    hints = Hints(words=("李明的体检报告",), language="zh")
    async with speech_server(hums(SCRIPT)) as server:
        for options in ({"relays": True}, {"relays": True, "share_words": True}):
            ears = OpenAIRecognizer(server.url, "m", **options)
            await ears.final(SPEECH, hints)
            await ears.aclose()
        told = ["体检" in str(request.fields["prompt"]) for request in server.asked]
    assert told == [False, True]


async def test_silence_is_not_sent() -> None:
    async with speech_server(hums(SCRIPT)) as server:
        ears = OpenAIRecognizer(server.url, "m")
        for quiet in (np.zeros(16_000, np.int16), SPEECH[4_000:4_100], np.zeros(0, np.int16)):
            assert (await ears.final(quiet, Hints())).text == ""
        assert server.asked == []


async def test_certainty_and_language_are_read_where_they_are_told() -> None:
    told = {"text": " 今天天氣很好 ", "language": "chinese", "segments": [{"avg_logprob": -0.1, "id": 0}]}
    async with speech_server(saying(told)) as server:
        ears = OpenAIRecognizer(server.url, "m", detailed=True)
        heard = await ears.final(SPEECH, Hints())
        await ears.aclose()
        assert server.asked[0].fields["response_format"] == "verbose_json"
    assert (heard.text, heard.language) == ("今天天气很好", "zh")
    assert heard.confidence == pytest.approx(0.905, abs=0.01)


@pytest.mark.parametrize("text", ["", " ", "。", "…", "🙂"])
async def test_marks_alone_are_nothing_said(text: str) -> None:
    async with speech_server(saying({"text": text})) as server:
        ears = OpenAIRecognizer(server.url, "m")
        heard = await ears.final(SPEECH, Hints())
        await ears.aclose()
    assert (heard.text, heard.confidence) == ("", 0.0)


async def silent(request: Request) -> None:
    await request.gone.wait()


async def silent_halfway(request: Request) -> None:
    await request.begin()
    await request.raw(b'{"text": "')
    await request.gone.wait()


async def broken(request: Request) -> None:
    await request.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{}")


async def endless(request: Request) -> None:
    await request.begin()
    for _ in range(60):
        await request.raw(b" " * 100_000)


async def no_http(request: Request) -> None:
    await request.raw(b"SSH-2.0-OpenSSH\r\n")


@pytest.mark.parametrize(
    ("behave", "message"),
    [
        (silent, "speech.server_slow"),
        (silent_halfway, "speech.server_slow"),
        (broken, "speech.answer_broke_off"),
        (endless, "speech.garbage_answer"),
        (no_http, "speech.garbage_answer"),
        (saying({"error": "x"}), "speech.garbage_answer"),
        (saying("hello"), "speech.garbage_answer"),
        (saying({"text": 5}), "speech.garbage_answer"),
        (saying({}, "401 Unauthorized"), "speech.key_refused"),
        (saying({}, "404 Not Found"), "speech.model_not_found"),
        (saying({}, "429 Too Many"), "speech.server_busy"),
        (saying({}, "400 Bad Request"), "speech.request_refused"),
        (saying({}, "302 Found"), "speech.request_refused"),
        (saying({}, "500 Oops"), "speech.server_failed"),
    ],
)
async def test_what_goes_wrong_is_said_and_the_next_question_works(behave: Behaviour, message: str) -> None:
    turns = iter([behave])

    async def once(request: Request) -> None:
        await next(turns, hums(SCRIPT))(request)

    async with speech_server(once) as server:
        ears = OpenAIRecognizer(server.url, "m", Secret.from_text("k-secret"), patience=QUICK)
        with pytest.raises(Unavailable) as caught:
            await ears.final(SPEECH, Hints())
        assert caught.value.message_id == message
        assert "k-secret" not in repr(caught.value)
        assert (await ears.final(SPEECH, Hints())).text == "今天天气"
        await ears.aclose()


async def test_a_server_that_is_not_there_is_down() -> None:
    async with speech_server(hums(SCRIPT)) as server:
        url = server.url
    ears = OpenAIRecognizer(url, "m", patience=QUICK)
    with pytest.raises(Unavailable, match=r"speech\.server_down"):
        await ears.final(SPEECH, Hints())
    await ears.aclose()


async def test_a_question_taken_back_closes_its_connection() -> None:
    async with speech_server(silent) as server:
        ears = OpenAIRecognizer(server.url, "m")
        asking = asyncio.create_task(ears.final(SPEECH, Hints()))
        await server.arrived.wait()
        asking.cancel()
        await asyncio.wait([asking])
        await asyncio.wait_for(server.asked[0].gone.wait(), 5)
        await ears.aclose()


@pytest.mark.parametrize(
    ("url", "options", "cloud"),
    [
        ("https://api.example.com/v1", {}, True),
        ("http://127.0.0.1:8000/v1", {}, False),
        ("http://[::1]:8000/v1", {}, False),
        ("http://127.0.0.1:8000/v1", {"relays": True}, True),
        ("http://192.168.1.9:8000/v1", {"private_http": True}, True),
    ],
)
def test_whether_sound_leaves_the_machine_is_told(url: str, options: dict[str, bool], cloud: bool) -> None:
    assert OpenAIRecognizer(url, "m", **options).cloud is cloud


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://api.example.com/v1", "speech.plain_sound"),
        ("http://192.168.1.9/v1", "speech.plain_sound"),
        ("ftp://example.com", "speech.bad_address"),
        ("https://user:pw@example.com", "speech.bad_address"),
        ("https://example.com/?key=1", "speech.bad_address"),
        ("https://example.com:99999", "speech.bad_address"),
        ("", "speech.bad_address"),
    ],
)
def test_an_address_that_is_none_or_unprotected_is_refused(url: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        OpenAIRecognizer(url, "m")
    assert caught.value.message_id == message


def test_a_key_that_cannot_stand_in_a_header_is_refused_and_not_quoted() -> None:
    with pytest.raises(Refused) as caught:
        OpenAIRecognizer("https://example.com", "m", Secret.from_text("k-1\nX: y"))
    assert caught.value.message_id == "speech.bad_key"
    assert "k-1" not in repr(caught.value)


def test_a_prompt_has_room_for_so_many_words_and_repeats_none() -> None:
    words = ("星河商店", "星河商店", "", "词" * MAX_WORDS, "李明")
    assert prompt("zh", words) == "以下是普通话的句子。星河商店"
    assert prompt("en", ("Star\nShop", "Ann")) == "Star Shop, Ann"
    assert prompt(None, ()) == ""
