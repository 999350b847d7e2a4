"""Talking aloud with the real models, in real time: files, odd files, devices, signals, the whole demo."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.audio.resample import resample
from core.audio.wav import read, write
from core.text import count_han
from tests.e2e.banyan import Banyan, events
from tests.support.pulse import SPEAKER_RATE, PulseServer
from tests.support.real import evaluation_data

pytestmark = [pytest.mark.models, pytest.mark.timeout(300)]

ZH = ("aishell-BAC009S0724W0121.wav", "广州市房地产中介协会分析")
EN = (
    "librispeech-1995-1837-0001.wav",
    "It was the first great sorrow of his life. It was not so much the loss of the cotton itself, "
    "but the fantasy, the hopes, the dreams built around it.",
)
DOCUMENT = "退货期限是签收后15天，商品要保持完好。\n商品质量问题退货，运费由商店承担。\n"
QUESTION = "请问退货期限是几天？"


def recording(name: str) -> Path:
    return evaluation_data("speech", name)


@pytest.fixture(scope="module")
def question(models: Path) -> np.ndarray:
    """The question in a voice of our own: int16, mono, 16 kHz, silence around it."""
    from app.speech import Speech
    from core.speech.ports import Style

    async def made() -> np.ndarray:
        async with Speech(models) as speech:
            return await speech.synthesise(QUESTION, Style(voices=(("zh", "zm_yunxi"),)))

    quiet = np.zeros(8_000, np.int16)
    return np.concatenate([quiet, asyncio.run(made()), quiet])


@pytest.fixture
def informed(banyan: Banyan, tmp_path: Path) -> Banyan:
    path = tmp_path / "说明.txt"
    path.write_text(DOCUMENT, "utf-8")
    banyan("knowledge", "add", path, code=0)
    return banyan


@pytest.mark.parametrize(
    ("file", "text", "score", "most"), [(*ZH, "cer", 0.25), (*EN, "wer", 0.15)], ids=["zh", "en"]
)
def test_a_recording_is_understood_answered_and_timed(
    banyan: Banyan, tmp_path: Path, file: str, text: str, score: str, most: float
) -> None:
    both = tmp_path / "both.wav"
    talked = banyan(
        "talk", "--input", recording(file), "--output", both, "--expect", text, "--json", code=0
    ).json
    assert talked[score] <= most, talked
    assert talked["language"] == ("zh" if count_han(text) else "en")
    assert "".join(talked["reply"])
    line = talked["timeline"][0]
    assert 0 == line["speech_end"] < line["committed"] < line["first_audio"] < 20
    turns = banyan("history", "last", "--json", code=0).json["turns"]
    assert [turn["by"] for turn in turns][:2] == ["user", "assistant"]
    assert read(both).any()


def test_a_question_in_a_sound_file_is_answered_from_the_households_documents(
    informed: Banyan, question: np.ndarray, tmp_path: Path
) -> None:
    import soundfile

    loud = np.clip(resample(question, 16_000, 48_000).astype(np.float64) / 32768 * 6, -1, 1)
    loud[100], loud[200], loud[300] = np.nan, np.inf, -np.inf
    path = tmp_path / "48 kHz 立体声.wav"
    soundfile.write(path, np.stack([loud, loud], axis=1), 48_000, subtype="FLOAT")
    talked = informed("talk", "--input", path, "--json", code=0).json
    assert "期限" in talked["text"]
    assert "十五天" in "".join(talked["reply"]) or "15天" in "".join(talked["reply"])


def test_a_file_as_a_telephone_records_it_is_understood(
    informed: Banyan, question: np.ndarray, tmp_path: Path
) -> None:
    path = tmp_path / "8k.wav"
    write(path, resample(question, 16_000, 8_000), 8_000)
    talked = informed("talk", "--input", path, "--expect", QUESTION, "--json", code=0).json
    assert talked["cer"] <= 0.35, talked


def test_silence_is_no_turn(banyan: Banyan, tmp_path: Path) -> None:
    path = tmp_path / "silence.wav"
    write(path, np.zeros(32_000, np.int16), 16_000)
    talked = banyan("talk", "--input", path, "--json", code=0).json
    assert (talked["text"], talked["reply"], talked["timeline"]) == ("", [], [])


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("nothing.wav", b"", "audio.file_unreadable"),
        ("picture.wav", b"\x89PNG\r\n\x1a\n" + bytes(500), "audio.file_unreadable"),
        ("there is none.wav", None, "audio.file_missing"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_no_sound_is_said_so_at_once(
    banyan: Banyan, tmp_path: Path, name: str, content: bytes | None, message: str, language: str
) -> None:
    banyan.environment["BANYAN_LANG"] = language
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    done = banyan("talk", "--input", path, "--json", code=1)
    assert done.error in (message, "audio.file_empty")
    assert name in done.json["error"]["message"]
    assert bool(count_han(done.err)) == (language == "zh")
    assert banyan("history", "--json", code=0).json["threads"] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_mid_answer_ends_cleanly_with_what_was_heard_in_the_journal(
    informed: Banyan, question: np.ndarray, tmp_path: Path, number: signal.Signals
) -> None:
    path = tmp_path / "question.wav"
    write(path, question, 16_000)
    with informed.started("talk", "--input", path, "--events", "--json") as child:
        _until(events(child), "assistant_speaking")
        child.send_signal(number)
        out, err = child.communicate(timeout=30)
    assert child.returncode == 0, err
    assert "Traceback" not in err
    result = json.loads(out[out.index("\n{\n") :])
    rows = [row["body"] for row in informed("history", "last", "--events", "--json", code=0).json["events"]]
    assert rows[0]["kind"] == "session_begun"
    assert rows[-1]["kind"] == "session_ended"
    (cut,) = [row for row in rows if row["kind"] == "assistant_spoke"]
    assert cut["heard"] < len(cut["text"])
    assert cut["outcome"] == "interrupted"
    assert "".join(result["reply"]) == cut["text"][: cut["heard"]]


@pytest.fixture
def devices(pulse: PulseServer, informed: Banyan) -> Banyan:
    informed.settings('[audio]\nmicrophone = "pulse"\nspeaker = "pulse"\n')
    informed.environment |= pulse.environment
    return informed


@pytest.mark.audio
def test_a_question_into_a_real_microphone_is_answered_by_a_real_speaker(
    devices: Banyan, pulse: PulseServer, question: np.ndarray
) -> None:
    with pulse.listen() as speaker, devices.started("talk", "--events") as child:
        lines = events(child)
        _until(lines, "ready")
        with pulse.speak(question):
            said = _until(lines, "user_said")
            answer = _until(lines, "assistant_heard")
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=30)
        played = np.fromfile(speaker, "<i2")
    assert child.returncode == 0
    assert "期限" in said["text"]
    assert "15天" in answer["text"]
    assert answer["boundary"] == "measured"
    loud = np.abs(played.astype(np.int32)) > 500
    assert loud.sum() / SPEAKER_RATE > 0.3, "the answer sounded"
    rows = devices("history", "last", "--json", code=0).json["turns"]
    assert rows[0]["text"] == said["text"]


@pytest.mark.audio
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_sound_server_that_is_gone_and_a_device_nobody_has_are_said_so(
    devices: Banyan, tmp_path: Path, language: str
) -> None:
    devices.environment["BANYAN_LANG"] = language
    devices.settings('[audio]\nmicrophone = "no such thing"\n')
    missing = devices("talk", "--json", code=1)
    assert missing.error == "audio.device_missing"
    assert "no such thing" in missing.json["error"]["message"]
    assert bool(count_han(missing.err)) == (language == "zh")

    devices.settings('[audio]\nmicrophone = "pulse"\nspeaker = "pulse"\n')
    devices.environment["PULSE_SERVER"] = f"unix:{tmp_path / 'nobody'}"
    gone = devices("talk", "--json", code=1)
    assert gone.error in ("audio.device_missing", "audio.device_busy", "audio.no_microphone")
    assert gone.json["error"]["next"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_whole_demo_aloud_passes_every_check_and_writes_what_was_said(tmp_path: Path) -> None:
    from app.demo.checks import NAMES

    banyan = Banyan(tmp_path / "演示")
    wav = tmp_path / "对话.wav"
    done = banyan("demo", "--json", "--seed", "1", "--wav", wav, patience=800)
    checks: list[dict[str, Any]] = done.json["checks"]
    failed = [check for check in checks if not check["ok"]]
    assert not failed, json.dumps(failed, ensure_ascii=False, indent=1)
    assert done.code == 0
    assert [check["name"] for check in checks] == list(NAMES)
    assert abs(checks[NAMES.index("barge_in_heard_prefix")]["evidence"]["error_characters"]) <= 2
    import soundfile

    pcm, rate = soundfile.read(wav)
    assert (rate, pcm.shape[1]) == (24_000, 2)
    assert all(np.abs(pcm[:, side]).max() > 0.05 for side in (0, 1))


def _until(lines: Iterator[dict[str, Any]], event: str) -> dict[str, Any]:
    """The first line of that event."""
    for line in lines:
        if line["event"] == event:
            return line
    raise AssertionError(f"it ended without {event}")
