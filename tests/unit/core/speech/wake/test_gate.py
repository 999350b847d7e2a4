"""Of a detector's opinions only calls count: each once, and none of the assistant's own voice."""

from __future__ import annotations

from core.speech.wake.gate import APART_SECONDS, TAIL_SECONDS, Gate
from core.speech.wake.ports import SAMPLE_RATE


def after(gate: Gate, seconds: float) -> Gate:
    gate.samples += round(seconds * SAMPLE_RATE)
    return gate


def test_a_word_that_stays_recognised_is_one_call() -> None:
    gate = Gate()
    assert [after(gate, 0.03).lets_through("a") for _ in range(100)] == [True] + [False] * 99


def test_the_same_word_calls_again_later_and_another_word_at_once() -> None:
    gate = Gate()
    assert after(gate, 1.0).lets_through("a")
    assert gate.lets_through("b")
    assert after(gate, APART_SECONDS).lets_through("a")


def test_nothing_passes_while_muted_nor_right_after() -> None:
    gate = after(Gate(), 5.0)
    gate.mute()
    assert not after(gate, 1.0).lets_through("a")
    gate.unmute()
    assert not after(gate, TAIL_SECONDS / 2).lets_through("b")
    assert after(gate, TAIL_SECONDS).lets_through("c")


def test_unmuting_what_is_not_muted_makes_nobody_deaf() -> None:
    gate = after(Gate(), 5.0)
    gate.unmute()
    assert gate.lets_through("a")


def test_a_word_held_back_does_not_slip_through_at_its_next_window() -> None:
    gate = after(Gate(), 5.0)
    gate.mute()
    assert not gate.lets_through("a")
    gate.unmute()
    assert not after(gate, TAIL_SECONDS + 0.01).lets_through("a")


def test_reset_starts_to_count_again_and_keeps_the_mute() -> None:
    gate = after(Gate(), 5.0)
    gate.mute()
    gate.reset()
    assert gate.samples == 0
    assert not gate.lets_through("a")
