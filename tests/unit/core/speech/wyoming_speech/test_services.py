"""Wyoming services are asked as their protocol says; what they do wrong is said, and the next question works."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest
from wyoming.asr import Transcript
from wyoming.error import Error
from wyoming.event import Event
from wyoming.tts import Synthesize

from core.errors import Refused, Unavailable
from core.speech.contract import spoken_by
from core.speech.fake import Line, Script
from core.speech.patience import Patience
from core.speech.ports import Hints, Style
from core.speech.wyoming_speech import WyomingRecognizer, WyomingVoice
from tests.support.wyoming_server import (
    AudioChunk,
    AudioStart,
    AudioStop,
    Behaviour,
    Peer,
    hums,
    wyoming_server,
)

SCRIPT = Script([Line("今天天气", 0.2)])
SPEECH = SCRIPT.sound()
QUICK = Patience(connect=0.5, first=0.3, between=0.3)
TONE = (8_000 * np.sin(np.arange(22_050) * 0.05)).astype(np.int16)


async def test_sound_goes_out_in_pieces_with_language_and_words() -> None:
    async with wyoming_server(hums(SCRIPT)) as server:
        ears = WyomingRecognizer(server.url, "base")
        heard = await ears.final(SPEECH, Hints(words=("星河商店",), language="zh"))
        (peer,) = server.peers
    assert (heard.text, heard.language) == ("今天天气", "zh")
    assert np.array_equal(peer.sound(), SPEECH)
    kinds = [event.type for event in peer.received]
    assert kinds[:2] == ["transcribe", "audio-start"]
    assert kinds[-1] == "audio-stop"
    assert set(kinds[2:-1]) == {"audio-chunk"}
    assert peer.received[0].data == {"name": "base", "language": "zh", "transcript_names": ["星河商店"]}


async def test_the_same_sound_is_sent_once_for_draft_and_final_and_silence_never() -> None:
    async with wyoming_server(hums(SCRIPT)) as server:
        ears = WyomingRecognizer(server.url)
        assert await ears.draft(SPEECH, Hints()) == await ears.final(SPEECH, Hints())
        assert (await ears.final(np.zeros(16_000, np.int16), Hints())).text == ""
        assert len(server.peers) == 1


async def test_partial_transcripts_and_strange_events_are_passed_over() -> None:
    async def chatty(peer: Peer, event: Event) -> bool:
        if AudioStop.is_type(event.type):
            for one in ("transcript-start", "transcript-chunk", "transcript-stop", "info"):
                await peer.write_event(Event(one, {"text": "今"}))
            await peer.write_event(Transcript("天氣很好。").event())
        return True

    async with wyoming_server(chatty) as server:
        assert (await WyomingRecognizer(server.url).final(SPEECH, Hints())).text == "天气很好。"


async def test_a_voice_is_asked_by_name_or_by_language() -> None:
    async with wyoming_server(hums(SCRIPT)) as server:
        voice = WyomingVoice(server.url)
        await spoken_by(voice, "好的。", Style(voices=(("zh", "huayan"),)))
        await spoken_by(voice, "Very good.", Style(voices=(("zh", "huayan"),)))
        asked = [peer.received[0].data for peer in server.peers]
    assert asked == [
        {"text": "好的。", "voice": {"name": "huayan"}},
        {"text": "Very good.", "voice": {"language": "en"}},
    ]


async def test_foreign_rates_are_resampled() -> None:
    async def piper(peer: Peer, event: Event) -> bool:
        await peer.sounds(TONE, rate=22_050)
        return True

    async with wyoming_server(piper) as server:
        chunks = await spoken_by(WyomingVoice(server.url), "好的。")
    sound = np.concatenate([chunk.pcm for chunk in chunks]).astype(float)
    assert len(sound) == pytest.approx(24_000, abs=2)
    expected = 8_000 * np.sin(np.arange(24_000) * 0.05 * 22_050 / 24_000)
    assert np.corrcoef(sound[1_000:23_000], expected[1_000:23_000])[0, 1] > 0.999


async def silent(_peer: Peer, _event: Event) -> bool:
    return True


async def hangs_up(peer: Peer, event: Event) -> bool:
    return not (AudioStop.is_type(event.type) or Synthesize.is_type(event.type))


async def hangs_up_halfway(peer: Peer, event: Event) -> bool:
    if not Synthesize.is_type(event.type):
        return True
    await peer.write_event(AudioStart(24_000, 2, 1).event())
    await peer.write_event(AudioChunk(24_000, 2, 1, bytes(20_000)).event())
    return False


async def silent_halfway(peer: Peer, event: Event) -> bool:
    await peer.write_event(AudioStart(24_000, 2, 1).event())
    return True


async def fails(peer: Peer, event: Event) -> bool:
    if AudioStop.is_type(event.type) or Synthesize.is_type(event.type):
        await peer.write_event(Error("no such voice: 好的").event())
    return True


def raw(data: bytes) -> Behaviour:
    async def behave(peer: Peer, event: Event) -> bool:
        if AudioStop.is_type(event.type) or Synthesize.is_type(event.type):
            peer.writer.write(data)
            await peer.writer.drain()
        return True

    return behave


NO_JSON = raw(b"hello\r\n")
NO_EVENT = raw(b"[1, 2]\n")
NO_TYPE = raw(b'{"kind": 1}\n')
HUGE = raw(b'{"type": "audio-chunk", "payload_length": 99999999999}\n')
NO_NUMBER = raw(b'{"type": "audio-chunk", "payload_length": 1e3}\n')
LONG_LINE = raw(b'{"type": "' + b"x" * 200_000 + b'"}\n')


@pytest.mark.parametrize(
    ("behave", "message"),
    [
        (silent, "speech.server_slow"),
        (hangs_up, "speech.answer_broke_off"),
        (fails, "speech.server_failed"),
        (NO_JSON, "speech.garbage_answer"),
        (NO_EVENT, "speech.garbage_answer"),
        (NO_TYPE, "speech.garbage_answer"),
        (HUGE, "speech.garbage_answer"),
        (NO_NUMBER, "speech.garbage_answer"),
        (LONG_LINE, "speech.garbage_answer"),
        (raw(b'{"type": "transcript", "data": {"text": 5}}\n'), "speech.garbage_answer"),
    ],
)
async def test_a_recognizer_that_fails_is_said_and_the_next_question_works(
    behave: Behaviour, message: str
) -> None:
    turn = [behave]

    async def once(peer: Peer, event: Event) -> bool:
        return await (turn[0] if peer is server.peers[0] else hums(SCRIPT))(peer, event)

    async with wyoming_server(once) as server:
        ears = WyomingRecognizer(server.url, patience=QUICK)
        with pytest.raises(Unavailable) as caught:
            await ears.final(SPEECH, Hints())
        assert caught.value.message_id == message
        assert (await ears.final(SPEECH, Hints())).text == "今天天气"


@pytest.mark.parametrize(
    ("behave", "message"),
    [
        (silent, "speech.server_slow"),
        (silent_halfway, "speech.server_slow"),
        (hangs_up, "speech.answer_broke_off"),
        (hangs_up_halfway, "speech.answer_broke_off"),
        (fails, "speech.server_failed"),
        (HUGE, "speech.garbage_answer"),
        (
            raw(b'{"type": "audio-start", "data": {"rate": 0, "width": 2, "channels": 1}}\n'),
            "speech.garbage_answer",
        ),
        (raw(b'{"type": "audio-start", "data": {"rate": "a", "width": 2}}\n'), "speech.garbage_answer"),
        (raw(b'{"type": "audio-stop"}\n'), "speech.garbage_answer"),
    ],
)
async def test_a_voice_that_fails_is_said_and_not_quoted(behave: Behaviour, message: str) -> None:
    async with wyoming_server(behave) as server:
        voice = WyomingVoice(server.url, patience=QUICK)
        with pytest.raises(Unavailable) as caught:
            await spoken_by(voice, "好的。")
    assert caught.value.message_id == message
    assert "好的" not in repr(caught.value)


async def test_a_service_that_is_not_there_is_down() -> None:
    async with wyoming_server(hums(SCRIPT)) as server:
        url = server.url
    with pytest.raises(Unavailable, match=r"speech\.server_down"):
        await WyomingRecognizer(url, patience=QUICK).final(SPEECH, Hints())


async def test_a_question_taken_back_closes_its_connection() -> None:
    async with wyoming_server(silent) as server:
        asking = asyncio.create_task(spoken_by(WyomingVoice(server.url), "好的。"))
        await server.connected.wait()
        asking.cancel()
        await asyncio.wait([asking])
        await asyncio.wait_for(server.peers[0].gone.wait(), 5)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("tcp://example.com:10300", "speech.plain_sound"),
        ("tcp://192.168.1.9:10300", "speech.plain_sound"),
        ("http://127.0.0.1:10300", "speech.bad_address"),
        ("tcp://", "speech.bad_address"),
    ],
)
def test_voices_are_not_sent_in_the_clear_beyond_what_is_allowed(url: str, message: str) -> None:
    for service in (WyomingRecognizer, WyomingVoice):
        with pytest.raises(Refused) as caught:
            service(url)
        assert caught.value.message_id == message


def test_whether_sound_leaves_the_machine_is_told() -> None:
    assert not WyomingVoice("tcp://127.0.0.1:10200").cloud
    assert WyomingRecognizer("tcp://192.168.1.9:10300", private_network=True).cloud
