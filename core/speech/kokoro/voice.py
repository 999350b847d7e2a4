"""The ``Voice`` that speaks Chinese and English on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Executor
from typing import TypeVar

from core.speech.clauses import Clause, clauses, covering
from core.speech.kokoro import sound
from core.speech.kokoro.lexicon import american
from core.speech.kokoro.mandarin import mandarin
from core.speech.kokoro.marks import estimated_marks, measured_marks
from core.speech.kokoro.phonemes import Phonemes, Phonemizer
from core.speech.kokoro.reading import read
from core.speech.kokoro.synthesis import KokoroFiles, Stop, Synthesis
from core.speech.ports import SpokenChunk, Style
from core.text import Language

T = TypeVar("T")

DEFAULT_VOICES: dict[Language, str] = {"zh": "zf_xiaoxiao", "en": "af_heart"}
_SLOWEST, _FASTEST = 0.5, 2.0


class KokoroVoice:
    """Speaks through one executor of a single thread, which it does not own.

    files: where the model lies. threads: of arithmetic inside one synthesis; leave a core free.
    Closing the iterator of ``speak`` stops at once, in the middle of the piece in hand, so that the next
    answer need not wait for it. Errors: Unavailable and Corrupt, from ``warm_up`` or the first chunk.
    """

    def __init__(self, files: KokoroFiles, executor: Executor, threads: int = 1) -> None:
        self._executor = executor
        self._synthesis = Synthesis(files, threads)
        self._phonemizer: Phonemizer | None = None

    async def warm_up(self) -> None:
        """Load dictionaries and network and speak a syllable unheard, about 3 s, so that the first answer is
        as quick as the others."""
        await self._off_loop(self._warm)

    async def speak(self, text: str, style: Style) -> AsyncGenerator[SpokenChunk, None]:
        """See ``Voice.speak``. Marks are measured when the model tells its durations."""
        stop = Stop()
        try:
            spoken_to = 0
            for clause in await self._off_loop(self._pieces, text):
                for phonemes, end, pause in await self._off_loop(self._said, text, clause):
                    chunk = await self._off_loop(
                        self._chunk, phonemes, clause.language, style, (spoken_to, end), pause, stop
                    )
                    if chunk is not None:
                        spoken_to = chunk.end
                        yield chunk
        finally:
            stop.ask()

    def phonemes(self, text: str, clause: Clause) -> Phonemes:
        """What is given to the network for one clause of ``text``. Blocks on first use."""
        return self._prepare()(read(text, clause.start, clause.end, clause.language), clause.language)

    def _warm(self) -> None:
        self._prepare()
        self._synthesis.run("ni↓xau↓.", next(iter(DEFAULT_VOICES.values())), 1.0)

    def _prepare(self) -> Phonemizer:
        if self._phonemizer is None:
            self._phonemizer = Phonemizer(self._synthesis.vocabulary, american(), mandarin())
        return self._phonemizer

    def _pieces(self, text: str) -> list[Clause]:
        return covering(clauses(text, mandarin().words), text)

    def _said(self, text: str, clause: Clause) -> list[tuple[Phonemes, int, float]]:
        """The syntheses of one clause: phonemes, the text's end, the pause after."""
        parts = [part for part in self.phonemes(text, clause).split() if part.voiced()]
        said: list[tuple[Phonemes, int, float]] = []
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            said.append((part, clause.end if last else part.reach[-1], _pause(clause, last=last)))
        return said

    def _chunk(
        self,
        said: Phonemes,
        language: Language,
        style: Style,
        span: tuple[int, int],
        pause: float,
        stop: Stop,
    ) -> SpokenChunk | None:
        voice = dict(style.voices).get(language, DEFAULT_VOICES[language])
        speed = min(_FASTEST, max(_SLOWEST, style.speed))
        uttered = self._synthesis.run(said.symbols, voice, speed, stop)
        trimmed = None if uttered is None else sound.trim(uttered.wave, pause / speed)
        if uttered is None or trimmed is None:
            return None
        length = len(trimmed.pcm)
        if uttered.durations is not None and len(uttered.durations) == len(said.symbols) + 2:
            marks = measured_marks(uttered.durations, said.reach, trimmed.offset, length)
            return SpokenChunk(trimmed.pcm, *span, marks, measured=True)
        voiced = sound.voiced_frames(trimmed.pcm)
        return SpokenChunk(
            trimmed.pcm, *span, estimated_marks(said.symbols, voiced, said.reach, sound.HOP, length)
        )

    async def _off_loop(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, *arguments)


def _pause(clause: Clause, *, last: bool) -> float:
    if not last or clause.breath:
        return sound.BREATH_PAUSE
    return sound.SENTENCE_PAUSE if clause.ends_sentence else sound.CLAUSE_PAUSE
