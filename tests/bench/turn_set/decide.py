"""When each way of deciding would have ended each turn, given the same evidence at the same times.

Ours is the product's own coordinator, fed the events as the engine would have posted them. The two rivals are
what pipelines commonly do: wait for a pause of some length; or ask Smart Turn 0.2 s into a pause, end the turn
when it says so, and otherwise wait for a longer pause. Theirs is the moment of decision, ours the commit, which
waits for the final text as well.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.turn import events as ev
from core.turn.coordinator import Coordinator
from core.turn.events import VoiceStarted, VoiceStopped
from core.turn.policies.patience import Profile
from core.turn.states import Settings
from tests.bench.report import percentile
from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.evidence import ASK_AFTER, Asked, Evidence

NEVER = 8.0
"""Seconds that a turn which was never ended counts for."""
_NOTICED = 0.25
"""Seconds after a voice goes on in which a decision is still one about the pause before."""

Decide = Callable[[Evidence], list[float]]


@dataclass(frozen=True, slots=True)
class Point:
    """What one setting of one system did on a set. cut: share of pauses inside turns that were taken
    for the end; latencies: seconds from each true end."""

    setting: str
    cut: float
    latencies: tuple[float, ...]
    pauses: int
    early: int

    @property
    def mean(self) -> float:
        return sum(self.latencies) / len(self.latencies)

    @property
    def median(self) -> float:
        return percentile(self.latencies, 0.5)


def pause_only(wait: float) -> Decide:
    """End a turn at a pause this long."""

    def decide(evidence: Evidence) -> list[float]:
        return [
            max(noticed, ended + wait)
            for noticed, ended, resumed in pauses_of(evidence)
            if max(noticed, ended + wait) < resumed
        ]

    return decide


def smart_turn(threshold: float, otherwise: float) -> Decide:
    """End a turn when it sounds finished, or at a pause of ``otherwise``."""

    def decide(evidence: Evidence) -> list[float]:
        ends = []
        for noticed, ended, resumed in pauses_of(evidence):
            asked = about(evidence.asked, ended)
            at = max(noticed, ended + otherwise)
            if asked is not None and asked.p_end > threshold:
                at = min(at, ended + ASK_AFTER + asked.p_after)
            if at < resumed:
                ends.append(at)
        return ends

    return decide


def ours(floor: float, ceiling: float) -> Decide:
    """Replay through the coordinator. A turn that ends begins the next one, as if its answer were
    over at once: only the ends are looked at here."""
    settings = Settings(patience=Profile(floor, ceiling))

    def decide(evidence: Evidence) -> list[float]:
        coordinator, order, ends = Coordinator(settings), itertools.count(), []
        waiting: list[tuple[float, int, ev.Event]] = [
            (at, next(order), voice) for at, voice in evidence.voices
        ]
        drafted: dict[int, tuple[Asked, float]] = {}
        heapq.heapify(waiting)
        while waiting:
            now, _, event = heapq.heappop(waiting)
            for action in coordinator.on(event, now):
                follow: list[tuple[float, ev.Event]] = []
                match action:
                    case ev.WakeAt(timer, at) if at is not None and at < now + 60:
                        follow = [(max(at, now), ev.Woke(timer))]
                    case ev.AskEnd(ask):
                        asked = about(evidence.asked, now, latest=True)
                        if asked is not None:
                            text = asked.draft
                            drafted[ask] = asked, now + asked.draft_after
                            follow = [
                                (now + asked.p_after, ev.EndScore(ask, asked.p_end)),
                                (
                                    now + asked.draft_after,
                                    ev.Partial(ask, text.text, text.language, text.confidence),
                                ),
                            ]
                    case ev.Finalize(ask) if ask in drafted:
                        asked, there = drafted[ask]
                        text = asked.final
                        at = max(now, there) + asked.final_after
                        follow = [(at, ev.Final(ask, text.text, text.language, text.confidence))]
                    case ev.Commit():
                        ends.append(now)
                        coordinator, drafted = Coordinator(settings), {}
                        waiting = [one for one in waiting if isinstance(one[2], VoiceStarted | VoiceStopped)]
                        heapq.heapify(waiting)
                        break
                for at, then in follow:
                    heapq.heappush(waiting, (at, next(order), then))
        return ends

    return decide


def pauses_of(evidence: Evidence) -> list[tuple[float, float, float]]:
    """When each silence was noticed, when it began, and when it was noticed to be over."""
    found = []
    for index, (noticed, voice) in enumerate(evidence.voices):
        if isinstance(voice, VoiceStopped):
            later = [at for at, other in evidence.voices[index + 1 :] if isinstance(other, VoiceStarted)]
            found.append((noticed, voice.ended, later[0] if later else float("inf")))
    return found


def about(asked: Iterable[Asked], at: float, *, latest: bool = False) -> Asked | None:
    """What was asked about the silence that began at ``at``, or about the latest one before it."""
    if latest:
        before = [one for one in asked if one.ended <= at]
        return before[-1] if before else None
    return next((one for one in asked if one.ended == at), None)


def judge(setting: str, ends: Iterable[tuple[Clip, list[float]]]) -> Point:
    """Compare when turns were ended with when they truly end."""
    cut = pauses = early = 0
    latencies = []
    for clip, when in ends:
        pauses += len(clip.pauses)
        places = [any(start - 0.1 <= at < end + _NOTICED for at in when) for start, end in clip.pauses]
        cut += sum(places)
        early += any(at < clip.ends - 0.1 for at in when)
        after = [at - clip.ends for at in when if at >= clip.ends - 0.1]
        latencies.append(max(0.0, min(after)) if after else NEVER)
    return Point(setting, cut / max(1, pauses), tuple(latencies), pauses, early)


def least_cut(points: Iterable[Point], latency: float) -> Point | None:
    """The setting that cuts off least among those that answer within ``latency`` on average."""
    fitting = [point for point in points if point.mean <= latency]
    return min(fitting, key=lambda point: (point.cut, point.mean)) if fitting else None


def quickest(points: Iterable[Point], cut: float) -> Point | None:
    """The setting that answers soonest among those that cut off no more than ``cut``."""
    fitting = [point for point in points if point.cut <= cut]
    return min(fitting, key=lambda point: point.mean) if fitting else None
