"""When each thing of a turn happened, and how long a conversation's turns take. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

Moment = Literal[
    "speech_end",
    "draft_asked",
    "draft_ready",
    "endpoint",
    "final",
    "committed",
    "first_sentence",
    "first_chunk",
    "first_audio",
    "voice_over",
    "barge_in",
    "silence",
]


@dataclass(frozen=True, slots=True)
class TurnTimeline:
    """Seconds of the engine's clock; None: it did not happen.

    speech_end: the last voiced sound. endpoint: the turn was decided to be over. final: its text
    was. first_chunk: of synthesised sound. first_audio: left the speaker. voice_over: the first
    voiced sound over the answer; barge_in: it was noticed; silence: the answer was told to be still.
    """

    turn: int
    speech_end: float | None = None
    draft_asked: float | None = None
    draft_ready: float | None = None
    endpoint: float | None = None
    final: float | None = None
    committed: float | None = None
    first_sentence: float | None = None
    first_chunk: float | None = None
    first_audio: float | None = None
    voice_over: float | None = None
    barge_in: float | None = None
    silence: float | None = None

    def mark(self, moment: Moment, at: float) -> TurnTimeline:
        """The first time counts."""
        if getattr(self, moment) is not None:
            return self
        return self.again(moment, at)

    def again(self, moment: Moment, at: float) -> TurnTimeline:
        """The last time counts."""
        changed: dict[str, Any] = {moment: at}
        return replace(self, **changed)

    def without(self, *moments: Moment) -> TurnTimeline:
        changed: dict[str, Any] = dict.fromkeys(moments)
        return replace(self, **changed)

    def of(self, turn: int) -> TurnTimeline:
        return replace(self, turn=turn)

    def between(self, first: Moment, last: Moment) -> float | None:
        begun, over = getattr(self, first), getattr(self, last)
        return None if begun is None or over is None else float(over - begun)

    def as_dict(self) -> dict[str, float | int | None]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Seconds."""

    count: int
    p50: float
    p95: float


STAGES: tuple[tuple[str, Moment, Moment], ...] = (
    ("draft recognition", "draft_asked", "draft_ready"),
    ("speech end to endpoint", "speech_end", "endpoint"),
    ("speech end to final text", "speech_end", "final"),
    ("speech end to first sentence", "speech_end", "first_sentence"),
    ("speech end to first chunk", "speech_end", "first_chunk"),
    ("speech end to first audio", "speech_end", "first_audio"),
    ("voice over answer to barge-in", "voice_over", "barge_in"),
    ("voice over answer to silence", "voice_over", "silence"),
)


def stages(timeline: TurnTimeline) -> dict[str, float]:
    """Seconds of each stage that happened. One that an early draft finished before speech end counted
    as over is negative, and stays so."""
    return {name: span for name, first, last in STAGES if (span := timeline.between(first, last)) is not None}


def summarise(timelines: Iterable[TurnTimeline]) -> dict[str, Percentiles]:
    """p50 and p95 of each stage that happened at least once."""
    return percentiles(stages(timeline) for timeline in timelines)


def percentiles(turns: Iterable[Mapping[str, float]]) -> dict[str, Percentiles]:
    """The same of the stages of many turns, in the order of STAGES."""
    known = tuple(turns)
    summary: dict[str, Percentiles] = {}
    for name, _, _ in STAGES:
        durations = sorted(turn[name] for turn in known if name in turn)
        if durations:
            summary[name] = Percentiles(len(durations), _rank(durations, 0.5), _rank(durations, 0.95))
    return summary


def _rank(ordered: list[float], share: float) -> float:
    """Nearest rank."""
    return ordered[max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1)]
