"""A short word over an answer that was badly heard. The readings are Whisper's, of Kokoro's voices."""

from __future__ import annotations

import pytest

from core.text import language_of
from core.turn import events as ev
from core.turn.policies.barely_heard import counts, sounds_like_murmur, sounds_like_stop
from core.turn.policies.completeness import classify
from core.turn.states import Overlap, Speaking
from tests.unit.core.turn.test_coordinator import Talk


def stops(text: str, confidence: float, voiced: float) -> bool:
    return counts(text, classify(text, language_of(text, "zh")), confidence, voiced)


@pytest.mark.parametrize(
    ("read", "confidence", "voiced"),
    [
        ("你呢", 0.37, 0.35), ("奶奶", 0.41, 0.4), ("您的呢。", 0.3, 0.6), ("What?", 0.52, 0.38), ("3", 0.36, 0.26),
        ("十二", 0.65, 0.42), ("退退。", 0.6, 0.67), ("Hemid.", 0.34, 0.45), ("Let me help you.", 0.41, 0.67),
        ("一堆一堆。", 0.7, 0.8),
    ],
)  # fmt: skip
def test_a_murmur_read_as_something_else_is_none(read: str, confidence: float, voiced: float) -> None:
    assert not stops(read, confidence, voiced)


@pytest.mark.parametrize(
    ("read", "confidence", "voiced"),
    [
        ("听。", 0.3, 0.3), ("我听", 0.3, 0.4), ("你听一下。", 0.37, 0.6), ("听听听", 0.46, 0.6), ("停", 0.2, 0.3),
        ("Start beat", 0.4, 0.45), ("wait", 0.3, 0.3), ("No", 0.5, 0.45), ("Now", 0.36, 0.42), ("不是", 0.34, 0.7),
        ("懂一下", 0.45, 0.6), ("别说", 0.3, 0.4),
    ],
)  # fmt: skip
def test_a_stop_a_wait_and_a_no_count_however_badly_they_were_heard(
    read: str, confidence: float, voiced: float
) -> None:
    assert stops(read, confidence, voiced)


@pytest.mark.parametrize(
    ("read", "confidence", "voiced"),
    [
        ("多少钱？", 0.86, 0.5), ("明天啊。", 0.62, 0.67), ("那云声呢？", 0.39, 0.83), ("How much?", 0.75, 0.5),
        ("你说呢？", 0.44, 0.93), ("你呢", 0.9, 0.4),
    ],
)  # fmt: skip
def test_what_was_heard_well_or_lasts_counts(read: str, confidence: float, voiced: float) -> None:
    assert stops(read, confidence, voiced)


def test_from_a_second_on_everything_counts() -> None:
    assert stops("奶奶", 0.1, 1.0)


def test_no_murmur_sounds_like_a_stop() -> None:
    for murmur in (
        "嗯",
        "嗯嗯",
        "哦",
        "对",
        "好的",
        "是的",
        "是啊",
        "mm-hm",
        "uh-huh",
        "yeah",
        "right",
        "okay",
    ):
        assert not sounds_like_stop(murmur)
    for stop in ("停", "别说了", "安静", "stop", "no"):
        assert sounds_like_stop(stop)
    for murmur in ("嗯", "奶奶", "对对", "是啊"):
        assert sounds_like_murmur(murmur)


def over_the_answer(ended: float) -> Talk:
    """A voice from 3.5 on that was asked about."""
    talk = Talk().speaking()
    talk.send(3.56, ev.VoiceStarted(0.9, -20.0, 3.5))
    talk.wake()
    talk.send(ended + 0.1, ev.VoiceStopped(0.1, -60.0, ended))
    assert talk.wake() == [ev.AskEnd(2)]
    assert isinstance(talk.coordinator.state, Overlap)
    return talk


def test_over_an_answer_a_murmur_that_was_misread_lets_it_go_on() -> None:
    talk = over_the_answer(3.85)
    assert ev.Resume() in talk.send(4.5, ev.Partial(2, "你呢", "zh", 0.37))
    assert isinstance(talk.coordinator.state, Speaking)


def test_over_an_answer_a_stop_that_was_misread_ends_it() -> None:
    talk = over_the_answer(3.85)
    assert any(isinstance(action, ev.Stop) for action in talk.send(4.5, ev.Partial(2, "听", "zh", 0.3)))


def test_a_stop_that_was_heard_counts_when_more_is_asked_meanwhile() -> None:
    talk = over_the_answer(4.1)
    talk.send(4.46, ev.VoiceStarted(0.9, -20.0, 4.4))
    talk.send(4.7, ev.VoiceStopped(0.1, -60.0, 4.6))
    assert talk.wake() == [ev.AskEnd(3)]
    assert any(isinstance(action, ev.Stop) for action in talk.send(5.0, ev.Partial(2, "停停停", "zh", 0.7)))
