"""Whisper as a Recognizer: off the core loop, long speech in pieces, nothing read twice."""

from __future__ import annotations

import asyncio
import hashlib
import math
import threading
from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.speech.loading import loading
from core.speech.ports import Hints, Samples, Transcript
from core.speech.whisper.engine import WhisperEngine
from core.speech.whisper.features import SAMPLE_RATE
from core.speech.whisper.reader import Engine, Reading, joined, read
from core.speech.whisper.script import as_written
from core.speech.whisper.windows import pieces
from core.text import Language

_REMEMBERED = 32
"""Pieces: a quarter of an hour of one utterance."""


class WhisperRecognizer:
    """Recognizer. ``draft`` takes the short window; ``final`` looks again, through all of 30 s, where
    the model was unsure, and otherwise keeps what the draft of the same sound has read.

    folder: a model in CTranslate2's form with ``tokenizer.json``. executor: best of one thread.
    Opens the model there at the first use, or in ``warm_up``.
    """

    def __init__(
        self, folder: Path, executor: Executor, *, threads: int = 2, engine: Engine | None = None
    ) -> None:
        self._folder = folder
        self._executor = executor
        self._threads = threads
        self._engine = engine
        self._alone = threading.Lock()
        self._readings: OrderedDict[bytes, Reading] = OrderedDict()

    async def warm_up(self) -> None:
        """Open the model and run every part once. Raises Unavailable, Corrupt when it cannot be opened."""
        hiss = np.random.default_rng(0).integers(-400, 400, SAMPLE_RATE, dtype=np.int16)
        await self.final(hiss, Hints(language="zh"))

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        """Quick: a short window."""
        return await self._transcribe(audio, hints, careful=False)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        """Careful. The utterance is over: what was remembered of it is forgotten."""
        return await self._transcribe(audio, hints, careful=True)

    async def _transcribe(self, audio: Samples, hints: Hints, *, careful: bool) -> Transcript:
        abandoned = threading.Event()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._executor, self._read_all, audio.copy(), hints, careful, abandoned
            )
        finally:
            # When the one who asked was cancelled, the thread stops at its next step.
            abandoned.set()

    def _read_all(
        self, audio: Samples, hints: Hints, careful: bool, abandoned: threading.Event
    ) -> Transcript:
        with self._alone:
            engine = self._opened()
            readings: list[Reading] = []
            language = hints.language
            spans = pieces(audio)
            for start, end in spans:
                # Pieces before the last are whole for good: read once, with care, however often drafted.
                settled = careful or end < len(audio)
                reading = self._remembered(
                    engine, audio[start:end], replace(hints, language=language), settled, abandoned
                )
                readings.append(reading)
                language = reading.language if reading.text else language
            if careful:
                self._readings.clear()
            return _transcript([r for r in readings if r.text], hints.language or "zh")

    def _remembered(
        self, engine: Engine, samples: Samples, hints: Hints, careful: bool, abandoned: threading.Event
    ) -> Reading:
        key = hashlib.blake2b(samples.tobytes() + repr(hints).encode(), digest_size=16).digest()
        known = self._readings.get(key)
        if known is not None and not (careful and known.doubtful):
            return known
        reading = read(engine, samples, hints, careful=careful, abandoned=abandoned.is_set)
        self._readings[key] = reading
        while len(self._readings) > _REMEMBERED:
            self._readings.popitem(last=False)
        return reading

    def _opened(self) -> Engine:
        if self._engine is None:
            with loading(self._folder.name):
                self._engine = WhisperEngine(self._folder, self._threads)
        return self._engine


def _transcript(readings: list[Reading], default: Language) -> Transcript:
    whole = joined(readings, default)
    if not whole.text:
        return Transcript("", whole.language, 0.0)
    text = as_written(whole.text) if whole.language == "zh" else whole.text
    return Transcript(text, whole.language, min(1.0, math.exp(whole.average)))
