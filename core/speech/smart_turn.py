"""Smart Turn v3.2: does it sound finished? A Whisper-tiny encoder that looks at the last 8 seconds.

What it is fed follows pipecat's ``LocalSmartTurnAnalyzerV3``: silence before shorter audio, zero
mean and unit variance, then Whisper's log-mel.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np

from core.speech.loading import loading
from core.speech.ports import Samples
from core.speech.whisper.features import HOP, SAMPLE_RATE, LogMel, log_mel, waveform_of

SECONDS = 8
_VARIANCE_FLOOR = 1e-7


class SmartTurn:
    """EndOfTurn. Opens ``file`` on the executor at the first use, or in ``warm_up``."""

    def __init__(self, file: Path, executor: Executor) -> None:
        self._file = file
        self._executor = executor
        self._session: Any = None
        self._opening = threading.Lock()

    async def warm_up(self) -> None:
        """Open the model and run it once, so that the first answer is as quick as the others."""
        await self.p_end(np.zeros(SAMPLE_RATE, dtype=np.int16))

    async def p_end(self, audio: Samples) -> float:
        """``audio`` is int16, 16 kHz, any length. Raises Unavailable, Corrupt when it cannot be opened."""
        recent = audio[-SECONDS * SAMPLE_RATE :].copy()
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._judge, recent)

    def _judge(self, recent: Samples) -> float:
        (answer,) = self._opened().run(None, {"input_features": features(recent)[np.newaxis]})
        return float(answer.reshape(-1)[0])

    def _opened(self) -> Any:  # noqa: ANN401 - onnxruntime has no types
        with self._opening:
            if self._session is None:
                with loading("smart-turn-v3.2"):
                    self._session = _open(self._file)
            return self._session


def features(recent: Samples) -> LogMel:
    """At most 8 s, int16, 16 kHz. Shape (80, 800)."""
    waveform = np.zeros(SECONDS * SAMPLE_RATE, dtype=np.float32)
    if len(recent):
        waveform[-len(recent) :] = waveform_of(recent)
    normal = (waveform - waveform.mean()) / np.sqrt(waveform.var() + _VARIANCE_FLOOR)
    return log_mel(normal, SECONDS * SAMPLE_RATE // HOP)


def _open(file: Path) -> Any:  # noqa: ANN401
    import onnxruntime

    if not file.is_file():
        raise FileNotFoundError(file)
    options = onnxruntime.SessionOptions()
    # One thread: a second core is worth more to the recogniser, which runs at the same moment.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
