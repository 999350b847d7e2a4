"""Recognition in a short window against Whisper as it is commonly run, padded to 30 s: time and errors.

The same model, tokens, beam and threads read the same sound; only the window differs. They take turns
on every utterance, who is first alternating; of three readings each the median counts. Seconds are
summed over the utterances of a row. Errors are insertions, deletions and substitutions of characters
against what was said, marks and case aside.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from app.scoring import distance, units
from app.speech import Speech
from core.speech.ports import Hints
from core.speech.whisper.engine import WhisperEngine
from core.speech.whisper.reader import Reading, read
from core.speech.whisper.script import as_written
from tests.bench.report import Figure, figure, percentile, publish, quick
from tests.bench.speech_set import LANGUAGES, PaddedEngine, Said, models_or_leave, speech_set

PADDED = "window of 30 s"
THREADS = 2


@dataclass(frozen=True, slots=True)
class Compared:
    """One utterance read both ways: seconds, and character errors."""

    said: Said
    seconds: tuple[float, float]
    errors: tuple[int, int]

    @property
    def characters(self) -> int:
        return len(_characters(self.said.text))


def compare(said: Said, engines: tuple[WhisperEngine, WhisperEngine], repeats: int) -> Compared:
    taken: tuple[list[float], list[float]] = ([], [])
    read_as = ["", ""]
    for turn in range(repeats):
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            began = time.perf_counter()
            reading = _drafted(engines[which], said)
            taken[which].append(time.perf_counter() - began)
            read_as[which] = as_written(reading.text) if reading.language == "zh" else reading.text
    wanted = _characters(said.text)
    short, padded = (distance(wanted, _characters(text)) for text in read_as)
    return Compared(said, (percentile(taken[0], 0.5), percentile(taken[1], 0.5)), (int(short), int(padded)))


def _drafted(engine: WhisperEngine, said: Said) -> Reading:
    return read(engine, said.pcm, Hints(), careful=False, abandoned=lambda: False)


def _characters(text: str) -> list[str]:
    return list("".join(units(text, "zh")))


def rows(found: Sequence[Compared]) -> list[Figure]:
    """Time and errors, by language and over everything."""
    figures = []
    groups = [
        *((language, [one for one in found if one.said.language == language]) for language in LANGUAGES),
        ("recordings of people only", [one for one in found if one.said.recorded]),
        ("all", list(found)),
    ]
    for name, group in groups:
        if not group:
            continue
        short, padded = (sum(one.seconds[which] for one in group) for which in (0, 1))
        target = None if name.startswith("recordings") else 0.3
        figures.append(
            figure(f"time to a draft, {name}", "s an utterance", short / len(group),
                   {PADDED: padded / len(group)}, target=target)
        )  # fmt: skip
        characters = sum(one.characters for one in group)
        wrong = [sum(one.errors[which] for one in group) for which in (0, 1)]
        figures.append(
            figure(f"character errors, {name}", "% of characters", 100 * wrong[0] / characters,
                   {PADDED: 100 * wrong[1] / characters})
        )  # fmt: skip
    return figures


async def main(count: int, repeats: int) -> tuple[list[Figure], list[str]]:
    folder = models_or_leave("recognition")
    async with Speech(folder) as speech:
        everything = await speech_set(speech, count)
    engines = (
        WhisperEngine(folder / "whisper-base", THREADS),
        PaddedEngine(folder / "whisper-base", THREADS),
    )
    for engine in engines:
        _drafted(engine, everything[0])
    found = [compare(said, engines, repeats) for said in everything]
    recorded = sum(said.recorded for said in everything)
    lengths = [said.seconds for said in everything]
    notes = [
        f"{len(everything)} utterances of {min(lengths):.1f} to {max(lengths):.1f} s: {recorded} recordings of "
        f"people, the others synthetic (Kokoro).",
        *(
            f"- {one.said.language} {one.said.seconds:.1f} s, {one.said.by}: {one.seconds[0]:.2f} s against "
            f"{one.seconds[1]:.2f} s ({one.seconds[0] / one.seconds[1]:.2f}), errors {one.errors[0]} and "
            f"{one.errors[1]} of {one.characters}"
            for one in found
        ),
    ]
    return rows(found), notes


if __name__ == "__main__":
    measured, of = asyncio.run(main(*((2, 1) if quick(__doc__) else (8, 3))))
    publish("recognition", measured, notes=of)
