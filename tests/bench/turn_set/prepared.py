"""Kokoro's sentences, made beforehand: for measurements in which making them is not what is measured."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Iterable

import msgspec
import numpy as np

from app.speech import Speech
from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Samples
from core.audio.resample import resample
from core.speech.kokoro.voice import KokoroVoice
from core.speech.ports import Mark, SpokenChunk, Style, Voice
from tests.bench.report import FOLDER
from tests.bench.turn_set.ledger import code


def kokoro(speech: Speech) -> KokoroVoice:
    """The voice of this machine, which is the one that is measured."""
    assert isinstance(speech.voice, KokoroVoice), "no other was chosen"
    return speech.voice


class PreparedVoice:
    """A Voice that knows some texts and says nothing else; its chunks are the real one's."""

    def __init__(self, chunks: dict[str, list[SpokenChunk]]) -> None:
        self.chunks = chunks

    async def speak(self, text: str, style: Style) -> AsyncGenerator[SpokenChunk, None]:
        for chunk in self.chunks.get(text, ()):
            await asyncio.sleep(0)
            yield chunk

    def sound(self, text: str) -> Samples:
        """All of a text at 16 kHz, int16."""
        return resample(np.concatenate([one.pcm for one in self.chunks[text]]), OUTPUT_RATE, INPUT_RATE)


async def prepare(voice: Voice, texts: Iterable[str], style: Style | None = None) -> PreparedVoice:
    return PreparedVoice(
        {text: [chunk async for chunk in voice.speak(text, style or Style())] for text in texts}
    )


async def prepared_before(voice: Voice, texts: Iterable[str]) -> PreparedVoice:
    """The same, remembered under build/bench as long as the code is the same."""
    return PreparedVoice({text: await _remembered(voice, text) for text in texts})


async def _remembered(voice: Voice, text: str) -> list[SpokenChunk]:
    path = FOLDER / "turn_set" / f"{hashlib.sha256(f'{text}|{code()}'.encode()).hexdigest()[:16]}.msgpack"
    if not path.exists():
        chunks = (await prepare(voice, [text])).chunks[text]
        told = [
            (
                one.pcm.tobytes(),
                one.start,
                one.end,
                [(m.sample, m.characters) for m in one.marks],
                one.measured,
            )
            for one in chunks
        ]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.msgpack.encode(told))
    return [
        SpokenChunk(
            np.frombuffer(pcm, np.int16), start, end, tuple(Mark(*mark) for mark in marks), measured=measured
        )
        for pcm, start, end, marks, measured in msgspec.msgpack.decode(path.read_bytes())
    ]
