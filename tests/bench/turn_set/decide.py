"""When each way of deciding would have ended each turn, given the same evidence at the same times.

Ours is the product's own coordinator, fed the events as the engine would have posted them. The two rivals are
what pipelines commonly do: wait for a pause of some length; or ask Smart Turn 0.2 s into a pause, end the turn
when it says so, and otherwise wait for a longer pause. Each can be asked for two moments: the bare decision,
and the decision with the final text at hand (``words``), before which nobody can be answered. The rivals'
text is our recogniser's, asked 0.2 s into the pause.
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
from core.turn.states import Deciding, Settings
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


def pause_only(wait: float, *, words: bool = False) -> Decide:
    """End a turn at a pause this long."""

    def decide(evidence: Evidence) -> list[float]:
        ends = []
        for noticed, ended, resumed in pauses_of(evidence):
            at = _with(about(evidence.asked, ended), max(noticed, ended + wait), words)
            if at < resumed:
                ends.append(at)
        return ends

    return decide


def smart_turn(threshold: float, otherwise: float, *, words: bool = False) -> Decide:
    """End a turn when it sounds finished, or at a pause of ``otherwise``."""

    def decide(evidence: Evidence) -> list[float]:
        ends = []
        for noticed, ended, resumed in pauses_of(evidence):
            asked = about(evidence.asked, ended)
            at = max(noticed, ended + otherwise)
            if asked is not None and asked.p_end > threshold:
                at = min(at, ended + ASK_AFTER + asked.p_after)
            at = _with(asked, at, words)
            if at < resumed:
                ends.append(at)
        return ends

    return decide


def _with(asked: Asked | None, decided: float, words: bool) -> float:
    """Not before the text of this pause is there."""
    if not words or asked is None:
        return decided
    return max(decided, asked.ended + ASK_AFTER + asked.draft_after + asked.final_after)


def ours(floor: float, ceiling: float, *, words: bool = True) -> Decide:
    """Replay through the coordinator. A turn that ends begins the next one, as if its answer were
    over at once: only the ends are looked at here. Without ``words`` it ends when the coordinator
    first decides so, whatever the final text would have changed."""
    settings = Settings(patience=Profile(floor, ceiling))

    def decide(evidence: Evidence) -> list[float]:
        replay, ends = _Replay(settings, evidence), []
        while replay.waiting:
            now, _, event = heapq.heappop(replay.waiting)
            actions = replay.coordinator.on(event, now)
            if any(isinstance(action, ev.Commit) for action in actions) or (not words and replay.decided()):
                ends.append(now)
                replay.begin_anew()
                continue
            for action in actions:
                replay.do(action, now)
        return ends

    return decide


class _Replay:
    """The coordinator, and what is on its way to it."""

    def __init__(self, settings: Settings, evidence: Evidence) -> None:
        self._settings, self._evidence = settings, evidence
        self._order = itertools.count()
        self._drafted: dict[int, tuple[Asked, float]] = {}
        self.coordinator = Coordinator(settings)
        self.waiting: list[tuple[float, int, ev.Event]] = []
        for at, voice in evidence.voices:
            self._post(at, voice)

    def begin_anew(self) -> None:
        """Another turn: only the voice is still to come."""
        self.coordinator, self._drafted = Coordinator(self._settings), {}
        self.waiting = [one for one in self.waiting if isinstance(one[2], VoiceStarted | VoiceStopped)]
        heapq.heapify(self.waiting)

    def decided(self) -> bool:
        state = self.coordinator.state
        return isinstance(state, Deciding) and state.hearing.decided is not None

    def do(self, action: ev.Action, now: float) -> None:
        """As the engine would, with what each source had to say and how long it took."""
        match action:
            case ev.WakeAt(timer, at) if at is not None and at < now + 60:
                self._post(max(at, now), ev.Woke(timer))
            case ev.AskEnd(ask):
                asked = about(self._evidence.asked, now, latest=True)
                if asked is not None:
                    there, text = now + asked.draft_after, asked.draft
                    self._drafted[ask] = asked, there
                    self._post(now + asked.p_after, ev.EndScore(ask, asked.p_end))
                    self._post(there, ev.Partial(ask, text.text, text.language, text.confidence))
            case ev.Finalize(ask) if ask in self._drafted:
                asked, there = self._drafted[ask]
                text = asked.final
                at = max(now, there) + asked.final_after
                self._post(at, ev.Final(ask, text.text, text.language, text.confidence))

    def _post(self, at: float, event: ev.Event) -> None:
        heapq.heappush(self.waiting, (at, next(self._order), event))


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
