"""A stretch of an answer that comes as sound, with its text behind it: what a speech-to-speech model says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace

import numpy as np

from core.audio.frames import OUTPUT_RATE, Samples
from core.speech.ports import SpokenChunk
from core.text import is_cjk

_FRAME = OUTPUT_RATE // 100
_VOICED = 200
"""Loudness under which 10 ms of a model's speech are a pause; −44 dBFS."""
_HAN_A_SECOND = 3.5
_LETTERS_A_SECOND = 11.0
"""Slow speech. While the end is not known it is better to say less was heard than too much."""


class Sounding:
    """Fed by a responder, read by the engine, both on the core loop.

    text: as far as it is known. broken: it ended too soon. on_cut: told once, when it was not heard to its
    end and will not be, how many samples of it were: their copy must not say more than that.
    """

    def __init__(self, on_cut: Callable[[int], None] = lambda _: None) -> None:
        self.text = ""
        self.broken = False
        self.samples = 0
        self._on_cut: Callable[[int], None] | None = on_cut
        self._pieces: asyncio.Queue[Samples | None] = asyncio.Queue()

    def sound(self, pcm: Samples) -> None:
        """More of it: int16, mono, 24 kHz; must not change afterwards."""
        self.samples += len(pcm)
        self._pieces.put_nowait(pcm)

    def end(self, *, broken: bool = False) -> None:
        """No more sound and no more text will come."""
        self.broken = self.broken or broken
        self._pieces.put_nowait(None)

    def cut(self, samples: int) -> None:
        on_cut, self._on_cut = self._on_cut, None
        if on_cut is not None:
            on_cut(samples)

    async def chunks(self) -> AsyncIterator[SpokenChunk]:
        """The sound as it comes, its place in the text guessed from a slow speaker's pace."""
        reached, voiced = 0, 0
        while (pcm := await self._pieces.get()) is not None:
            voiced += voiced_samples(pcm)
            start, reached = reached, max(reached, _at_pace(self.text, voiced))
            yield SpokenChunk(pcm, start, reached)


def aligned(text: str, chunks: Sequence[SpokenChunk]) -> list[SpokenChunk]:
    """The same chunks with all of ``text`` spread over their voiced time; estimated, not measured."""
    weights = np.cumsum([0, *(voiced_samples(chunk.pcm) for chunk in chunks)])
    if not weights[-1]:
        weights = np.cumsum([0, *(len(chunk.pcm) for chunk in chunks)])
    total = max(1, int(weights[-1]))
    places = [int(weight) * len(text) // total for weight in weights]
    return [replace(chunk, start=places[index], end=places[index + 1]) for index, chunk in enumerate(chunks)]


def voiced_samples(pcm: Samples) -> int:
    """How many samples of it are in 10 ms frames that are louder than a pause."""
    frames = pcm[: len(pcm) // _FRAME * _FRAME].reshape(-1, _FRAME)
    rest = pcm[len(frames) * _FRAME :]
    loud = int(np.count_nonzero(np.abs(frames.astype(np.int32)).max(axis=1, initial=0) > _VOICED)) * _FRAME
    return loud + (len(rest) if len(rest) and int(np.abs(rest.astype(np.int32)).max()) > _VOICED else 0)


def _at_pace(text: str, voiced: int) -> int:
    """The characters of ``text`` that a slow speaker would have said by then."""
    left = voiced / OUTPUT_RATE
    for index, character in enumerate(text):
        left -= 1 / (_HAN_A_SECOND if is_cjk(character) else _LETTERS_A_SECOND)
        if left < 0:
            return index
    return len(text)
