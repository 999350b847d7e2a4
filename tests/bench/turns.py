"""When a turn is taken to be over: ours, a pause alone, Smart Turn alone, and Pipecat, on the same sound.

The set is mostly synthetic speech: whole sentences by several Kokoro voices, opened at word boundaries for
pauses of 0.3 to 2.2 s, at several speeds, in a quiet, a noisy and an echoing room; recordings of people are a
part of their own. See ``turn_set`` for how it is made and what is charged.

* *cut-offs*: the share of pauses inside turns that were taken for the end;
* *latency*: seconds from the true end of speech to the decision (ours and Pipecat's: to the commit, final text
  included; the others': to the decision alone, which flatters them), on average over the turns;
* *false cut-offs at 300 ms* and *latency at 5 % cut-offs*: the best setting of each system within that bound,
  found on this very set: floor and ceiling for ours, threshold and longest pause for Smart Turn, the
  length for a pause alone. Pipecat has one setting, its defaults;
* *asked more than once*: turns whose words reached the model in pieces, after the speech was over: a decision
  that did not wait for the text is quick and answers half of it;
* *over an answer*: what murmurs and interruptions do to an answer that is sounding (see ``turn_set.remarks``).

Whatever is compared with Pipecat is of the clips that Pipecat was in time to play. ``--quick`` plays three clips a
language and two remarks of a kind; otherwise 30 and eight, for at most 12 minutes a system, in real time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

from app.speech import Speech
from core.speech.silero import SileroVad
from core.text import Language
from core.turn.models import Listener
from core.turn.policies.patience import PROFILES
from tests.bench.report import FOLDER, Figure, figure, machine, percentile, publish, quick, table
from tests.bench.speech_set import models_or_leave
from tests.bench.turn_set import own, rival
from tests.bench.turn_set.clips import Clip, clips
from tests.bench.turn_set.decide import (
    Point,
    judge,
    least_cut,
    ours,
    pause_only,
    quickest,
    smart_turn,
)
from tests.bench.turn_set.evidence import Evidence, listen
from tests.bench.turn_set.plot import draw
from tests.bench.turn_set.reactions import figures_of, notes_of
from tests.bench.turn_set.reactions import measure as reactions_to
from tests.bench.turn_set.rival import Played

SECONDS = 720.0
"""A system's share of real time, half of it for turns and half for what is said over answers."""
QUICKLY = 45.0
_WAITS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 3.0)
_THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
_FLOORS = (0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1.2, 1.6)
PAUSE, SMART_TURN, PIPECAT = "pause only", "Smart Turn", "Pipecat"

Curves = dict[str, list[Point]]


def curves(found: Sequence[Evidence]) -> Curves:
    """Every setting of every system that can be set, on these clips."""

    def points(settings: Iterable[tuple[str, object]]) -> list[Point]:
        return [
            judge(name, [(one.clip, decide(one)) for one in found])  # type: ignore[operator]
            for name, decide in settings
        ]

    return {
        "ours": points(
            (f"floor {floor:g} s, ceiling {ceiling:g} s", ours(floor, ceiling))
            for floor, ceiling in product(_FLOORS, _WAITS)
            if floor <= ceiling
        ),
        PAUSE: points((f"{wait:g} s", pause_only(wait)) for wait in _WAITS),
        SMART_TURN: points(
            (f"over {threshold:g}, else {wait:g} s", smart_turn(threshold, wait))
            for threshold, wait in product(_THRESHOLDS, _WAITS)
        ),
    }


def bounded(language: Language, of: Curves, pipecat: Point | None) -> tuple[list[Figure], list[str]]:
    """The two figures every system is set for."""
    figures, notes = [], []
    systems = of | ({PIPECAT: [pipecat]} if pipecat else {})
    at_latency = {name: least_cut(points, 0.3) for name, points in systems.items()}
    at_cuts = {name: quickest(points, 0.05) for name, points in systems.items()}
    for what, best in (("false cut-offs at 300 ms", at_latency), ("latency at 5 % cut-offs", at_cuts)):
        reached = {name: point for name, point in best.items() if point is not None}
        unable = [name for name in best if name not in reached]
        notes += [f"- {what}, {language}: {name} has no setting within that bound." for name in unable]
        if "ours" not in reached:
            continue
        share = best is at_latency
        values = {name: 100 * point.cut if share else point.mean for name, point in reached.items()}
        rivals = dict(sorted(((k, v) for k, v in values.items() if k != "ours"), key=lambda pair: pair[1]))
        figures.append(
            figure(f"{what}, {language}", "%" if share else "s", values["ours"], rivals,
                   target=None if share else 0.6)
        )  # fmt: skip
        notes += [f"- {what}, {language}, {name}: {point.setting}." for name, point in reached.items()]
    return figures, notes


def as_they_are(language: Language, found: Sequence[Evidence], pipecat: Sequence[Played]) -> list[Figure]:
    """Our two profiles, and Pipecat's defaults."""
    beside = judge(PIPECAT, [(one.clip, list(one.ends)) for one in pipecat]) if pipecat else None
    figures = []
    for name, profile in PROFILES.items():
        decide = ours(profile.floor, profile.ceiling)
        point = judge(name, [(one.clip, decide(one)) for one in found])
        rivals = {PIPECAT: beside} if beside else {}
        figures += [
            figure(f"cut-offs, {name} profile, {language}", "%", 100 * point.cut,
                   {key: 100 * value.cut for key, value in rivals.items()},
                   target=2.0 if name == "elder" else None, bounds="ours"),
            figure(f"end of speech to end of turn, {name} profile, {language}, mean", "s", point.mean,
                   {key: value.mean for key, value in rivals.items()}),
            figure(f"end of speech to end of turn, {name} profile, {language}, p50", "s", point.median,
                   {key: value.median for key, value in rivals.items()}),
        ]  # fmt: skip
    return figures


def asked_again(language: Language, mine: dict[str, list[Played]], pipecat: Sequence[Played]) -> list[Figure]:
    """How many turns reached the model in more than one piece after the speech was over."""

    def share(played: Sequence[Played]) -> float:
        several = [sum(at > one.clip.ends for at in one.asked) > 1 for one in played]
        return 100 * sum(several) / len(several)

    beside = {PIPECAT: share(pipecat)} if pipecat else {}
    return [
        figure(f"asked more than once, {name} profile, {language}", "%", share(played), beside)
        for name, played in mine.items()
        if played
    ]


def first_sounds(
    language: Language, mine: dict[str, list[Played]], pipecat: Sequence[Played]
) -> list[Figure]:
    """From the true end to the first audible sample of the answer, in the whole engine."""
    figures = []
    theirs = [one.first_audio for one in pipecat if one.first_audio is not None]
    for name, played in mine.items():
        heard = [one.first_audio for one in played if one.first_audio is not None]
        if heard:
            figures.append(
                figure(f"speech end to first audio, {name} profile, {language}, p50", "s",
                       percentile(heard, 0.5), {PIPECAT: percentile(theirs, 0.5)} if theirs else {},
                       target=0.45 if theirs else None)
            )  # fmt: skip
    return figures


def shared(played: dict[str, list[Played]], pipecat: Sequence[Played]) -> dict[str, list[Played]]:
    """Only clips that everyone has played."""
    if not pipecat:
        return played
    return {
        name: [one for one in those if any(one.clip is other.clip for other in pipecat)]
        for name, those in played.items()
    }


async def hear_all(
    speech: Speech, everything: Sequence[Clip], limit: float
) -> tuple[list[Evidence], dict[str, list[Played]]]:
    """The evidence on every clip; and our engine's answers, as far as its time goes."""
    listener = Listener(SileroVad(), speech.recognizer, speech.end_of_turn)
    found = [await listen(clip, listener) for clip in everything]
    loop = asyncio.get_running_loop()
    played: dict[str, list[Played]] = {}
    for name in PROFILES:
        over = loop.time() + limit / len(PROFILES)
        played[name] = []
        for clip in everything:
            if loop.time() > over:
                break
            played[name].append(await own.play(clip, speech, name))
    return found, played


async def main(count: int, over: int, limit: float) -> tuple[list[Figure], list[str], dict[Language, Curves]]:
    folder: Path = models_or_leave("turns")
    languages: tuple[Language, ...] = ("zh", "en")
    everything = _in_turn([await clips(folder, language, count) for language in languages])
    async with Speech(folder) as speech:
        found, played = await hear_all(speech, everything, limit)
        theirs = await asyncio.to_thread(rival.play, everything, folder, limit) if rival.installed() else []
        reactions = await reactions_to(speech, folder, over, limit)
    figures: list[Figure] = []
    notes = _about(everything, theirs)
    drawn: dict[Language, Curves] = {}
    for language in languages:
        beside = [one for one in theirs if one.clip.language == language and not one.clip.recorded]
        spoken = [one for one in found if one.clip.language == language and not one.clip.recorded]
        if theirs:
            spoken = [one for one in spoken if any(one.clip is other.clip for other in beside)]
        mine = {
            name: [one for one in those if one.clip.language == language and not one.clip.recorded]
            for name, those in shared(played, theirs).items()
        }
        drawn[language] = curves(spoken)
        point = judge("its defaults", [(one.clip, list(one.ends)) for one in beside]) if beside else None
        more, why = bounded(language, drawn[language], point)
        figures += [*more, *as_they_are(language, spoken, beside), *asked_again(language, mine, beside)]
        figures += first_sounds(language, mine, beside)
        notes += why
        if point:
            drawn[language] |= {PIPECAT: [point]}
    figures += figures_of(reactions)
    notes += [*_recordings(found, theirs), *notes_of(reactions)]
    return figures, notes, drawn


def _in_turn(languages: Sequence[list[Clip]]) -> list[Clip]:
    """The languages by turns, so that a limit of time falls on both."""
    longest = max(len(one) for one in languages)
    return [one[number] for number in range(longest) for one in languages if number < len(one)]


def _about(everything: Sequence[Clip], theirs: Sequence[Played]) -> list[str]:
    recorded = sum(clip.recorded for clip in everything)
    familiar = sum(clip.source == "turns.tsv" for clip in everything)
    pauses = sum(len(clip.pauses) for clip in everything)
    return [
        f"{len(everything)} clips with {pauses} pauses inside, {recorded} of them recordings of people, which are in "
        f"no figure above but told below; {familiar} say sentences of turns.tsv, which the classifier's makers "
        "could read.",
        f"{PIPECAT}: {len(theirs)} clips played."
        if theirs
        else f"{PIPECAT} is not in this table: there is no build/pipecat (see tests/bench/turn_set/rival.py).",
        "Not measured here: self-interruption by echo, heard-prefix error, CPU per second of audio (see "
        "engine.py), growth over an hour.",
    ]


def _recordings(found: Sequence[Evidence], theirs: Sequence[Played]) -> list[str]:
    lines = []
    for one in found:
        if one.clip.recorded:
            ways = {name: ours(profile.floor, profile.ceiling)(one) for name, profile in PROFILES.items()}
            beside = [list(other.ends) for other in theirs if other.clip is one.clip]
            ways |= {PIPECAT: beside[0]} if beside else {}
            told = "; ".join(f"{name} {_ended(one.clip, ends)}" for name, ends in ways.items())
            lines.append(f"- recording {one.clip.by}, {len(one.clip.pauses)} pauses: {told}.")
    return lines


def _ended(clip: Clip, ends: list[float]) -> str:
    point = judge("", [(clip, ends)])
    return f"cut {round(point.cut * point.pauses)}, ended after {point.mean:.2f} s"


def save(figures: Sequence[Figure], notes: Sequence[str], title: str) -> None:
    """The same table as Markdown, beside the JSON."""
    path = FOLDER / "turns.md"
    text = [
        f"# {title}",
        machine(),
        "![cut-offs against latency](turns.png)",
        table(figures),
        "\n".join(notes),
    ]
    path.write_text("\n\n".join(text) + "\n", "utf-8")


if __name__ == "__main__":
    short = quick(__doc__)
    measured, of, settings = asyncio.run(
        main(3 if short else 30, 2 if short else 8, QUICKLY if short else SECONDS / 2)
    )
    heading = "When a turn is over: all figures on synthetic speech (Kokoro), recordings told apart"
    publish("turns", measured, notes=[f"**{heading}.**", *of])
    save(measured, of, heading)
    draw(settings, heading)
