"""What speaking over an answer does, to ours and to Pipecat: the figures."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from app.speech import Speech
from core.speech.ports import Style
from tests.bench.report import Figure, figure, percentile
from tests.bench.turn_set import rival
from tests.bench.turn_set.clips import VOICES
from tests.bench.turn_set.remarks import ANSWERS, QUESTIONS, Reaction, react, remarks

PIPECAT = "Pipecat"
RAMP = 0.01
"""Seconds from the command to duck until the output is 12 dB down."""


@dataclass(frozen=True, slots=True)
class Reactions:
    """ours and theirs: the remarks that each was in time for."""

    ours: tuple[Reaction, ...]
    theirs: tuple[Reaction, ...]


async def measure(speech: Speech, models: Path, count: int, limit: float) -> Reactions:
    """``count`` remarks of each kind and language, or as many as ``limit`` seconds a system allow."""
    questions = {
        language: await speech.synthesise(text, Style(voices=((language, VOICES[language][0]),)))
        for language, text in QUESTIONS.items()
    }
    kinds = [await remarks(speech, language, count) for language in QUESTIONS]
    said = [one for turn in zip_longest(*kinds) for one in turn if one is not None]
    loop = asyncio.get_running_loop()
    over, mine = loop.time() + limit, []
    for one in said:
        if loop.time() > over:
            break
        mine.append(await react(one, questions[one.language], speech))
    theirs: list[Reaction] = []
    if rival.installed():
        spoken = [(one.language, one.pcm) for one in said]
        found = await asyncio.to_thread(rival.interrupt, spoken, questions, ANSWERS, models, limit)
        theirs = [Reaction(said[one.number], one.silence, None, one.stopped) for one in found]
    return Reactions(tuple(one for one in mine if one is not None), tuple(theirs))


def figures_of(reactions: Reactions) -> list[Figure]:
    """Both languages together: each alone would be a handful."""
    figures = []
    for kind, stopped, what, target in (
        ("murmur", True, "murmurs that stopped the answer", 5.0),
        ("interruption", False, "interruptions that did not stop the answer", 2.0),
    ):
        mine = _share(reactions.ours, kind, stopped=stopped)
        if mine is None:
            continue
        theirs = _share(reactions.theirs, kind, stopped=stopped)
        beside = {} if theirs is None else {PIPECAT: theirs}
        figures.append(figure(what, "%", mine, beside, target=target, bounds="ours"))
    silences = _silences(reactions.ours)
    beside = {PIPECAT: percentile(theirs, 0.95)} if (theirs := _silences(reactions.theirs)) else {}
    if silences:
        figures.append(
            figure("interruption to silence, p95", "s", percentile(silences, 0.95), beside,
                   target=1.0 if beside else None)
        )  # fmt: skip
    ducks = [one.ducked + RAMP for one in reactions.ours if one.ducked is not None]
    if ducks:
        figures.append(
            figure("a voice to the duck, p95 (Pipecat: to silence)", "s", percentile(ducks, 0.95), beside,
                   target=0.5 if beside else None)
        )  # fmt: skip
    return figures


def notes_of(reactions: Reactions) -> list[str]:
    """Every remark that did what it should not."""
    counts = f"Over an answer: {len(reactions.ours)} remarks to ours, {len(reactions.theirs)} to {PIPECAT}."
    wrong = [
        f"- {name}: {one.remark.text!r} {'stopped' if one.stopped else 'did not stop'} the answer."
        for name, those in (("ours", reactions.ours), (PIPECAT, reactions.theirs))
        for one in those
        if one.stopped is (one.remark.kind == "murmur")
    ]
    return [counts, *wrong]


def _share(reactions: Sequence[Reaction], kind: str, *, stopped: bool) -> float | None:
    of = [one for one in reactions if one.remark.kind == kind]
    return 100 * sum(one.stopped is stopped for one in of) / len(of) if of else None


def _silences(reactions: Sequence[Reaction]) -> list[float]:
    return [
        one.silence
        for one in reactions
        if one.remark.kind == "interruption" and one.stopped and one.silence is not None
    ]
