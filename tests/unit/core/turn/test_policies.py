"""The arbiter, patience, and what an interruption means."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.turn.policies.completeness import Label
from core.turn.policies.endpoint import Evidence, arbitrate
from core.turn.policies.interrupt import meaning
from core.turn.policies.patience import BRISK, ELDER, PROFILES, Learned, Profile

LABELS: list[Label | None] = [None, "complete", "incomplete", "backchannel", "hold", "stop"]
EVIDENCE = st.builds(
    Evidence,
    label=st.sampled_from(LABELS),
    language=st.sampled_from(["zh", "en"]),
    heard_nothing=st.booleans(),
    p_end=st.none() | st.floats(0, 1),
    explicit=st.booleans(),
    confidence=st.floats(0, 1),
    settled=st.booleans(),
    loose=st.booleans(),
    open=st.booleans(),
)


@settings(deadline=None)
@given(EVIDENCE, st.sampled_from([ELDER, BRISK]))
def test_the_ceiling_ends_everything_but_a_hold(evidence: Evidence, profile: Profile) -> None:
    wait = arbitrate(evidence, profile, 30.0).wait
    if evidence.label == "hold" and not evidence.explicit and not evidence.heard_nothing:
        assert wait == 30.0
    else:
        assert 0.0 <= wait <= profile.ceiling


@settings(deadline=None)
@given(EVIDENCE)
def test_only_a_button_or_a_stop_word_ends_a_turn_before_the_floor(evidence: Evidence) -> None:
    if arbitrate(evidence, ELDER, 30.0).wait < ELDER.floor:
        assert evidence.explicit or evidence.label == "stop"


def test_words_outweigh_melody_and_more_so_in_chinese() -> None:
    def wait(label: Label, p_end: float, language: str = "zh") -> float:
        return arbitrate(Evidence(label, "zh" if language == "zh" else "en", False, p_end), ELDER, 30.0).wait

    assert wait("complete", 0.9) == ELDER.floor
    assert ELDER.floor < wait("complete", 0.1) < wait("complete", 0.1, "en") < wait("incomplete", 0.95, "en")
    assert wait("incomplete", 0.1) == ELDER.ceiling


def test_the_less_the_words_prove_the_longer_they_wait() -> None:
    closed, loose = Evidence("complete"), Evidence("complete", loose=True)
    unstopped = Evidence("complete", loose=True, open=True)
    badly = Evidence("complete", confidence=0.5)
    waits = [arbitrate(evidence, ELDER, 30.0).wait for evidence in (closed, loose, unstopped, badly)]
    assert waits == sorted(set(waits))
    assert waits[0] == ELDER.floor
    assert waits[-1] == ELDER.ceiling


def test_words_badly_heard_are_read_again_before_an_answer_is_prepared() -> None:
    first = arbitrate(Evidence("complete", confidence=0.5), ELDER, 30.0)
    assert first.look_again
    assert not first.likely
    second = arbitrate(Evidence("complete", confidence=0.5, settled=True), ELDER, 30.0)
    assert second.likely
    assert not second.look_again


def test_an_answer_is_prepared_only_for_what_may_be_the_end() -> None:
    assert arbitrate(Evidence("complete"), ELDER, 30.0).likely
    assert arbitrate(Evidence("backchannel"), ELDER, 30.0).likely
    for label in ("incomplete", "hold", "stop", None):
        assert not arbitrate(Evidence(label), ELDER, 30.0).likely  # type: ignore[arg-type]


def test_roles_have_the_patience_they_are_named_for() -> None:
    assert (PROFILES["elder"].floor, PROFILES["elder"].ceiling) == (0.9, 3.0)
    assert (PROFILES["brisk"].floor, PROFILES["brisk"].ceiling) == (0.35, 2.0)


def test_patience_is_learned_from_enough_pauses_and_stays_in_bounds() -> None:
    assert Learned(ELDER, (1.5,) * 7).floor == ELDER.floor
    assert Learned(ELDER, (1.5,) * 20).floor == pytest.approx(1.5)
    assert Learned(ELDER, (60.0,) * 20).floor == pytest.approx(1.95)
    assert Learned(ELDER, (0.01,) * 20).floor == pytest.approx(0.45)
    assert Learned(ELDER, (60.0,) * 20).ceiling == ELDER.ceiling


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("", "incomplete", "nothing"),
        ("嗯", "backchannel", "backchannel"),
        ("停", "stop", "stop"),
        ("等一下", "hold", "turn"),
        ("那运费呢", "complete", "turn"),
        ("可是我", "incomplete", "turn"),
    ],
)
def test_what_is_said_over_an_answer_decides(text: str, label: Label, expected: str) -> None:
    assert meaning(text, label) == expected
