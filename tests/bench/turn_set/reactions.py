"""What speaking over an answer does, to ours and to Pipecat: the figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.bench.report import Figure, figure, percentile
from tests.bench.turn_set.remarks import Reaction, Remark

PIPECAT = "Pipecat"
RAMP = 0.01
"""Seconds from the command to duck until the output is 12 dB down."""


@dataclass(frozen=True, slots=True)
class Reactions:
    """What each system did with the same remarks."""

    ours: tuple[Reaction, ...]
    theirs: tuple[Reaction, ...]


def of_json(said: Mapping[str, Remark], found: Mapping[str, Mapping[str, Any]]) -> tuple[Reaction, ...]:
    """What was measured of one system, with the remarks it was of; without those no answer sounded for."""
    return tuple(
        Reaction(said[unit], one["silence"], one.get("ducked"), one["stopped"])
        for unit, one in found.items()
        if unit in said and one["stopped"] is not None
    )


def shared(ours: Sequence[Reaction], theirs: Sequence[Reaction]) -> Reactions:
    """Only the remarks that both were in time for."""
    if not theirs:
        return Reactions(tuple(ours), ())
    mine = {id(one.remark) for one in ours}
    both = mine & {id(one.remark) for one in theirs}
    return Reactions(
        tuple(one for one in ours if id(one.remark) in both),
        tuple(one for one in theirs if id(one.remark) in both),
    )


def figures_of(reactions: Reactions) -> list[Figure]:
    """Both languages together: each alone would be a handful."""
    figures = []
    for kind, stopped, what, target in (
        ("murmur", True, "backchannels that wrongly stopped the answer", 5.0),
        ("interruption", False, "interruptions that were ignored", 2.0),
    ):
        mine = _share(reactions.ours, kind, stopped=stopped)
        if mine is None:
            continue
        theirs = _share(reactions.theirs, kind, stopped=stopped)
        beside = {} if theirs is None else {PIPECAT: theirs}
        many = sum(one.remark.kind == kind for one in reactions.ours)
        figures.append(figure(f"{what} (of {many})", "%", mine, beside, target=target, bounds="ours"))
    silences, theirs_too = _silences(reactions.ours), _silences(reactions.theirs)
    ducks = [
        one.ducked + RAMP
        for one in reactions.ours
        if one.ducked is not None and one.remark.kind == "interruption"
    ]
    for what, mine_of, target in (
        ("barge-in to duck, −12 dB (Pipecat: to silence)", ducks, 0.5),
        ("barge-in to silence, under −50 dBFS", silences, 1.0),
    ):
        for rank, share in (("p50", 0.5), ("p95", 0.95)):
            if mine_of:
                beside = {PIPECAT: percentile(theirs_too, share)} if theirs_too else {}
                figures.append(
                    figure(f"{what}, {rank}", "s", percentile(mine_of, share), beside,
                           target=target if beside and rank == "p95" else None)
                )  # fmt: skip
    return figures


def notes_of(reactions: Reactions) -> list[str]:
    """Every remark that did what it should not."""
    if not reactions.ours:
        return []
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
