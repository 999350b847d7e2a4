"""The laws of the turn engine, over random sequences of events in any order."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.turn import events as ev
from core.turn.coordinator import Coordinator
from core.turn.policies.patience import BRISK, ELDER
from core.turn.states import Idle, Settings, Suspended

EXAMPLES = int(os.environ.get("BANYAN_LAW_EXAMPLES", "600"))
MANY = settings(max_examples=EXAMPLES, deadline=None)
pytestmark = pytest.mark.timeout(max(120, EXAMPLES // 20))
"""20,000 sequences of one law take two to four minutes."""

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
]
KINDS = [
    *(3 * ["voice", "silence", "wake"]),
    *(2 * ["partial", "final", "sentence", "played"]),
    *("score", "failed_draft", "failed_final", "explicit", "stop", "ended", "reply_failed", "playback_ended"),
    *("lost", "back", "mute", "unmute", "early_wake"),
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
    """One thing that happens: after ``wait`` seconds, ``kind``, about a recent or a stale number."""

    wait: float
    kind: str
    text: str
    number: float
    back: int


STEPS = st.builds(
    Step,
    wait=st.sampled_from([0.0, 0.02, 0.1, 0.2, 0.5, 1.0, 2.5, 8.0]),
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


@MANY
@given(SEQUENCES, SETTINGS)
def test_every_waiting_state_holds_a_wake_up_and_time_alone_brings_it_to_rest(
    steps: list[Step], chosen: Settings
) -> None:
    world = World(chosen)
    for step in steps:
        world.now += step.wait
        world.send(world.event_of(step))
        state = world.coordinator.state
        if not isinstance(state, Idle | Suspended):
            assert world.coordinator.wake_at is not None
            assert world.wake is not None
            assert world.wake.at == world.coordinator.wake_at
    assert world.only_time_passes() < 100
    assert isinstance(world.coordinator.state, Idle | Suspended)


@MANY
@given(SEQUENCES, SETTINGS)
def test_at_most_one_answer_is_audible_and_nothing_of_a_dead_one_is_played(
    steps: list[Step], chosen: Settings
) -> None:
    world = run(steps, chosen)
    dead: set[int] = set()
    committed: int | None = None
    for action in world.actions:
        match action:
            case ev.Discard(answer) | ev.Stop(answer) | ev.Record(_, answer):
                dead.add(answer)
                committed = None if answer == committed else committed
            case ev.Commit(answer):
                assert committed is None, "a turn is committed only when the last answer has ended"
                assert answer not in dead
                committed = answer
            case ev.Speak(answer):
                assert answer not in dead
                assert answer == committed
            case ev.Draft(answer):
                assert answer not in dead


@MANY
@given(SEQUENCES, SETTINGS)
def test_the_heard_prefix_never_exceeds_what_was_played(steps: list[Step], chosen: Settings) -> None:
    world = World(chosen)
    most: dict[int, int] = {}
    for step in steps:
        world.now += step.wait
        event = world.event_of(step)
        if isinstance(event, ev.Played):
            most[event.utterance] = max(most.get(event.utterance, 0), event.samples)
        before = len(world.actions)
        world.send(event)
        for action in world.actions[before:]:
            if isinstance(action, ev.Stop) and action.utterance is not None:
                assert action.heard <= most.get(action.utterance, 0)


@MANY
@given(SEQUENCES, SETTINGS)
def test_every_committed_turn_comes_to_exactly_one_end(steps: list[Step], chosen: Settings) -> None:
    world = run(steps, chosen)
    world.only_time_passes()
    committed = [a.turn for a in world.actions if isinstance(a, ev.Commit)]
    ended = [a.turn for a in world.actions if isinstance(a, ev.Record)]
    assert committed == list(range(1, len(committed) + 1))
    assert ended == committed


@MANY
@given(SEQUENCES, SETTINGS)
def test_no_voice_is_forgotten_before_its_turn_is_decided(steps: list[Step], chosen: Settings) -> None:
    """Law 5 as far as the coordinator goes: sound is dropped only on a decision, and a decision that
    commits words was made on a question put after the last voice."""
    world = World(chosen)
    voice_since_question = False
    for step in steps:
        world.now += step.wait
        was_deaf = isinstance(world.coordinator.state, Suspended)
        event = world.event_of(step)
        before = len(world.actions)
        if isinstance(event, ev.VoiceStarted) and not was_deaf and not _deaf(world):
            voice_since_question = True
        world.send(event)
        for action in world.actions[before:]:
            if isinstance(action, ev.AskEnd | ev.Finalize):
                voice_since_question = False
            if isinstance(action, ev.Commit):
                assert not voice_since_question
            if isinstance(action, ev.Forget):
                voice_since_question = False


def _deaf(world: World) -> bool:
    return bool(world.coordinator._mind.deaf)


@MANY
@given(SEQUENCES, SETTINGS)
def test_the_same_events_and_times_give_the_same_actions(steps: list[Step], chosen: Settings) -> None:
    assert run(steps, chosen).actions == run(steps, chosen).actions


@MANY
@given(SEQUENCES, SETTINGS)
def test_a_pause_of_the_answer_always_ends(steps: list[Step], chosen: Settings) -> None:
    world = run(steps, chosen)
    world.only_time_passes()
    still = ducked = False
    for action in world.actions:
        match action:
            case ev.Pause():
                assert not still
                still = True
            case ev.Resume():
                assert still
                still = False
            case ev.Duck():
                assert not ducked
                ducked = True
            case ev.Unduck():
                assert ducked
                ducked = False
            case ev.Stop():
                still = ducked = False
            case ev.Speak():
                assert not still
    assert not still
    assert not ducked


@pytest.mark.parametrize("text", ["停", "别说了", "stop"])
def test_a_stop_word_is_never_a_turn(text: str) -> None:
    world = World(Settings())
    world.send(ev.VoiceStarted(0.9, -20, 0.0))
    world.now = 0.6
    world.send(ev.VoiceStopped(0.1, -60, 0.5))
    world.send(world.wake_event())
    world.send(ev.Partial(1, text, "zh", 0.9))
    world.only_time_passes()
    assert not [a for a in world.actions if isinstance(a, ev.Commit)]
    assert ev.Decline(text, "stop") in world.actions


def test_random_sequences_reach_every_state_and_every_action() -> None:
    """Laws that hold because nothing happens would be no laws."""
    chance, seen = Random(7), set()
    steps = [
        Step(chance.choice((0.02, 0.1, 0.3, 1.0)), "likely", chance.choice(TEXTS), chance.random(), 0)
        for _ in range(6_000)
    ]
    for begin in range(0, 6_000, 300):
        world = World(Settings())
        for step in steps[begin : begin + 300]:
            world.now += step.wait
            world.send(world.event_of(step))
            seen.add(type(world.coordinator.state).__name__)
        seen |= {type(action).__name__ for action in world.actions}
    states = {"Idle", "Listening", "Deciding", "Thinking", "Speaking", "Overlap"}
    actions = {action.__name__ for action in get_args(ev.Action)} - {"Notice"}
    assert states | actions <= seen
