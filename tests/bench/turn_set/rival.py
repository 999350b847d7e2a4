"""Pipecat beside us: a process in an environment of its own that ``make`` does not make.

python3.11 -m venv build/pipecat
build/pipecat/bin/pip install "pipecat-ai[whisper,silero]==1.14.0" "misaki[zh]" num2words soxr
"""

from __future__ import annotations

import asyncio
import json
import os
import wave
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from core.audio.frames import INPUT_RATE, Samples
from core.text import Language
from tests.bench.report import FOLDER
from tests.support.tree import ROOT

PYTHON = FOLDER.parent / "pipecat" / "bin" / "python"
ANSWERS: dict[Language, str] = {"zh": "好的，我记下来了。", "en": "All right, I have noted that."}
"""What either side answers a clip."""
_TO_BEGIN, _TO_ANSWER = 240.0, 120.0


def installed() -> bool:
    return PYTHON.exists()


class Pipecat:
    """The running process. An async context manager: entering waits until it is warm.

    warm: an utterance a language that is played before anything is measured. Standing idle it is heard
    by nobody and hears nothing: the two systems take turns on the machine.
    """

    def __init__(self, models: Path, warm: Mapping[Language, Samples]) -> None:
        self._models, self._warm = models, warm
        self._folder = FOLDER / "pipecat"
        self._process: Process | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def __aenter__(self) -> Pipecat:
        self._folder.mkdir(parents=True, exist_ok=True)
        environment = os.environ | {"PYTHONPATH": os.fspath(ROOT), "PYTHONUTF8": "1", "HF_HUB_OFFLINE": "1"}
        with (self._folder / "errors.txt").open("wb") as errors:
            self._process = await asyncio.create_subprocess_exec(
                PYTHON,
                Path(__file__).with_name("pipecat_rival.py"),
                env=environment,
                stdin=PIPE,
                stdout=PIPE,
                stderr=errors,
            )
        warm = {language: self._saved(f"warm-{language}", pcm) for language, pcm in self._warm.items()}
        told = {"models": os.fspath(self._models), "answers": ANSWERS, "warm": warm}
        await self._exchange(told, _TO_BEGIN)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 10.0)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def clip(self, language: Language, pcm: Samples, ends: float) -> dict[str, Any] | None:
        """What it did with a clip; None when it left."""
        job = {"do": "clip", "language": language, "ends": ends, "file": self._saved("clip", pcm)}
        return await self._exchange(job, _TO_ANSWER)

    async def remark(
        self, language: Language, question: Samples, answer: str, pcm: Samples
    ) -> dict[str, Any] | None:
        """What it did with a remark over its long ``answer`` to ``question``; None when it left."""
        job = {
            "do": "remark",
            "language": language,
            "question": self._saved("question", question),
            "answer": answer,
            "file": self._saved("remark", pcm),
        }
        return await self._exchange(job, _TO_ANSWER)

    async def _exchange(self, told: Mapping[str, object], limit: float) -> dict[str, Any] | None:
        process = self._process
        assert process is not None, "entered"
        assert process.stdin is not None, "piped"
        assert process.stdout is not None, "piped"
        try:
            process.stdin.write(json.dumps(told).encode() + b"\n")
            await process.stdin.drain()
            line = await asyncio.wait_for(self._line(process.stdout), limit)
        except (TimeoutError, ConnectionError):
            line = b""
        if not line:
            if process.returncode is None:
                process.kill()
            await process.wait()
            print(f"Pipecat left; see {self._folder / 'errors.txt'}", flush=True)
            return None
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _line(self, out: asyncio.StreamReader) -> bytes:
        """The next line that is ours; libraries print too."""
        while line := await out.readline():
            if line.startswith(b"{"):
                return line
        return b""

    def _saved(self, name: str, pcm: Samples) -> str:
        path = self._folder / f"{name}.wav"
        with wave.open(os.fspath(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(INPUT_RATE)
            file.writeframes(pcm.tobytes())
        return os.fspath(path)
