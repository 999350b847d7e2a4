"""When a turn is taken to be over: every system at every setting, on the same clips. The figures.

* *false cut-offs at 300 ms*: the least share of pauses that any setting of a system cuts off while it decides
  within 0.3 s of the true end on average; *latency at 5 % cut-offs*: the least mean latency of any setting that cuts
  off no more. The best settings are found on this very set, for everybody (eot-bench's two measures). Ours:
  floor and ceiling of patience; a pause alone: its length; Smart Turn: threshold and longest pause; Pipecat: what
  ``turn_set.swept`` says, its defaults as they were seen among them.
* Both are given for the bare *decision* and *with the words*, the final text at hand. Nobody can be
  answered before the second.
* *cut-offs* and *end of speech to end of turn*: our two profiles and Pipecat, as they come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from core.text import Language
from core.turn.policies.patience import PROFILES
from tests.bench.report import Figure, figure
from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.decide import (
    Decide,
    Point,
    judge,
    least_cut,
    ours,
    pause_only,
    quickest,
    smart_turn,
)
from tests.bench.turn_set.evidence import Evidence
from tests.bench.turn_set.swept import Played, curve

OURS, PAUSE, SMART_TURN, PIPECAT, SWEPT = "ours", "pause only", "Smart Turn", "Pipecat", "Pipecat, swept"
LATENCY, CUT = 0.3, 0.05
_WAITS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 3.0)
_THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)

Curves = dict[str, list[Point]]


@dataclass(frozen=True, slots=True)
class Heard:
    """One language's synthetic clips: what our ears made of them, and what Pipecat did."""

    language: Language
    found: tuple[Evidence, ...]
    pipecat: tuple[Played, ...]


def curves(heard: Heard, *, words: bool) -> Curves:
    """Every setting of every system that can be set."""

    def points(settings: Iterable[tuple[str, Decide]]) -> list[Point]:
        return [judge(name, [(one.clip, decide(one)) for one in heard.found]) for name, decide in settings]

    systems = {
        OURS: points(
            (f"floor {floor:g} s, ceiling {ceiling:g} s", ours(floor, ceiling, words=words))
            for floor, ceiling in product(_WAITS, _WAITS)
            if floor <= ceiling
        ),
        PAUSE: points((f"{wait:g} s", pause_only(wait, words=words)) for wait in _WAITS),
        SMART_TURN: points(
            (f"over {threshold:g}, else {wait:g} s", smart_turn(threshold, wait, words=words))
            for threshold, wait in product(_THRESHOLDS, _WAITS)
        ),
    }
    if heard.pipecat:
        systems[SWEPT] = curve(heard.pipecat, words=words) + ([as_seen(heard.pipecat)] if words else [])
    return systems


def as_seen(pipecat: Sequence[Played]) -> Point:
    return judge("its defaults, as seen", [(one.clip, list(one.ends)) for one in pipecat])


def bounded(heard: Heard, systems: Curves, *, words: bool) -> tuple[list[Figure], list[str]]:
    """The two figures every system is set for; ours against the best of the others."""
    figures, notes = [], []
    moment = "with the words" if words else "the decision"
    for what, share, best in (
        (
            "false cut-offs at 300 ms",
            True,
            {name: least_cut(points, LATENCY) for name, points in systems.items()},
        ),
        ("latency at 5 % cut-offs", False, {name: quickest(points, CUT) for name, points in systems.items()}),
    ):
        label = f"{what}, {moment}, {heard.language}"
        reached = {name: point for name, point in best.items() if point is not None}
        notes += [
            f"- {label}: {name} has no setting within that bound." for name in best if name not in reached
        ]
        notes += [
            f"- {label}, {name}: {point.setting} ({100 * point.cut:.1f} % of {point.pauses}, {point.mean:.2f} s)."
            for name, point in reached.items()
        ]
        if OURS not in reached:
            continue
        values = {name: 100 * point.cut if share else point.mean for name, point in reached.items()}
        mine = values.pop(OURS)
        rivals = dict(sorted(values.items(), key=lambda pair: pair[1]))
        target = None if share or not rivals else 0.6
        figures.append(figure(label, "%" if share else "s", mine, rivals, target=target))
    return figures, notes


def as_they_are(heard: Heard) -> list[Figure]:
    """Our two profiles, and Pipecat's defaults."""
    beside = {PIPECAT: as_seen(heard.pipecat)} if heard.pipecat else {}
    figures = []
    for name, profile in PROFILES.items():
        decide = ours(profile.floor, profile.ceiling)
        point = judge(name, [(one.clip, decide(one)) for one in heard.found])
        label = f"{name} profile, {heard.language}"
        figures += [
            figure(f"cut-offs, {label} (of {point.pauses})", "%", 100 * point.cut,
                   {key: 100 * value.cut for key, value in beside.items()},
                   target=2.0 if name == "elder" else None, bounds="ours"),
            figure(f"end of speech to end of turn, {label}, mean", "s", point.mean,
                   {key: value.mean for key, value in beside.items()}),
            figure(f"end of speech to end of turn, {label}, p50", "s", point.median,
                   {key: value.median for key, value in beside.items()}),
        ]  # fmt: skip
    return figures


def recordings(found: Sequence[Evidence], pipecat: Sequence[Played]) -> tuple[list[Figure], list[str]]:
    """People, apart from everything above: as they are, clip by clip, and their cut-offs together."""
    figures, notes = [], []
    people = [one for one in found if one.clip.recorded]
    theirs = [one for one in pipecat if one.clip.recorded]
    for name, profile in PROFILES.items():
        decide = ours(profile.floor, profile.ceiling)
        if people:
            point = judge(name, [(one.clip, decide(one)) for one in people])
            seen = {PIPECAT: as_seen(theirs)} if theirs else {}
            figures.append(
                figure(f"recordings of people: cut-offs, {name} profile (of {point.pauses})", "%", 100 * point.cut,
                       {key: 100 * value.cut for key, value in seen.items()})
            )  # fmt: skip
    for one in people:
        ways = {name: ours(profile.floor, profile.ceiling)(one) for name, profile in PROFILES.items()}
        beside = [list(other.ends) for other in theirs if other.clip is one.clip]
        ways |= {PIPECAT: beside[0]} if beside else {}
        told = "; ".join(f"{name} {_ended(one.clip, ends)}" for name, ends in ways.items())
        notes.append(f"- recording {one.clip.by}, {len(one.clip.pauses)} pauses: {told}.")
    return figures, notes


def _ended(clip: Clip, ends: list[float]) -> str:
    point = judge("", [(clip, ends)])
    return f"cut {round(point.cut * point.pauses)}, ended after {point.mean:.2f} s"
