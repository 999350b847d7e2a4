"""How far the heard prefix is from what had really sounded, by the recogniser's word timestamps.

Each sentence is spoken by Kokoro as for an answer, and stopped after every tenth of a second: once with
the voice's own durations (measured), once with its phonemes spread over voiced time, as for an export that
tells none (estimated), once with nothing but its clauses (clauses only). Then real stops: the whole engine says
it, is told to stop, and what was written down is compared with what its recorded output had come to. Characters
are letters and digits. The reference steps by 20 ms and errs by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from app.speech import Speech
from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Samples
from core.audio.resample import resample
from core.speech.kokoro.synthesis import Synthesis, Utterance
from core.speech.kokoro.voice import KokoroVoice
from core.speech.ports import SpokenChunk
from core.text import Language
from core.turn.spoken import heard
from tests.bench.report import Figure, figure, percentile
from tests.bench.turn_set.align import Aligner, Sounding
from tests.bench.turn_set.prepared import PreparedVoice, kokoro, prepare
from tests.bench.turn_set.rehearsal import rehearsal

EVERY = 0.1
STOPS = (0.35, 0.7)
"""Shares of a sentence after which the engine is told to stop, the one or the other."""
_WAYS = ("measured", "estimated", "clauses only")


class ToldNothing(Synthesis):
    """A synthesis as of an export of the network without durations."""

    def __init__(self, synthesis: Synthesis) -> None:
        self._of = synthesis

    @property
    def vocabulary(self) -> frozenset[str]:
        return self._of.vocabulary

    def load(self) -> None:
        self._of.load()

    def run(self, *asked: Any, **also: Any) -> Utterance | None:
        found = self._of.run(*asked, **also)
        return found and replace(found, durations=None)


async def measure(
    speech: Speech, aligner: Aligner, question: Samples, text: str, language: Language
) -> dict[str, Any]:
    """Errors in characters, by way; and of the engine's own stops."""
    spoken = (await prepare(speech.voice, [text])).chunks[text]
    ways = {
        "measured": spoken,
        "estimated": await _estimated(kokoro(speech), text),
        "clauses only": [replace(chunk, marks=(), measured=False) for chunk in spoken],
    }
    sound = PreparedVoice({text: spoken}).sound(text)
    sounding = aligner.align(sound, text, language)
    found: dict[str, Any] = {name: errors(text, chunks, sounding) for name, chunks in ways.items()}
    seconds = len(sound) / INPUT_RATE
    voice = PreparedVoice({text: spoken})
    share = STOPS[len(text) % len(STOPS)]
    found["engine"] = [await _stopped(speech, aligner, voice, question, text, language, share * seconds)]
    found["language"] = language
    return found


def errors(text: str, chunks: Sequence[SpokenChunk], sounding: Sequence[Sounding]) -> list[int]:
    """Of a stop after every tenth of a second."""
    total = sum(len(chunk.pcm) for chunk in chunks)
    step = round(EVERY * OUTPUT_RATE)
    found = []
    for samples in range(step, total, step):
        claimed = heard(text, chunks, samples, complete=True).characters
        found.append(abs(letters(text[:claimed]) - letters(text[: reached(sounding, samples / OUTPUT_RATE)])))
    return found


def reached(sounding: Sequence[Sounding], seconds: float) -> int:
    """The end of the last word that was over by then."""
    return max((word.end for word in sounding if word.ends <= seconds), default=0)


def letters(text: str) -> int:
    return sum(letter.isalnum() for letter in text)


async def _estimated(voice: KokoroVoice, text: str) -> list[SpokenChunk]:
    """The same sentence from the same network, with its durations withheld."""
    told = voice._synthesis
    voice._synthesis = ToldNothing(told)
    try:
        return (await prepare(voice, [text])).chunks[text]
    finally:
        voice._synthesis = told


async def _stopped(
    speech: Speech,
    aligner: Aligner,
    voice: PreparedVoice,
    question: Samples,
    text: str,
    language: Language,
    after: float,
) -> int | None:
    """The engine says it and is stopped. None when no answer came."""
    async with rehearsal(speech, voice, [text], [(0.5, question)]) as under_way:
        duplex, limit = under_way.duplex, 30.0
        await under_way.time.run(lambda: _begins(duplex.heard) is not None or duplex.now() > limit)
        begins = _begins(duplex.heard)
        if begins is None:
            return None
        await under_way.time.run(lambda: duplex.now() >= begins + after)
        under_way.engine.stop_speaking()
        await under_way.time.run(lambda: bool(under_way.recorder.heard) or duplex.now() > limit)
        output = duplex.heard[round(begins * OUTPUT_RATE) :]
        written = dict(under_way.recorder.heard).get(text, 0)
    last = np.flatnonzero(output)
    played = (int(last[-1]) + 1) / OUTPUT_RATE if len(last) else 0.0
    # The recogniser is shown the whole sentence: half of one is no text that it could be laid on.
    whole = voice.sound(text)
    said = resample(output, OUTPUT_RATE, INPUT_RATE)[: round(played * INPUT_RATE)]
    joined = np.concatenate([said, whole[len(said) :]])
    return abs(
        letters(text[:written]) - letters(text[: reached(aligner.align(joined, text, language), played)])
    )


def _begins(output: Samples) -> float | None:
    sounding = np.flatnonzero(output)
    return float(sounding[0]) / OUTPUT_RATE if len(sounding) else None


def figures_of(found: Mapping[str, Mapping[str, Any]]) -> tuple[list[Figure], list[str]]:
    figures: list[Figure] = []
    for language in ("zh", "en"):
        of = [one for one in found.values() if one["language"] == language]
        for way in _WAYS:
            off = [error for one in of for error in one[way]]
            if off:
                figures += [
                    figure(f"heard-prefix error, {way}, {language}, mean", "characters", sum(off) / len(off)),
                    figure(
                        f"heard-prefix error, {way}, {language}, p95", "characters", percentile(off, 0.95)
                    ),
                ]
        stops = [error for one in of for error in one["engine"] if error is not None]
        if stops:
            figures.append(
                figure(f"heard-prefix error, engine stopped, {language}, mean", "characters",
                       sum(stops) / len(stops))
            )  # fmt: skip
    if not found:
        return [], []
    places = sum(len(one["measured"]) for one in found.values())
    many = sum(len(one["engine"]) for one in found.values())
    return figures, [
        f"Heard prefix: {len(found)} sentences, {places} places, {many} stops of the whole engine, against Whisper's "
        "alignment of the recorded output (steps of 20 ms, itself off by up to a tenth of a second)."
    ]
