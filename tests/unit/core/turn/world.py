"""A driver without a world, for the laws: random steps become events, and what was decided is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from hypothesis import strategies as st

from core.audio.echo import Cancelling
from core.turn import events as ev
from core.turn.coordinator import Coordinator
from core.turn.policies.patience import BRISK, ELDER
from core.turn.states import Settings, Suspended

TEXTS = [
    "",
    "嗯",
    "对对对",
    "今天天气怎么样",
    "我女儿住在",
    "等一下",
    "停",
    "别说了",
    "what time is it",
    "and",
    "wait",
    "stop",
    "一句话",
    "一句话停",
]
KINDS = [
    *(3 * ["voice", "silence", "wake"]),
    *(2 * ["partial", "final", "sentence", "played"]),
    *("score", "failed_draft", "failed_final", "explicit", "stop", "ended", "reply_failed", "playback_ended"),
    *("lost", "back", "mute", "unmute", "early_wake"),
    *("echo", "echo", "remark", "remark_over"),
]
KINDS += ["likely"] * 2 * len(KINDS)
LIKELY = {
    "Idle": "voice",
    "Listening": "silence",
    "Deciding": "wake wake partial partial score final final voice",
    "Thinking": "sentence sentence sentence ended voice reply_failed wake",
    "Speaking": "played played playback_ended sentence ended voice voice voice stop",
    "Overlap": "silence silence wake wake partial partial played playback_ended voice explicit ended",
    "Suspended": "back unmute back unmute sentence wake",
}
"""What mostly happens in a state, so that sequences get somewhere before something odd happens."""
PROBABILITY = st.floats(0.0, 1.0)


@dataclass(frozen=True)
class Step:
    """One thing that happens: after ``wait`` seconds, ``kind``, about a recent or a stale number. A wait of
    an hour is a machine that slept, its clock still running: the wake-up comes late, or something else first."""

    wait: float
    kind: str
    text: str
    number: float
    back: int


STEPS = st.builds(
    Step,
    wait=st.sampled_from([*(2 * [0.0, 0.02, 0.1, 0.2, 0.5, 1.0, 2.5, 8.0]), 90.0, 4_000.0]),
    kind=st.sampled_from(KINDS),
    text=st.sampled_from(TEXTS),
    number=PROBABILITY,
    back=st.sampled_from([0, 0, 0, 0, 1, 2]),
)
SEQUENCES = st.lists(STEPS, max_size=60)
SETTINGS = st.sampled_from(
    [Settings(), Settings(patience=BRISK), Settings(patience=ELDER, draft_early=False, longest_turn=10.0)]
)


@dataclass
class World:
    """A driver without a world: turns steps into events and keeps what was done."""

    settings: Settings
    now: float = 0.0
    actions: list[ev.Action] = field(default_factory=list)
    played: dict[int, int] = field(default_factory=dict)
    wake: ev.WakeAt | None = None
    utterances: int = 0

    def __post_init__(self) -> None:
        self.coordinator = Coordinator(self.settings)
        self.after_each: list[tuple[ev.Action, ...]] = []

    @property
    def deaf(self) -> bool:
        """Muted, or without a microphone: no voice is believed."""
        return bool(self.coordinator._mind.deaf)

    @property
    def lost(self) -> bool:
        return "lost" in self.coordinator._mind.deaf

    def last(self, kind: type, back: int, attribute: str) -> int:
        numbers = [getattr(a, attribute) for a in self.actions if isinstance(a, kind)]
        return numbers[-1 - back] if len(numbers) > back else 0

    def event_of(self, step: Step) -> ev.Event | None:
        ask, answer = self.last(ev.AskEnd, step.back, "ask"), self.last(ev.Draft, step.back, "answer")
        final = self.last(ev.Finalize, step.back, "ask")
        spoken = self.last(ev.Speak, step.back, "utterance")
        kind = step.kind
        if kind == "likely":
            choices = LIKELY[type(self.coordinator.state).__name__].split()
            kind = choices[int(step.number * 7.919 * len(choices)) % len(choices)]
        match kind:
            case "voice":
                return ev.VoiceStarted(step.number, -30.0, self.now - 0.06)
            case "silence":
                return ev.VoiceStopped(step.number, -60.0, self.now - 0.1)
            case "partial":
                return ev.Partial(ask, step.text, "zh", step.number)
            case "final":
                return ev.Final(final, step.text, "zh", step.number)
            case "score":
                return ev.EndScore(ask, step.number)
            case "failed_draft" | "failed_final":
                return ev.HearingFailed(ask, "speech.failed", final=kind == "failed_final")
            case "explicit":
                return ev.ExplicitEnd()
            case "stop":
                return ev.StopSpeaking()
            case "sentence":
                self.utterances += 1
                return ev.ReplySentence(answer, self.utterances, "一句话。")
            case "ended":
                return ev.ReplyEnded(answer)
            case "reply_failed":
                return ev.ReplyFailed(answer, "brain.down")
            case "played":
                self.played[spoken] = self.played.get(spoken, 0) + int(step.number * 5000)
                return ev.Played(spoken, self.played[spoken])
            case "playback_ended":
                return ev.PlaybackEnded(spoken)
            case "lost":
                return ev.MicLost()
            case "back":
                return ev.MicBack()
            case "echo":
                states = get_args(Cancelling)
                which = step.number * 0.999 * len(states)
                return ev.EchoChanged(states[int(which)], lasting=which % 1 > 0.5)
            case "remark" | "remark_over":
                return ev.Remarking("嗯，我想一想。" if kind == "remark" else None)
            case "mute":
                return ev.Muted()
            case "unmute":
                return ev.Unmuted()
            case "early_wake":
                return ev.Woke(self.wake.timer if self.wake else 0)
        return self.wake_event()

    def wake_event(self) -> ev.Event | None:
        if self.wake is None or self.wake.at is None:
            return None
        self.now = max(self.now, self.wake.at)
        return ev.Woke(self.wake.timer)

    def send(self, event: ev.Event | None) -> None:
        if event is None:
            return
        actions = self.coordinator.on(event, self.now)
        self.actions += actions
        self.after_each.append(actions)
        for action in actions:
            if isinstance(action, ev.WakeAt):
                self.wake = action

    def play(self, steps: list[Step]) -> None:
        for step in steps:
            self.now += step.wait
            self.send(self.event_of(step))

    def only_time_passes(self) -> int:
        """Follow wake-ups alone until the coordinator needs a person; how many it took."""
        for count in range(200):
            if self.coordinator.wake_at is None:
                return count
            if isinstance(self.coordinator.state, Suspended) and self.coordinator.state.answer is None:
                return count
            self.send(self.wake_event())
        return 200


def run(steps: list[Step], chosen: Settings) -> World:
    world = World(chosen)
    world.play(steps)
    return world
