"""Who has the floor, with the real command, models and time: a slow speaker, "停", devices that go."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.audio.frames import INPUT_RATE
from core.audio.wav import write
from tests.e2e.banyan import Banyan, events
from tests.support.pulse import PulseServer

pytestmark = [pytest.mark.models, pytest.mark.timeout(240)]

SLOW = "因为电饭锅坏了所以，我想问一下那个，退货期限是几天？"
"""A pause at each comma; neither of the beginnings is a sentence, whatever a recogniser makes of it."""
STOP, MURMUR = "停，别说了。", "嗯。"
DOCUMENT = (
    "电饭锅的退货期限是签收以后十五天之内，商品要保持完好，包装盒和说明书都要留着，发票可以在手机上补开，"
    "运费由商店先垫付，退款会在三个工作日之内回到您原来的账户里。\n"
)
"""One sentence: twenty seconds of answer, long enough to be talked over on a slow machine too."""
PAUSE, STOP_AFTER = 2.0, 12.0


@pytest.fixture(scope="module")
def spoken(models: Path) -> dict[str, np.ndarray]:
    """Everything said in here, in a voice that is not the companion's: int16, mono, 16 kHz."""
    from app.speech import Speech
    from core.speech.ports import Style

    async def made() -> dict[str, np.ndarray]:
        async with Speech(models) as speech:
            style = Style(voices=(("zh", "zm_yunxi"),))
            return {text: await speech.synthesise(text, style) for text in (SLOW, STOP, MURMUR)}

    return asyncio.run(made())


@pytest.fixture
def informed(banyan: Banyan, tmp_path: Path) -> Banyan:
    path = tmp_path / "电饭锅说明.txt"
    path.write_text(DOCUMENT, "utf-8")
    banyan("knowledge", "add", path, code=0)
    return banyan


def quiet(seconds: float) -> np.ndarray:
    return np.zeros(round(seconds * INPUT_RATE), np.int16)


def slowly(pcm: np.ndarray) -> np.ndarray:
    """The whole spoken sentence with ``PAUSE`` put into its two longest silences: its melody stays."""
    step = INPUT_RATE // 100
    levels = np.abs(pcm[: len(pcm) // step * step].reshape(-1, step).astype(np.int32)).max(axis=1)
    voiced = np.flatnonzero(levels > levels.max() * 0.03)
    gaps = sorted(range(len(voiced) - 1), key=lambda n: voiced[n] - voiced[n + 1])[:2]
    cuts = [step * int(voiced[gap] + voiced[gap + 1]) // 2 for gap in sorted(gaps)]
    first, second, third = np.split(pcm, cuts)
    return np.concatenate([first, quiet(PAUSE), second, quiet(PAUSE), third])


def test_a_slow_speaker_has_one_turn_and_stop_stops_its_answer_where_it_was_heard(
    informed: Banyan, spoken: dict[str, np.ndarray], tmp_path: Path
) -> None:
    asked = np.concatenate([quiet(0.5), slowly(spoken[SLOW])])
    sound = np.concatenate([asked, quiet(STOP_AFTER), spoken[STOP]])
    path = tmp_path / "慢慢说.wav"
    write(path, sound, INPUT_RATE)
    done = informed("talk", "--input", path, "--events", code=0, patience=200)
    seen = [line for line in map(_read, done.out.splitlines()) if line]

    said = [line["text"] for line in seen if line["event"] == "user_said"]
    assert len(said) == 1, said
    assert "期" in said[0] or "几天" in said[0], "the turn has the sentence's end"
    assert [line["outcome"] for line in seen if line["event"] == "answer_ended"] == ["interrupted"]

    rows = [row["body"] for row in informed("history", "last", "--events", "--json", code=0).json["events"]]
    assert [row["kind"] for row in rows].count("user_spoke") == 1
    (cut,) = [row for row in rows if row["kind"] == "assistant_spoke"]
    assert cut["outcome"] == "interrupted"
    assert 0 < cut["heard"] < len(cut["text"])
    (heard,) = [line["text"] for line in seen if line["event"] == "assistant_heard"]
    assert heard == cut["text"][: cut["heard"]], "the journal holds what was heard"


def test_a_murmur_over_the_answer_does_not_end_it(
    informed: Banyan, spoken: dict[str, np.ndarray], tmp_path: Path
) -> None:
    sound = [quiet(0.5), spoken[SLOW], quiet(STOP_AFTER), spoken[MURMUR], quiet(2.0)]
    path = tmp_path / "嗯.wav"
    write(path, np.concatenate(sound), INPUT_RATE)
    done = informed("talk", "--input", path, "--events", code=0, patience=200)
    seen = [line for line in map(_read, done.out.splitlines()) if line]
    states = [line["state"] for line in seen if line["event"] == "state"]
    assert "overlap" in states, "it sounded over the answer"
    assert len([line for line in seen if line["event"] == "user_said"]) == 1
    assert [line["outcome"] for line in seen if line["event"] == "answer_ended"] == ["finished"]


@pytest.mark.audio
def test_a_microphone_and_a_speaker_that_go_and_return_need_no_restart(
    informed: Banyan, pulse: PulseServer, spoken: dict[str, np.ndarray]
) -> None:
    informed.settings('[audio]\nmicrophone = "pulse"\nspeaker = "pulse"\n')
    informed.environment |= pulse.environment
    with informed.started("talk", "--events") as child:
        lines = events(child)
        _until(lines, event="ready")
        with pulse.speak(spoken[SLOW]):
            _until(lines, event="assistant_speaking")
        lost_and_back(lines, pulse.unplug_microphone, pulse.plug_in_microphone)
        lost_and_back(lines, pulse.unplug_speaker, pulse.plug_in_speaker)
        with pulse.listen() as speaker:
            with pulse.speak(spoken[SLOW]):
                _until(lines, event="assistant_speaking")
            with pulse.speak(spoken[STOP]):
                heard = _until(lines, event="assistant_heard")
            played = np.fromfile(speaker, "<i2")
        assert child.poll() is None, "the same process all the while"
        _leave(child)
    assert heard["text"]
    assert np.count_nonzero(np.abs(played.astype(np.int32)) > 500) > 1_000, "the returned speaker sounded"
    rows = [row["body"] for row in informed("history", "last", "--events", "--json", code=0).json["events"]]
    assert [row["kind"] for row in rows].count("session_begun") == 1
    assert [row["kind"] for row in rows].count("user_spoke") >= 2


def lost_and_back(
    lines: Iterator[dict[str, Any]], unplug: Callable[[], None], plug_in: Callable[[], None]
) -> None:
    """It says that it is deaf, and listens again once it can."""
    unplug()
    _until(lines, event="notice", message="turn.microphone_lost")
    plug_in()
    _until(lines, event="state", state="idle")


def _leave(child: subprocess.Popen[str]) -> None:
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=30)
    assert child.returncode == 0, err
    assert "Traceback" not in err


def _until(lines: Iterator[dict[str, Any]], **wanted: str) -> dict[str, Any]:
    """The first line with these values."""
    for line in lines:
        if wanted.items() <= line.items():
            return line
    raise AssertionError(f"it ended without {wanted}")


def _read(line: str) -> dict[str, Any] | None:
    return json.loads(line) if line.startswith("{") else None
