"""The six laws of the turn engine (design/turn-engine.md), each over random sequences of events in any order.

``make laws`` asks for 20,000 sequences of each; ``BANYAN_LAW_EXAMPLES`` for any other number. The same laws
over the whole driver, with failing adapters and lost devices, are in ``test_anything``; law 5 for the ears
alone is in ``test_ears``.
"""

from __future__ import annotations

import os
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings

from core.turn import events as ev
from core.turn.states import Answer, Idle, Settings, Suspended, committed_answer
from tests.unit.core.turn.world import SEQUENCES, SETTINGS, TEXTS, Step, World, run

EXAMPLES = int(os.environ.get("BANYAN_LAW_EXAMPLES", "600"))
MANY = settings(max_examples=EXAMPLES, deadline=None)
pytestmark = pytest.mark.timeout(max(120, EXAMPLES // 8))
"""20,000 sequences of one law take two to four minutes on a core of their own."""


@MANY
@given(SEQUENCES, SETTINGS)
def test_law_1_every_waiting_state_holds_a_wake_up_and_time_alone_brings_it_to_rest(
    steps: list[Step], chosen: Settings
) -> None:
    world = World(chosen)
    longest = max(chosen.longest_turn, chosen.reply_limit, chosen.hold_limit, chosen.remind_after)
    for step in steps:
        world.now += step.wait
        world.send(world.event_of(step))
        due, state = world.coordinator.wake_at, world.coordinator.state
        if not isinstance(state, Idle | Suspended) or world.lost:
            assert due is not None
            assert world.wake is not None
            assert world.wake.at == due
            assert due <= world.now + longest, "no state is older than its limit"
    assert world.only_time_passes() < 100
    assert isinstance(world.coordinator.state, Idle | Suspended)


@MANY
@given(SEQUENCES, SETTINGS)
def test_law_2_at_most_one_answer_is_audible_and_nothing_of_a_dead_one_is_played(
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
            case ev.Speak(answer) | ev.Apologise(answer):
                assert answer not in dead
                assert answer == committed
            case ev.Draft(answer):
                assert answer not in dead


@MANY
@given(SEQUENCES, SETTINGS)
def test_law_3_the_heard_prefix_only_grows_and_never_exceeds_what_was_played(
    steps: list[Step], chosen: Settings
) -> None:
    world = World(chosen)
    most: dict[int, int] = {}
    before: Answer | None = None
    for step in steps:
        world.now += step.wait
        event = world.event_of(step)
        if isinstance(event, ev.Played):
            most[event.utterance] = max(most.get(event.utterance, 0), event.samples)
        so_far = len(world.actions)
        world.send(event)
        answer = committed_answer(world.coordinator.state)
        if answer is not None and before is not None and answer.id == before.id:
            assert answer.utterance != before.utterance or answer.heard >= before.heard
        before = answer
        for action in world.actions[so_far:]:
            if isinstance(action, ev.Stop) and action.utterance is not None:
                assert 0 <= action.heard <= most.get(action.utterance, 0)


@MANY
@given(SEQUENCES, SETTINGS)
def test_law_4_every_committed_turn_comes_to_exactly_one_end(steps: list[Step], chosen: Settings) -> None:
    world = run(steps, chosen)
    world.only_time_passes()
    committed = [a.turn for a in world.actions if isinstance(a, ev.Commit)]
    ended = [a for a in world.actions if isinstance(a, ev.Record)]
    assert committed == list(range(1, len(committed) + 1))
    assert [a.turn for a in ended] == committed
    assert all((a.error is not None) == (a.outcome == "failed") for a in ended), "what failed says why"


@MANY
@given(SEQUENCES, SETTINGS)
def test_law_5_no_voice_is_forgotten_before_its_turn_is_decided(steps: list[Step], chosen: Settings) -> None:
    """As far as the coordinator goes: sound is dropped only on a decision, and a decision that commits
    words was made on a question put after the last voice."""
    world = World(chosen)
    voice_since_question = False
    for step in steps:
        world.now += step.wait
        was_deaf = world.deaf or isinstance(world.coordinator.state, Suspended)
        event = world.event_of(step)
        before = len(world.actions)
        if isinstance(event, ev.VoiceStarted) and not was_deaf:
            voice_since_question = True
        world.send(event)
        for action in world.actions[before:]:
            if isinstance(action, ev.AskEnd | ev.Finalize):
                voice_since_question = False
            if isinstance(action, ev.Commit):
                assert not voice_since_question
            if isinstance(action, ev.Forget):
                voice_since_question = False


@MANY
@given(SEQUENCES, SETTINGS)
def test_law_6_the_same_events_and_times_give_the_same_actions(steps: list[Step], chosen: Settings) -> None:
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
            world.send(ev.MicLost() if chance.random() < 0.01 else world.event_of(step))
            seen.add(type(world.coordinator.state).__name__)
        seen |= {type(action).__name__ for action in world.actions}
    states = {"Idle", "Listening", "Deciding", "Thinking", "Speaking", "Overlap", "Suspended"}
    actions = {action.__name__ for action in get_args(ev.Action)} - {"Notice"}
    assert states | actions <= seen
