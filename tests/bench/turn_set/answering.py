"""From the true end of speech to the first audible sample of the answer, and what it cost. The figures.

The whole of each system, in real time, with one short answer that is there at once: recognition, deciding and
the first synthesis remain. *Not hidden*: ours beside ours without drafting (asked when the pause is long enough
to end a turn, answered when it has): the share of recognition and first synthesis that is still waited
for. Only clips on which that pipeline waited for nothing else count. *CPU*: processor seconds of the system's
own process, whatever rests in it included, a second of clip up to its true end; the answer is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.text import Language
from tests.bench.report import Figure, figure, percentile
from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.deciding import PIPECAT
from tests.bench.turn_set.swept import Played

_WAITED = 0.1
"""Seconds between the text and the end of turn, from which patience and not recognition was waited for."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One clip, drafted and not. early, late: seconds to the first sound; cost: of late's recognition and
    first synthesis."""

    early: float
    late: float
    cost: float

    @property
    def waited(self) -> float:
        """The share of the cost that drafting did not hide."""
        return 1.0 - (self.late - self.early) / self.cost


def to_json(played: Played, line: Mapping[str, float | int | None] | None) -> dict[str, Any]:
    """line: the answered turn's timeline."""
    return {
        "ends": played.ends,
        "audio": played.audio,
        "cpu": round(played.cpu, 3),
        "stages": dict(line) if line else None,
    }


def of_json(clip: Clip, found: Mapping[str, Any]) -> Played:
    """Of ours or of Pipecat's."""
    moments = {
        name: tuple(found.get(name, ())) for name in ("starts", "stops", "complete", "incomplete", "texts")
    }
    asked = tuple(found.get("asked", found["ends"]))
    return Played(clip, tuple(found["ends"]), asked, tuple(found["audio"]), found["cpu"], **moments)


def first_sounds(
    language: Language, mine: Mapping[str, Sequence[Played]], pipecat: Sequence[Played]
) -> list[Figure]:
    """Only clips that everyone has played."""
    figures = []
    for name, played in mine.items():
        both = shared(played, pipecat)
        heard = [one.first_audio for one, _ in both if one.first_audio is not None]
        theirs = [other.first_audio for _, other in both if other and other.first_audio is not None]
        for rank, share in (("p50", 0.5), ("p95", 0.95)):
            if heard:
                figures.append(
                    figure(f"speech end to first audio, {name} profile, {language}, {rank}", "s",
                           percentile(heard, share), {PIPECAT: percentile(theirs, share)} if theirs else {},
                           target=0.45 if theirs and rank == "p50" else None)
                )  # fmt: skip
    return figures


def asked_again(
    language: Language, mine: Mapping[str, Sequence[Played]], pipecat: Sequence[Played]
) -> list[Figure]:
    """How many turns reached the model in more than one piece after the speech was over: quick, and half
    of it answered."""

    def share(played: Sequence[Played]) -> float:
        several = [sum(at > one.clip.ends for at in one.asked) > 1 for one in played]
        return 100 * sum(several) / len(several)

    beside = {PIPECAT: share(pipecat)} if pipecat else {}
    return [
        figure(f"asked more than once, {name} profile, {language}", "%", share(played), beside)
        for name, played in mine.items()
        if played
    ]


def processor(mine: Mapping[str, Sequence[Played]], pipecat: Sequence[Played]) -> list[Figure]:
    """Both languages together."""

    def per_second(played: Sequence[Played]) -> float:
        return sum(one.cpu for one in played) / sum(one.clip.ends for one in played)

    figures = []
    for name, played in mine.items():
        both = shared(played, pipecat)
        theirs = [other for _, other in both if other is not None]
        if both:
            figures.append(
                figure(f"CPU a second of audio, answer included, {name} profile", "s",
                       per_second([one for one, _ in both]), {PIPECAT: per_second(theirs)} if theirs else {})
            )  # fmt: skip
    return figures


def shared(played: Sequence[Played], pipecat: Sequence[Played]) -> list[tuple[Played, Played | None]]:
    """Each clip with Pipecat's, if there is a Pipecat; else alone."""
    if not pipecat:
        return [(one, None) for one in played]
    theirs = {id(one.clip): one for one in pipecat}
    return [(one, theirs[id(one.clip)]) for one in played if id(one.clip) in theirs]


def pairs(
    early: Mapping[str, Mapping[str, Any]], late: Mapping[str, Mapping[str, Any]], clips: Mapping[str, Clip]
) -> list[Pair]:
    """By unit. Leaves out what has no answer or waited for patience."""
    found = []
    for unit, one in late.items():
        before = early.get(unit)
        if before is None or unit not in clips:
            continue
        drafted, plain = of_json(clips[unit], before).first_audio, of_json(clips[unit], one).first_audio
        cost = _cost(one["stages"])
        if drafted is not None and plain is not None and cost:
            found.append(Pair(drafted, plain, cost))
    return found


def _cost(stages: Mapping[str, float | None] | None) -> float | None:
    """Recognition, from asking to the final text, and from the commit to the first sound. None where the
    pipeline waited for patience after it had the text."""
    if stages is None:
        return None
    moments = [stages[name] for name in ("draft_asked", "draft_ready", "final", "committed", "first_audio")]
    if any(moment is None for moment in moments):
        return None
    asked, ready, final, committed, sounding = (float(moment) for moment in moments if moment is not None)
    if committed - max(ready, final) > _WAITED:
        return None
    return (max(ready, final) - asked) + (sounding - committed)


def hidden(language: Language, profile: str, found: Sequence[Pair]) -> list[Figure]:
    if not found:
        return []
    label = f"{profile} profile, {language}, p50 (of {len(found)})"
    return [
        figure(f"recognition and first synthesis, {label}", "s", percentile([one.cost for one in found], 0.5)),
        figure(f"of it hidden by drafting, {label}", "s",
               percentile([one.late - one.early for one in found], 0.5)),
        figure(f"of it not hidden, {label}", "%", 100 * percentile([one.waited for one in found], 0.5),
               target=50.0 if profile == "elder" else None),
    ]  # fmt: skip
