"""A conversation whose ears and voice are servers of others: no model of ours is here, and all of it works."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import soundfile
from wyoming.asr import Transcript
from wyoming.event import Event

from core.audio.wav import write
from core.speech.fake import Script
from tests.e2e.banyan import Banyan
from tests.support import speech_server as openai
from tests.support import wyoming_server as wyoming
from tests.support.babble import babble

pytestmark = pytest.mark.timeout(300)

QUESTION = "请问退货期限是几天？"
DOCUMENT = "退货期限是签收后15天，商品要保持完好。\n"


async def openai_ears_and_voice(request: openai.Request) -> None:
    """It reads the same question in whatever it hears."""
    if request.path.endswith("/audio/transcriptions"):
        await request.answers({"text": QUESTION})
    else:
        await openai.hums(Script([]))(request)


async def wyoming_ears_and_voice(peer: wyoming.Peer, event: Event) -> bool:
    if event.type == "audio-stop":
        await peer.write_event(Transcript(QUESTION, language="zh").event())
        return True
    return await wyoming.hums(Script([]))(peer, event)


@pytest.fixture
def bare(banyan: Banyan, tmp_path: Path) -> Banyan:
    """A household with a document and no speech model."""
    banyan.environment["BANYAN_MODELS"] = os.fspath(tmp_path / "none")
    path = tmp_path / "说明.txt"
    path.write_text(DOCUMENT, "utf-8")
    banyan("knowledge", "add", path, code=0)
    return banyan


@pytest.fixture
def spoken(tmp_path: Path) -> Path:
    """Somebody says something."""
    path = tmp_path / "问.wav"
    quiet = np.zeros(8_000, np.int16)
    write(path, np.concatenate([quiet, babble(1.5), quiet]), 16_000)
    return path


async def test_an_openai_compatible_server_hears_and_speaks_and_the_doctor_knows_how_quickly(
    bare: Banyan, spoken: Path, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    key.write_text("sk-nobody-may-see\n", "utf-8")
    both = tmp_path / "both.wav"
    async with openai.speech_server(openai_ears_and_voice) as server:
        pairs = [
            f"{part}.{name}={value}"
            for part in ("recogniser", "voice")
            for name, value in (
                ("kind", "openai"),
                ("address", server.url),
                ("model", "m"),
                ("key_file", key),
            )
        ]
        chosen = await bare.run("settings", "set", *pairs, "--json")
        assert chosen.code == 0, chosen.err
        assert {row["part"]: row["answers"] for row in chosen.json["services"]} == {
            "recogniser": True,
            "voice": True,
        }
        assert server.asked == [], "trying an address sends nothing"
        talked = await bare.run("talk", "--input", spoken, "--output", both, "--json")
        doctor = await bare.run("doctor", "--json")
    assert talked.code == 0, talked.err
    assert talked.json["text"] == QUESTION
    assert "15天" in "".join(talked.json["reply"])
    sound, _ = soundfile.read(both)
    assert [side.max() > 0.2 for side in np.abs(sound).T] == [True, True], "both sides are heard"
    assert {request.headers["authorization"] for request in server.asked} == {"Bearer sk-nobody-may-see"}
    assert "sk-nobody" not in (bare.home / "config" / "settings.toml").read_text("utf-8")
    stages = doctor.json["turns"]["zh"]
    assert stages["speech end to first audio"]["count"] == 1
    assert 0 < stages["speech end to endpoint"]["p50"] <= stages["speech end to first audio"]["p95"]
    parts = {(one["part"], one["ok"]) for one in doctor.json["findings"]}
    assert {("models", True), ("services", True), ("timings", True)} <= parts


async def test_wyoming_services_hear_and_speak_and_when_they_are_gone_it_is_said(
    bare: Banyan, spoken: Path
) -> None:
    async with wyoming.wyoming_server(wyoming_ears_and_voice) as server:
        bare.settings(
            f'[recogniser]\nkind = "wyoming"\naddress = "{server.url}"\n'
            f'[voice]\nkind = "wyoming"\naddress = "{server.url}"\n'
        )
        asleep = await bare.run("talk", "--input", spoken, "--wake", "okay_nabu", "--json")
        assert asleep.code == 0, asleep.err
        assert asleep.json["text"] == ""
        kinds = {event.type for peer in server.peers for event in peer.received}
        assert kinds <= {"synthesize"}, "what is said in the room was sent away"
        talked = await bare.run("talk", "--input", spoken, "--guest", "--json")
    assert talked.code == 0, talked.err
    assert talked.json["text"] == QUESTION
    assert "15天" in "".join(talked.json["reply"])
    threads = bare("history", "--json", code=0).json["threads"]
    assert [thread["utterances"] for thread in threads] == [0], "a guest's talk is nobody's history"
    gone = bare("settings", "check", code=1)
    assert "Nobody answers" in gone.err
    assert "banyan settings check" in gone.err


def test_nobodys_voice_no_guest_and_no_room_is_sent_away_unasked(banyan: Banyan, spoken: Path) -> None:
    def refused(part: str, *options: str) -> str:
        banyan.settings(f'[{part}]\nkind = "openai"\naddress = "https://speech.invalid/v1"\nmodel = "m"\n')
        done = banyan("talk", "--input", spoken, *options, "--json", code=1)
        assert done.json["error"]["next"]
        return done.error

    assert refused("voice") == "app.words_stay"
    banyan("consent", "grant", "王奶奶", "cloud_models", code=0)
    assert refused("recogniser", "--guest") == "app.voice_stays"
    assert refused("recogniser", "--wake", "name") == "app.room_stays"


def test_push_to_talk_needs_a_terminal(nowhere: Banyan) -> None:
    assert nowhere("talk", "--push-to-talk", "--json", code=1).error == "app.no_keys"
