"""Given these events, expect these actions."""

from __future__ import annotations

import pytest

from core.turn import events as ev
from core.turn.coordinator import Coordinator
from core.turn.policies.patience import BRISK, ELDER
from core.turn.states import Deciding, Idle, Listening, Settings, Speaking, Suspended

QUESTION = "退货要多久才能到账？"


class Talk:
    """Sends events at times and keeps the actions of the last."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.coordinator = Coordinator(settings)
        self.timer = 0
        self.last: list[ev.Action] = []

    def send(self, at: float, event: ev.Event) -> list[ev.Action]:
        actions = self.coordinator.on(event, at)
        for action in actions:
            if isinstance(action, ev.WakeAt):
                self.timer = action.timer
        self.last = [a for a in actions if not isinstance(a, ev.WakeAt)]
        return self.last

    def wake(self) -> list[ev.Action]:
        assert self.coordinator.wake_at is not None
        return self.send(self.coordinator.wake_at, ev.Woke(self.timer))

    def say(self, began: float, ended: float) -> list[ev.Action]:
        """A voice, and its pause up to the question put to the recogniser."""
        self.send(began + 0.06, ev.VoiceStarted(0.9, -20.0, began))
        self.send(ended + 0.1, ev.VoiceStopped(0.1, -60.0, ended))
        return self.wake()

    def speaking(self) -> Talk:
        """An answer is sounding since 3.0."""
        self.say(0.0, 1.0)
        self.send(1.5, ev.Partial(1, QUESTION, "zh", 0.9))
        self.send(1.6, ev.Final(1, QUESTION, "zh", 0.9))
        self.send(1.7, ev.ReplySentence(1, 1, "七天内。"))
        self.wake()
        assert isinstance(self.coordinator.state, Speaking)
        self.send(3.0, ev.Played(1, 2_400))
        return self


def test_a_likely_end_is_drafted_and_committed_when_patience_runs_out() -> None:
    talk = Talk()
    assert talk.say(0.0, 1.0) == [ev.AskEnd(1)]
    assert talk.send(1.5, ev.Partial(1, QUESTION, "zh", 0.9)) == [
        ev.Finalize(1),
        ev.Draft(1, 1, QUESTION, "zh", 0.9),
    ]
    assert talk.send(1.6, ev.Final(1, QUESTION + "。", "zh", 0.95)) == []
    assert talk.coordinator.wake_at == 1.9
    assert talk.wake() == [ev.Commit(1, 1, QUESTION + "。", "zh", 0.95)]


def test_a_final_text_that_differs_starts_the_answer_again() -> None:
    talk = Talk()
    talk.say(0.0, 1.0)
    talk.send(1.5, ev.Partial(1, QUESTION, "zh", 0.9))
    assert talk.send(1.6, ev.Final(1, "退货要多久", "zh", 0.95)) == [
        ev.Discard(1),
        ev.Draft(2, 1, "退货要多久", "zh", 0.95),
    ]


def test_without_early_drafts_the_answer_begins_at_the_commit() -> None:
    talk = Talk(Settings(draft_early=False))
    talk.say(0.0, 1.0)
    assert talk.send(1.5, ev.Partial(1, QUESTION, "zh", 0.9)) == [ev.Finalize(1)]
    talk.send(1.6, ev.Final(1, QUESTION, "zh", 0.9))
    assert [type(a) for a in talk.wake()] == [ev.Draft, ev.Commit]


def test_an_unfinished_sentence_waits_to_the_ceiling() -> None:
    talk = Talk()
    talk.say(0.0, 1.0)
    assert talk.send(1.5, ev.Partial(1, "我女儿住在", "zh", 0.9)) == []
    assert talk.coordinator.wake_at == 4.0
    assert talk.wake() == [ev.Finalize(1)]
    assert [type(a) for a in talk.send(4.3, ev.Final(1, "我女儿住在", "zh", 0.9))] == [ev.Draft, ev.Commit]


def test_going_on_discards_the_draft_and_teaches_the_pause() -> None:
    talk = Talk()
    talk.say(0.0, 1.0)
    talk.send(1.5, ev.Partial(1, QUESTION, "zh", 0.9))
    learned, discard = talk.send(1.86, ev.VoiceStarted(0.9, -20.0, 1.8))
    assert learned == ev.Learned(0.8)
    assert discard == ev.Discard(1)
    assert talk.send(1.9, ev.Final(1, QUESTION, "zh", 0.9)) == []
    assert isinstance(talk.coordinator.state, Listening)


def test_a_hold_keeps_the_floor_and_is_never_answered() -> None:
    talk = Talk()
    talk.say(0.0, 1.0)
    assert talk.send(1.5, ev.Partial(1, "等一下", "zh", 0.9)) == []
    assert talk.coordinator.wake_at == 31.0
    assert talk.wake() == [ev.Decline("等一下", "hold"), ev.Forget()]
    assert isinstance(talk.coordinator.state, Idle)


def test_a_final_text_can_show_that_the_endpoint_came_too_soon() -> None:
    talk = Talk(Settings(patience=BRISK))
    talk.say(0.0, 1.0)
    assert [type(a) for a in talk.send(1.5, ev.Partial(1, "我女儿来了。", "zh", 0.9))] == [
        ev.Finalize,
        ev.Draft,
    ]
    assert [type(a) for a in talk.send(1.8, ev.Final(1, "我女儿住在", "zh", 0.9))] == [ev.Discard]
    assert isinstance(talk.coordinator.state, Deciding)
    assert talk.coordinator.wake_at == 3.0


def test_a_draft_stands_in_for_a_final_text_that_does_not_come() -> None:
    talk = Talk(Settings(patience=BRISK))
    talk.say(0.0, 1.0)
    talk.send(1.5, ev.Partial(1, QUESTION, "zh", 0.6))
    assert talk.coordinator.wake_at == 5.5
    assert talk.wake() == [ev.Commit(1, 1, QUESTION, "zh", 0.6)]


def test_words_badly_heard_are_read_again_while_they_wait_and_end_nothing() -> None:
    talk = Talk(Settings(patience=BRISK))
    talk.say(0.0, 1.0)
    assert talk.send(1.5, ev.Partial(1, QUESTION, "zh", 0.5)) == [ev.Finalize(1)]
    assert talk.coordinator.wake_at == 3.0
    heard = talk.send(2.4, ev.Final(1, QUESTION, "zh", 0.8))
    assert [type(action) for action in heard] == [ev.Draft, ev.Commit]


def test_a_sentence_that_nothing_closes_waits_longer_and_is_answered_meanwhile() -> None:
    talk = Talk(Settings(patience=ELDER))
    talk.say(0.0, 1.0)
    assert [type(a) for a in talk.send(1.5, ev.Partial(1, "我想吃面条。", "zh", 0.9))] == [
        ev.Finalize,
        ev.Draft,
    ]
    assert talk.coordinator.wake_at == pytest.approx(2.53)


def test_dots_say_that_more_is_to_come() -> None:
    talk = Talk(Settings(patience=ELDER))
    talk.say(0.0, 1.0)
    assert talk.send(1.5, ev.Partial(1, "I used...", "en", 0.9)) == []
    assert talk.coordinator.wake_at == 4.0


def test_a_cough_is_no_turn() -> None:
    talk = Talk()
    talk.say(0.0, 0.3)
    talk.send(0.9, ev.Partial(1, "", "zh", 0.0))
    assert talk.wake() == [ev.Forget()]
    assert isinstance(talk.coordinator.state, Idle)


def test_a_voice_over_the_answer_ducks_pauses_and_then_its_words_decide() -> None:
    talk = Talk().speaking()
    assert talk.send(3.16, ev.VoiceStarted(0.9, -20.0, 3.1)) == [ev.Duck()]
    assert talk.coordinator.wake_at == 3.1 + 0.16
    assert talk.wake() == [ev.Pause()]
    talk.send(3.7, ev.VoiceStopped(0.1, -60.0, 3.6))
    assert talk.wake() == [ev.AskEnd(2)]
    assert talk.send(4.2, ev.Partial(2, "嗯嗯", "zh", 0.9)) == [ev.Forget(), ev.Resume(), ev.Unduck()]
    assert isinstance(talk.coordinator.state, Speaking)


def test_content_over_the_answer_becomes_the_next_turn() -> None:
    talk = Talk().speaking()
    talk.send(3.16, ev.VoiceStarted(0.9, -20.0, 3.1))
    talk.wake()
    talk.send(4.1, ev.VoiceStopped(0.1, -60.0, 4.0))
    talk.wake()
    assert talk.send(4.5, ev.Partial(2, "那运费谁来承担", "zh", 0.9)) == [
        ev.Stop(1, 1, 2_400),
        ev.Record(1, 1, "interrupted", None),
        ev.Finalize(2),
        ev.Draft(2, 2, "那运费谁来承担", "zh", 0.9),
    ]


def test_a_long_interruption_is_recognised_before_it_ends() -> None:
    talk = Talk().speaking()
    talk.send(3.16, ev.VoiceStarted(0.9, -20.0, 3.1))
    talk.wake()
    assert talk.coordinator.wake_at == 3.1 + 0.8
    assert talk.wake() == [ev.AskEnd(2)]
    actions = talk.send(4.3, ev.Partial(2, "那运费谁", "zh", 0.9))
    assert actions == [ev.Stop(1, 1, 2_400), ev.Record(1, 1, "interrupted", None)]
    assert isinstance(talk.coordinator.state, Listening)


def test_no_words_within_two_seconds_was_no_interruption() -> None:
    talk = Talk().speaking()
    talk.send(3.2, ev.VoiceStarted(0.9, -20.0, 3.1))
    talk.wake()
    talk.wake()
    assert talk.coordinator.wake_at == 5.2
    assert talk.wake() == [ev.Forget(), ev.Resume(), ev.Unduck()]


def test_a_click_only_ducks() -> None:
    talk = Talk().speaking()
    talk.send(3.16, ev.VoiceStarted(0.9, -20.0, 3.1))
    assert talk.send(3.2, ev.VoiceStopped(0.1, -60.0, 3.17)) == [ev.Forget(), ev.Unduck()]


def test_the_button_stops_it() -> None:
    talk = Talk().speaking()
    assert talk.send(3.2, ev.StopSpeaking()) == [ev.Stop(1, 1, 2_400), ev.Record(1, 1, "interrupted", None)]
    assert isinstance(talk.coordinator.state, Idle)


def test_a_failure_is_said_aloud_and_closes_the_turn() -> None:
    talk = Talk().speaking()
    assert talk.send(3.1, ev.ReplyFailed(1, "brain.down")) == [ev.Apologise(1, "brain.down")]
    assert talk.send(3.2, ev.ReplySentence(1, 2, "抱歉。")) == [ev.Speak(1, 2)]
    talk.send(3.2, ev.ReplyEnded(1))
    talk.send(4.0, ev.PlaybackEnded(1))
    assert talk.send(5.0, ev.PlaybackEnded(2)) == [ev.Record(1, 1, "failed", "brain.down")]


def test_an_answer_that_never_comes_is_a_failure() -> None:
    talk = Talk()
    talk.say(0.0, 1.0)
    talk.send(1.5, ev.Partial(1, QUESTION, "zh", 0.9))
    talk.send(1.6, ev.Final(1, QUESTION, "zh", 0.9))
    talk.wake()
    assert talk.wake() == [ev.Apologise(1, "turn.no_answer")]
    assert talk.wake() == [ev.Stop(1, None, 0), ev.Record(1, 1, "failed", "turn.no_answer")]


def test_a_lost_microphone_keeps_what_was_said_and_goes_on_when_it_is_back() -> None:
    talk = Talk()
    talk.send(0.1, ev.VoiceStarted(0.9, -20.0, 0.0))
    assert talk.send(1.0, ev.MicLost()) == [ev.Notice("turn.microphone_lost")]
    assert isinstance(talk.coordinator.state, Suspended)
    assert talk.send(9.0, ev.MicBack()) == []
    assert talk.wake() == [ev.AskEnd(1)]


def test_muting_forgets_unfinished_speech_and_lets_an_answer_go_on() -> None:
    talk = Talk()
    talk.send(0.1, ev.VoiceStarted(0.9, -20.0, 0.0))
    assert talk.send(0.5, ev.Muted()) == [ev.Forget()]
    assert talk.coordinator.wake_at is None
    talk = Talk().speaking()
    assert talk.send(3.1, ev.Muted()) == []
    assert talk.send(3.2, ev.VoiceStarted(0.9, -20.0, 3.1)) == []
    talk.send(3.3, ev.ReplyEnded(1))
    assert talk.send(4.0, ev.PlaybackEnded(1)) == [ev.Record(1, 1, "finished", None)]
    assert isinstance(talk.coordinator.state, Suspended)
    talk.send(5.0, ev.Unmuted())
    assert isinstance(talk.coordinator.state, Idle)


def test_a_missing_stop_counts_only_from_a_recogniser_that_sets_them() -> None:
    def waited(talk: Talk, began: float) -> float:
        (asked,) = (a for a in talk.say(began, began + 1.0) if isinstance(a, ev.AskEnd))
        talk.send(began + 1.5, ev.Partial(asked.ask, "我把老花镜放在桌子旁边", "zh", 0.9))
        assert talk.coordinator.wake_at is not None
        return talk.coordinator.wake_at - (began + 1.0)

    talk = Talk(Settings(patience=ELDER))
    waits = [waited(talk, 2.0 * turn) for turn in range(8)]
    assert waits[0] == pytest.approx(ELDER.floor + 0.8 * (ELDER.ceiling - ELDER.floor))
    assert waits[-1] == pytest.approx(ELDER.floor + 0.3 * (ELDER.ceiling - ELDER.floor))
