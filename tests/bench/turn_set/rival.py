"""Playing the turn-taking set to Pipecat, in an environment of its own that ``make`` does not make.

python3.11 -m venv build/pipecat
build/pipecat/bin/pip install "pipecat-ai[whisper,silero]==1.14.0" "misaki[zh]" num2words soxr
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import wave
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.audio.frames import INPUT_RATE, Samples
from core.text import Language
from tests.bench.report import FOLDER
from tests.bench.turn_set.clips import Clip
from tests.support.tree import ROOT

PYTHON = FOLDER.parent / "pipecat" / "bin" / "python"
ANSWERS: dict[Language, str] = {"zh": "好的，我记下来了。", "en": "All right, I have noted that."}


@dataclass(frozen=True, slots=True)
class Played:
    """One clip. ends: when turns were ended; asked: when the answer was asked for; audio: when sound
    began; seconds of the clip."""

    clip: Clip
    ends: tuple[float, ...]
    asked: tuple[float, ...]
    audio: tuple[float, ...]

    @property
    def first_audio(self) -> float | None:
        """From the true end to the first sound after it; None when nothing sounded."""
        after = [at - self.clip.ends for at in self.audio if at > self.clip.ends]
        return min(after) if after else None


def installed() -> bool:
    return PYTHON.exists()


@dataclass(frozen=True, slots=True)
class Over:
    """What one remark over a long answer did. silence: seconds, None when it went on."""

    number: int
    silence: float | None
    stopped: bool


def play(clips: Sequence[Clip], models: Path, limit: float) -> list[Played]:
    """Every clip in real time, or as many as ``limit`` seconds allow, shared between the languages."""
    with tempfile.TemporaryDirectory(prefix="banyan-bench-") as folder:
        jobs = []
        for language, answer in ANSWERS.items():
            own = [(number, clip) for number, clip in enumerate(clips) if clip.language == language]
            rows = [
                {"number": number, "ends": clip.ends, "file": _written(Path(folder), number, clip)}
                for number, clip in own
            ]
            if rows:
                jobs.append(
                    {
                        "language": language,
                        "answer": answer,
                        "models": os.fspath(models),
                        "clips": rows,
                        "seconds": limit * len(rows) / len(clips),
                    }
                )
        manifest = Path(folder) / "clips.json"
        manifest.write_text(json.dumps(jobs), "utf-8")
        lines = _run(manifest, limit + 120)
    return [
        Played(clips[line["number"]], tuple(line["ends"]), tuple(line["asked"]), tuple(line["audio"]))
        for line in lines
    ]


def interrupt(
    spoken: Sequence[tuple[Language, Samples]],
    questions: Mapping[Language, Samples],
    answers: Mapping[Language, str],
    models: Path,
    limit: float,
) -> list[Over]:
    """Each remark over a long answer, as many as ``limit`` seconds allow; by its place in ``spoken``."""
    with tempfile.TemporaryDirectory(prefix="banyan-bench-") as folder:
        jobs = []
        for language, question in questions.items():
            rows = [
                {"number": number, "file": _saved(Path(folder) / f"{number}.wav", pcm)}
                for number, (of, pcm) in enumerate(spoken)
                if of == language
            ]
            jobs.append(
                {
                    "language": language,
                    "answer": ANSWERS[language],
                    "long_answer": answers[language],
                    "models": os.fspath(models),
                    "clips": [],
                    "seconds": 0.0,
                    "question": _saved(Path(folder) / f"{language}.wav", question),
                    "remarks": rows,
                    "remark_seconds": limit * len(rows) / len(spoken),
                }
            )
        manifest = Path(folder) / "remarks.json"
        manifest.write_text(json.dumps(jobs), "utf-8")
        lines = _run(manifest, limit + 120)
    return [Over(line["remark"], line["silence"], line["stopped"]) for line in lines]


def _run(manifest: Path, limit: float) -> list[dict[str, Any]]:
    environment = os.environ | {"PYTHONPATH": os.fspath(ROOT), "PYTHONUTF8": "1", "HF_HUB_OFFLINE": "1"}
    rival = Path(__file__).with_name("pipecat_rival.py")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen([PYTHON, rival, manifest], env=environment, stdout=out, stderr=err)
        try:
            code = child.wait(limit)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            code = 0
        err.seek(0)
        if code:
            print("Pipecat left early:\n" + err.read()[-2_000:], flush=True)
        out.seek(0)
        return [json.loads(line) for line in out.read().splitlines() if line.startswith("{")]


def _written(folder: Path, number: int, clip: Clip) -> str:
    return _saved(folder / f"{number}.wav", clip.pcm)


def _saved(path: Path, pcm: Samples) -> str:
    with wave.open(os.fspath(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(INPUT_RATE)
        file.writeframes(pcm.tobytes())
    return os.fspath(path)
