"""The report: every figure of what the ledger knows, as a table, as JSON and as a plot."""

from __future__ import annotations

import os

from core.audio.frames import INPUT_RATE
from core.text import Language
from core.turn.policies.patience import PROFILES
from tests.bench.report import FOLDER, Figure, machine, percentile, publish, table
from tests.bench.speech_set import LANGUAGES
from tests.bench.turn_set import answering, deciding, echo, heard, memory, reactions
from tests.bench.turn_set.answering import of_json
from tests.bench.turn_set.deciding import PIPECAT, Curves, Heard
from tests.bench.turn_set.evidence import of_json as evidence_of
from tests.bench.turn_set.ledger import Ledger
from tests.bench.turn_set.measuring import Bench
from tests.bench.turn_set.plot import draw
from tests.bench.turn_set.remarks import HEARD_OUT
from tests.bench.turn_set.swept import Played, off_by

TOO_BUSY = 2.0 * (os.cpu_count() or 1)
"""Processes: what one system keeps busy by itself, twice."""

Told = tuple[list[Figure], list[str]]


def tell(bench: Bench, ledger: Ledger, name: str, *, whole: bool) -> None:
    """Print it, and write ``build/bench/NAME.{json,md,png}``."""
    figures, notes = [], _about(bench, ledger)
    drawn: dict[Language, Curves] = {}
    for part in (
        _cutoffs(bench, ledger, drawn),
        _answers(bench, ledger),
        _remarks(bench, ledger),
        echo.figures_of(ledger.of("echo")),
        heard.figures_of(ledger.of("heard")),
        memory.figures_of(ledger.of("memory")),
    ):
        figures += part[0]
        notes += part[1]
    title = heading(bench, whole=whole)
    notes = [*verdicts(figures), *notes]
    publish(name, figures, notes=[f"**{title}.**", *notes])
    picture = f"![cut-offs against latency]({name}.png)\n\n" if drawn else ""
    text = f"# {title}\n\n{machine()}\n\n{picture}{table(figures)}\n\n" + "\n".join(notes) + "\n"
    (FOLDER / f"{name}.md").write_text(text, "utf-8")
    if drawn:
        draw(drawn, title, FOLDER / f"{name}.png")


def heading(bench: Bench, *, whole: bool) -> str:
    """How much of it nobody said."""
    clips = list(bench.clips.values())
    recorded = sum(clip.recorded for clip in clips)
    share = 100 * (len(clips) - recorded) / len(clips)
    return (
        f"Turn-taking: {share:.0f} % of {len(clips)} clips and all remarks are synthetic speech (Kokoro), {recorded} clips "
        f"are recordings of people, told apart{'' if whole else '; INCOMPLETE'}"
    )


def verdicts(figures: list[Figure]) -> list[str]:
    """Each target, reached or missed."""
    judged = [one for one in figures if one.met is not None]
    lines = []
    for one in judged:
        target = one.target or 0.0
        # Every bound on a ratio is between nothing and one here; the others are per cents and counts.
        by_ratio = one.ratio is not None and 0.0 < target <= 1.0
        told = f"{one.ratio:.2f} × the best of the others" if by_ratio else f"{one.ours:g} {one.unit}".strip()
        lines.append(f"- {'reached' if one.met else 'MISSED'}: {one.metric}: {told} (≤ {target:g}).")
    reached = sum(one.met is True for one in judged)
    return [f"Targets: {reached} of {len(judged)} reached.", *lines] if judged else []


def _about(bench: Bench, ledger: Ledger) -> list[str]:
    clips = list(bench.clips.values())
    familiar = sum(clip.source == "turns.tsv" for clip in clips)
    seconds = sum(len(clip.pcm) for clip in clips) / INPUT_RATE
    over = sum(len(one.pcm) / INPUT_RATE + HEARD_OUT for one in bench.remarks.values())
    lines = [
        f"{len(clips)} clips with {sum(len(clip.pauses) for clip in clips)} pauses inside, {seconds / 60:.1f} min, and "
        f"{len(bench.remarks)} remarks, {over / 60:.1f} min: what each system hears. {familiar} clips say sentences of "
        "turns.tsv, which the classifier's makers could read.",
    ]
    if ledger.loads:
        busy = max(ledger.loads)
        lines.append(
            f"Load of the machine while it was measured: p50 {percentile(ledger.loads, 0.5):g}, at most {busy:g}"
            + (": TOO BUSY, sound came late and the figures say little." if busy > TOO_BUSY else ".")
        )
    if not ledger.of("pipecat"):
        lines.append(f"{PIPECAT} is not in the figures of clips: see tests/bench/turn_set/rival.py.")
    return lines


def _played(bench: Bench, ledger: Ledger, part: str) -> list[Played]:
    return [
        of_json(bench.clips[unit], found) for unit, found in ledger.of(part).items() if unit in bench.clips
    ]


def _cutoffs(bench: Bench, ledger: Ledger, drawn: dict[Language, Curves]) -> Told:
    found = [evidence_of(bench.clips[unit], one) for unit, one in ledger.of("evidence").items()]
    theirs = _played(bench, ledger, "pipecat")
    if not found:
        return [], []
    figures: list[Figure] = []
    notes: list[str] = []
    for language in LANGUAGES:
        beside = [one for one in theirs if one.clip.language == language and not one.clip.recorded]
        spoken = [one for one in found if one.clip.language == language and not one.clip.recorded]
        if theirs:
            known = {id(one.clip) for one in beside}
            spoken = [one for one in spoken if id(one.clip) in known]
            known = {id(one.clip) for one in spoken}
            beside = [one for one in beside if id(one.clip) in known]
        if not spoken:
            continue
        heard_both = Heard(language, tuple(spoken), tuple(beside))
        for words in (True, False):
            systems = deciding.curves(heard_both, words=words)
            more, why = deciding.bounded(heard_both, systems, words=words)
            figures += more
            notes += why
            if words:
                drawn[language] = systems
        if beside:
            drawn[language] = drawn[language] | {"Pipecat, its defaults": [deciding.as_seen(beside)]}
        figures += deciding.as_they_are(heard_both)
    people, told = deciding.recordings(found, theirs)
    if theirs:
        other, mean = off_by(theirs)
        notes.append(
            f"Pipecat's curve is worked out, not played: at its defaults the model has another number of ends on {other} of "
            f"{len(theirs)} clips, and is {mean:.2f} s off on the others."
        )
    return figures + people, notes + told


def _answers(bench: Bench, ledger: Ledger) -> Told:
    theirs = [one for one in _played(bench, ledger, "pipecat") if not one.clip.recorded]
    mine = {name: _played(bench, ledger, name) for name in PROFILES}
    if not any(mine.values()):
        return [], []
    figures: list[Figure] = []
    for language in LANGUAGES:
        of = {name: [one for one in played if one.clip.language == language] for name, played in mine.items()}
        beside = [one for one in theirs if one.clip.language == language]
        figures += answering.first_sounds(language, of, beside)
        figures += answering.asked_again(language, of, beside)
        for name in PROFILES:
            late = {
                unit: found
                for unit, found in ledger.of(f"late {name}").items()
                if bench.clips[unit].language == language
            }
            figures += answering.hidden(language, name, answering.pairs(ledger.of(name), late, bench.clips))
    return figures + answering.processor(mine, theirs), []


def _remarks(bench: Bench, ledger: Ledger) -> Told:
    mine, theirs = (
        [
            one
            for kind in ("murmur", "interruption")
            for one in reactions.of_json(bench.remarks, ledger.of(prefix + kind))
        ]
        for prefix in ("", "pipecat ")
    )
    both = reactions.shared(mine, theirs)
    return reactions.figures_of(both), reactions.notes_of(both)
