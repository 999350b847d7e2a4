"""What is an echo, what is a quotation, and what asks for silence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.audio.echo import Cancelling, NoEchoCanceller, echo_of
from core.audio.echo_cancelling import EchoCancellingDuplex
from core.audio.echo_path import EchoPath
from core.audio.fake import FakeDuplex
from core.clock import ManualClock
from core.errors import UserFacing
from core.turn import events as ev
from core.turn.containment import ContainedDuplex
from core.turn.coordinator import Coordinator
from core.turn.policies.own_voice import OwnVoice
from core.turn.policies.self_hearing import (
    is_echo,
    own_words,
    says,
    somebody_goes_on,
    stop_in,
    strange_words,
)

ZH = "退货期限是签收后七天内，请保留好原来的包装。"
EN = "You can return it within seven days, please keep the original box."


@pytest.mark.parametrize(
    ("heard", "played"),
    [
        ("退货期限是签收后", ZH),
        ("退伙七现是千收后7天内", ZH),
        ("原来的包装", ZH),
        ("内", ZH),
        ("within 7 days please keep", EN),
        ("return it within seven days, please keep the original books", EN),
        ("嗯我想一想", "嗯，我想一想。"),
    ],
)
def test_an_echo_is_known_however_it_is_spelt(heard: str, played: str) -> None:
    assert is_echo(heard, played)
    assert own_words(heard, played) == ""


@pytest.mark.parametrize(
    ("heard", "played"),
    [
        ("七天内是从哪天开始算", ZH),
        ("包装扔了怎么办", ZH),
        ("停", ZH),
        ("行", ZH),
        ("seven days from when", EN),
        ("what if I lost the box", EN),
        ("", ZH),
        ("今天几号", ""),
    ],
)
def test_a_quotation_with_words_of_ones_own_is_none(heard: str, played: str) -> None:
    assert not is_echo(heard, played)


def test_an_echo_at_either_end_is_taken_off() -> None:
    assert own_words("签收后七天内那运费谁承担", ZH) == "那运费谁承担"
    assert own_words("那运费谁承担请保留好原来的", ZH) == "那运费谁承担"
    assert own_words("那运费谁承担", ZH) == "那运费谁承担"
    assert own_words("seven days please keep the who pays for it", EN) == "who pays for it"


def test_a_stop_is_found_inside_an_echo() -> None:
    assert stop_in("签收后别说了七天内", "zh", ZH) == "别说了"
    assert stop_in("停", "zh", ZH) == "停"
    assert stop_in("please keep stop the original", "en", EN) == "stop"
    assert stop_in("签收后七天内", "zh", ZH) is None
    assert stop_in("我想换一个", "zh", ZH) is None
    assert stop_in("停，我想换一个", "zh", ZH) == "停，我想换一个"


def test_a_stop_in_the_answers_own_words_stops_nothing() -> None:
    assert stop_in("前面停车", "zh", "请在前面停车。") is None
    assert stop_in("停", "zh", "请在前面停。") is None


def test_what_is_strange_and_who_goes_on() -> None:
    assert strange_words("包装嗯对", ZH) == "嗯对"
    assert somebody_goes_on("签收后七天内那运费", ZH)
    assert not somebody_goes_on("那运费请保留好", ZH)


def test_a_wake_word_in_what_it_says_is_its_own() -> None:
    assert says("hey_jarvis", "They call it Jarvis.")
    assert not says("hey_jarvis", EN)
    assert not says("okay_nabu", "")


SYLLABLES = st.text(st.sampled_from("退货期限是签收后七天内请保留好原来的包装标"), min_size=1, max_size=30)


@given(SYLLABLES, st.data())
def test_every_stretch_of_what_was_played_is_an_echo(played: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(played) - 1))
    end = data.draw(st.integers(begin + 1, len(played)))
    assert is_echo(played[begin:end], played)
    assert stop_in(played[begin:end], "zh", played) is None
    assert strange_words(played[begin:end], played) == ""


@given(SYLLABLES, st.text(st.sampled_from("明早几点吃药姑娘么"), min_size=4, max_size=12), st.integers(0, 2))
def test_words_of_ones_own_are_never_an_echo(played: str, own: str, quoted: int) -> None:
    assert not is_echo(played[:quoted] + own, played)
    assert own_words(own, played) == own


@given(st.text(max_size=40), st.text(max_size=40))
def test_what_is_left_was_heard(heard: str, played: str) -> None:
    assert own_words(heard, played) in heard


def test_only_what_sounded_near_that_time_can_come_back() -> None:
    voice = OwnVoice().offers(1, "请在前面停车，然后走两百米到门口。").offers(2, "再左转。")
    for second in range(17):
        voice = voice.plays(1, second, float(second))
    assert "停车" in voice.between(5.0, 6.0)
    assert "停" not in voice.between(14.0, 15.0)
    assert voice.between(14.0, 15.0).endswith("门口")
    voice = voice.plays(2, 0, 18.0).silent(20.0)
    assert "左转" in voice.between(20.3, 21.0)
    assert voice.between(20.6, 21.0) == ""


def told(coordinator: Coordinator, state: Cancelling, *, lasting: bool) -> list[str]:
    actions = coordinator.on(ev.EchoChanged(state, lasting=lasting), 0.0)
    return [action.message for action in actions if isinstance(action, ev.Notice)]


def test_people_are_told_once_a_change_that_lasts() -> None:
    coordinator = Coordinator()
    said = [
        told(coordinator, state, lasting=False) + told(coordinator, state, lasting=True)
        for state in ("warming", "effective", "failing", "warming", "effective", "none", "failing", "absent")
    ]
    half, full = ["turn.half_duplex"], ["turn.full_duplex"]
    assert said == [[], [], half, [], full, half, [], full]


def test_a_canceller_that_wavers_at_the_end_of_its_warm_up_is_no_news() -> None:
    coordinator = Coordinator()
    assert told(coordinator, "warming", lasting=True) == []
    assert told(coordinator, "failing", lasting=False) == []
    assert coordinator.half_duplex, "what counts changes at once"
    assert told(coordinator, "effective", lasting=False) == []
    assert not coordinator.half_duplex
    assert told(coordinator, "effective", lasting=True) == []


def test_a_duplex_that_reports_no_echo_has_none_in_a_plug_in_too() -> None:
    def report(error: BaseException) -> UserFacing:
        raise AssertionError("not reporting is no fault") from error

    reporting = EchoCancellingDuplex(FakeDuplex(ManualClock(), echo=EchoPath()), NoEchoCanceller())
    assert echo_of(ContainedDuplex(object(), None, report)).state == "absent"  # type: ignore[arg-type]
    assert echo_of(ContainedDuplex(reporting, None, report)).state == "none"  # type: ignore[arg-type]
    assert echo_of(FakeDuplex(ManualClock())).state == "absent"
