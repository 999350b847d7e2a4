"""The turn-taking benchmark's report is made of whatever is known, and says what it is of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.speech import Speech
from core.speech.ports import Transcript
from core.turn.events import VoiceStarted, VoiceStopped
from tests.bench import report
from tests.bench.turn_set import telling
from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.evidence import Asked, Evidence, as_json
from tests.bench.turn_set.ledger import Ledger
from tests.bench.turn_set.measuring import Bench
from tests.bench.turn_set.remarks import Remark
from tests.bench.turn_set.schedule import wanted

SILENCE = np.zeros(16_000, np.int16)
CLIPS = {
    "0": Clip("我想要那个红色的", "zh", "own", "zm_yunxi", "dry", 1.0, SILENCE, ((1.0, 2.0),), 3.0),
    "1": Clip("I want the red one", "en", "own", "bf_emma", "dry", 1.0, SILENCE, ((1.0, 2.0),), 3.0),
    "2": Clip("广州", "zh", "recording", "aishell.wav", "its own", 1.0, SILENCE, ((1.0, 2.0),), 3.0),
}
REMARKS = {
    "zh murmur 嗯": Remark("嗯", "zh", "murmur", SILENCE),
    "zh interruption 停": Remark("停", "zh", "interruption", SILENCE),
}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(report, "FOLDER", tmp_path)
    monkeypatch.setattr(telling, "FOLDER", tmp_path)
    nobody: Any = object.__new__(Speech)
    return Bench(speech=nobody, folder=tmp_path, clips=CLIPS, remarks=REMARKS, questions={})


def heard(clip: Clip) -> dict[str, Any]:
    """It pauses for a second inside; the words are complete at the end only."""
    inside, whole = ("我想要那个", clip.text) if clip.language == "zh" else ("I want the", clip.text)
    texts = [Transcript(text, clip.language, 0.9) for text in (inside, whole)]
    voices = (
        (0.6, VoiceStarted(0.9, -20.0, 0.5)),
        (1.1, VoiceStopped(0.1, -60.0, 1.0)),
        (2.1, VoiceStarted(0.9, -20.0, 2.0)),
        (3.1, VoiceStopped(0.1, -60.0, 3.0)),
    )
    asked = tuple(
        Asked(at, 0.5, 0.05, text, 0.3, text, 0.0) for at, text in zip((1.0, 3.0), texts, strict=True)
    )
    return as_json(Evidence(clip, voices, asked))


THEIRS = {"ends": [4.7], "asked": [4.7], "audio": [6.5], "cpu": 6.0, "starts": [0.6, 2.2], "stops": [1.2, 3.2],
          "incomplete": [1.3], "complete": [3.3], "texts": [2.9, 4.7]}  # fmt: skip
OURS = {"ends": [3.9], "audio": [4.0], "cpu": 3.0, "stages": None}


def test_a_whole_run_is_told_with_every_target_and_the_share_of_synthetic_speech(
    bench: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = Ledger(tmp_path / "turns.jsonl", "a", wanted([]))
    for unit, clip in CLIPS.items():
        ledger.put("evidence", unit, heard(clip))
        ledger.put("pipecat", unit, THEIRS)
        if not clip.recorded:
            for part in ("elder", "brisk"):
                ledger.put(part, unit, OURS)
    for unit, remark in REMARKS.items():
        stopped = remark.kind == "interruption"
        ledger.put(remark.kind, unit, {"silence": 0.3, "ducked": 0.1, "stopped": stopped})
        ledger.put(f"pipecat {remark.kind}", unit, {"silence": 0.6, "stopped": True})
    telling.tell(bench, ledger, "turns", whole=True)
    figures = {one["metric"]: one for one in json.loads((tmp_path / "turns.json").read_text("utf-8"))}
    for language in ("zh", "en"):
        latency = figures[f"latency at 5 % cut-offs, with the words, {language}"]
        assert set(latency["rivals"]) == {"pause only", "Smart Turn", "Pipecat, swept"}
        assert latency["target"] == 0.6
        cut = figures[f"cut-offs, elder profile, {language} (of 1)"]
        assert (cut["ours"], cut["rivals"], cut["met"]) == (0.0, {"Pipecat": 0.0}, True)
        first = figures[f"speech end to first audio, elder profile, {language}, p50"]
        assert (first["ours"], first["rivals"], first["met"]) == (1.0, {"Pipecat": 3.5}, True)
    assert figures["CPU a second of audio, answer included, elder profile"]["ratio"] == 0.5
    assert figures["backchannels that wrongly stopped the answer (of 1)"]["rivals"] == {"Pipecat": 100.0}
    text = (tmp_path / "turns.md").read_text("utf-8")
    assert text.startswith("# Turn-taking: 67 % of 3 clips and all remarks are synthetic speech (Kokoro)")
    assert "- reached: speech end to first audio, elder profile, zh, p50" in text
    assert "recording aishell.wav" in text
    assert (tmp_path / "turns.png").stat().st_size > 10_000
    assert "Targets:" in capsys.readouterr().out


def test_parts_that_are_not_known_are_left_out_and_the_title_says_so(bench: Bench, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "turns.jsonl", "a", wanted(["heard"]))
    ledger.put("heard", "zh", {"measured": [0, 2], "estimated": [1], "clauses only": [3], "engine": [None, 1],
                               "language": "zh"})  # fmt: skip
    telling.tell(bench, ledger, "turns", whole=False)
    figures = {one["metric"]: one["ours"] for one in json.loads((tmp_path / "turns.json").read_text("utf-8"))}
    assert figures["heard-prefix error, measured, zh, mean"] == 1.0
    assert figures["heard-prefix error, engine stopped, zh, mean"] == 1.0
    assert not any("latency" in metric for metric in figures)
    assert "INCOMPLETE" in (tmp_path / "turns.md").read_text("utf-8").splitlines()[0]
