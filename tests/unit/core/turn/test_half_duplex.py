"""With an open loudspeaker, end to end in virtual time: it hears itself and is not taken in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.speech.wake.fake import FakeWakeWord, whistle
from core.turn.states import Settings
from tests.unit.core.turn.room import KnowingCanceller, Room

QUESTION = "退货要多久到账"
LONG = [
    "退货期限是签收后七天内，请保留好原来的包装和标签。",
    "钱款会在三个工作日里原路退回，您不用再打电话催。",
    "要是商品有破损，先拍几张照片，再联系客服说明情况。",
    "运费由商家承担，上门取件的师傅会提前给您发短信。",
    "大件家具需要预约时间，老人一个人在家也可以改到周末。",
    "发票一起寄回去就行，电子的那一种会自动作废重开。",
    "以后买东西记得看清尺寸，省得来回折腾又耽误工夫。",
    "别的还有什么想问，慢慢讲，我都在这儿听着呢。",
] * 2
OTHER = "那运费谁来承担"


def asked(room: Room) -> list[Callable[[], float | Callable[[], bool]]]:
    """The question is put, and the answer has been sounding for a while."""
    return [
        lambda: room.after(0.5),
        lambda: (room.say(QUESTION), room.after(0.0))[1],
        lambda: lambda: room.engine.state in ("speaking", "overlap"),
    ]


def silence(room: Room) -> float:
    """Seconds since the speaker last sounded."""
    sounding = room.devices.heard.nonzero()[0]
    return room.devices.now() - float(sounding[-1]) / 24_000


@pytest.mark.parametrize("gain_db", [0.0, -6.0, -12.0, -20.0])
async def test_a_minute_of_echo_interrupts_nothing_without_a_canceller(gain_db: float) -> None:
    room = Room({QUESTION: LONG}, gain_db)
    await room.talk(*asked(room), lambda: room.ended(1), lambda: room.after(5.0))
    assert room.outcomes == ["finished"]
    assert room.said == [QUESTION]
    assert len(room.devices.heard) / 24_000 > 60
    assert room.notices == ["turn.half_duplex"]
    assert room.engine.pauses == type(room.engine.pauses)([])
    assert room.recognizer.longest < 8.0


@pytest.mark.parametrize(("gain_db", "leak"), [(0.0, 0.1), (-6.0, 0.3), (0.0, 0.6), (-12.0, 0.6)])
async def test_a_minute_of_what_a_canceller_leaves_interrupts_nothing(gain_db: float, leak: float) -> None:
    room = Room({QUESTION: LONG}, gain_db, KnowingCanceller(leak))
    await room.talk(*asked(room), lambda: room.ended(1), lambda: room.after(5.0))
    assert room.outcomes == ["finished"]
    assert room.said == [QUESTION]
    assert room.notices == []


async def test_what_is_misheard_of_the_echo_interrupts_nothing_either() -> None:
    room = Room({QUESTION: LONG}, -6.0, KnowingCanceller(0.6))
    room.recognizer.garbles = {
        "期": "七",
        "商": "伤",
        "家": "佳",
        "您": "宁",
        "都": "多",
        "看": "砍",
    }
    await room.talk(*asked(room), lambda: room.ended(1), lambda: room.after(3.0))
    assert room.outcomes == ["finished"]
    assert len(room.said) == 1


async def test_a_canceller_that_fails_is_told_once_and_so_is_its_return() -> None:
    canceller = KnowingCanceller(0.1)
    room = Room({QUESTION: LONG}, -6.0, canceller)

    def leaking(leak: float) -> float:
        canceller.leak = leak
        return room.after(8.0)

    await room.talk(
        *asked(room),
        lambda: room.after(6.0),
        lambda: leaking(1.0),
        lambda: leaking(0.1),
        lambda: (room.say(OTHER), room.ended(1))[1],
    )
    assert room.notices == ["turn.half_duplex", "turn.full_duplex"]
    assert room.outcomes[0] == "interrupted", "and then it can be talked over again"


@pytest.mark.parametrize("word", ["停", "别说了", "停一下"])
@pytest.mark.parametrize("canceller", [None, "failing"])
async def test_in_half_duplex_a_spoken_stop_stops_it(word: str, canceller: str | None) -> None:
    room = Room({QUESTION: LONG}, -12.0, KnowingCanceller(1.0) if canceller else None)
    over = [0.0]
    await room.talk(
        *asked(room),
        lambda: room.after(7.0),
        lambda: (over.__setitem__(0, room.say(word)), room.ended(1))[1],
        lambda: room.after(6.0),
    )
    assert room.outcomes == ["interrupted"]
    assert room.said == [QUESTION], "the word that stops it is no turn"
    assert room.devices.now() - silence(room) - over[0] < 2.5
    assert room.engine.state == "idle"


async def test_in_half_duplex_other_words_do_not_even_make_it_quieter() -> None:
    room = Room({QUESTION: LONG[:3]}, -12.0)
    await room.talk(
        *asked(room),
        lambda: room.after(4.0),
        lambda: (room.say(OTHER), room.ended(1))[1],
        lambda: room.after(5.0),
    )
    assert room.outcomes == ["finished"]
    assert room.said == [QUESTION]
    states = [getattr(caption, "state", "") for caption in room.captions]
    assert "overlap" in states
    whole = sum(len(sentence) for sentence in LONG[:3]) * 0.2
    first, *_, last = room.devices.heard.nonzero()[0]
    assert (last - first) / 24_000 == pytest.approx(whole, abs=0.1), "it neither paused nor began again"


async def test_what_is_said_after_the_echo_is_a_turn_from_its_first_syllable() -> None:
    room = Room({QUESTION: LONG[:2], OTHER: ["商家。"]}, -6.0)
    await room.talk(
        *asked(room),
        lambda: room.ended(1),
        lambda: room.after(0.35),
        lambda: (room.say(OTHER), room.ended(2))[1],
    )
    assert room.said == [QUESTION, OTHER]


async def test_what_began_with_the_answers_last_words_loses_the_echo_and_nothing_else() -> None:
    room = Room({QUESTION: LONG[:2], OTHER: ["商家。"]}, -6.0)

    def over_the_end() -> float:
        room.say(OTHER)
        return room.after(6.0)

    length = sum(len(sentence) for sentence in LONG[:2]) * 0.2
    await room.talk(*asked(room), lambda: room.after(length - 0.3), over_the_end)
    assert room.said[0] == QUESTION
    assert room.said[1].endswith(OTHER[1:])
    assert len(room.said[1]) <= len(OTHER) + 2


async def test_a_button_stops_it_and_the_echo_becomes_no_turn() -> None:
    room = Room({QUESTION: LONG}, -6.0)

    def pressed() -> float:
        room.engine.wake()
        return room.after(4.0)

    await room.talk(*asked(room), lambda: room.after(3.0), pressed)
    assert room.outcomes == ["interrupted"]
    assert room.said == [QUESTION]
    assert silence(room) > 3.5


async def test_a_wake_word_stops_it_in_half_duplex() -> None:
    room = Room({QUESTION: LONG}, -12.0, wake=FakeWakeWord("hey_nobody"))

    def called() -> float:
        room.devices.say_at(room.devices.now(), whistle())
        return room.after(4.0)

    await room.talk(*asked(room), lambda: room.after(3.0), called)
    assert room.outcomes[0] == "interrupted"


async def test_while_the_canceller_warms_up_only_a_stop_counts() -> None:
    room = Room({QUESTION: LONG[:3], OTHER: ["商家。"]}, -6.0, KnowingCanceller(0.0))
    await room.talk(*asked(room), lambda: room.after(0.3), lambda: (room.say(OTHER[:4]), room.ended(1))[1])
    assert room.outcomes == ["finished"]
    assert room.notices == []
    stopped = Room({QUESTION: LONG[:3]}, -6.0, KnowingCanceller(0.0))
    await stopped.talk(
        *asked(stopped), lambda: stopped.after(0.5), lambda: (stopped.say("停"), stopped.ended(1))[1]
    )
    assert stopped.outcomes == ["interrupted"]


async def test_an_effective_canceller_lets_anybody_interrupt() -> None:
    room = Room({QUESTION: LONG, OTHER: ["商家。"]}, -6.0, KnowingCanceller(0.02))
    await room.talk(*asked(room), lambda: room.after(5.0), lambda: (room.say(OTHER), room.ended(1))[1])
    assert room.outcomes == ["interrupted"]


async def test_an_answer_that_keeps_pausing_for_its_own_voice_goes_on_and_says_so() -> None:
    """Whatever the meter believes: its time stamps may be wrong."""
    canceller = KnowingCanceller(0.02)
    room = Room({QUESTION: LONG[:4]}, -6.0, canceller)

    def failing() -> Callable[[], bool]:
        canceller.leak = 1.0
        return room.ended(1)

    await room.talk(*asked(room), lambda: room.after(4.0), failing)
    assert room.outcomes == ["finished"]
    assert room.notices[0] == "turn.half_duplex"


@pytest.mark.parametrize("gain_db", [0.0, -12.0])
async def test_its_own_thinking_aloud_begins_no_turn_and_stops_no_answer(gain_db: float) -> None:
    settings = Settings(acknowledge_after=1.5)
    room = Room({QUESTION: LONG[:1]}, gain_db, settings=settings)
    room.responder.takes = 5.0
    await room.talk(*asked(room), lambda: room.ended(1), lambda: room.after(4.0))
    assert [type(caption).__name__ for caption in room.captions].count("Remarked") == 1
    assert room.outcomes == ["finished"]
    assert room.said == [QUESTION]


async def test_a_headset_stays_full_duplex_and_is_told_nothing() -> None:
    room = Room({QUESTION: LONG, OTHER: ["商家。"]}, None)
    await room.talk(*asked(room), lambda: room.after(0.5), lambda: (room.say(OTHER), room.ended(2))[1])
    assert room.outcomes == ["interrupted", "finished"]
    assert room.notices == []
    assert room.engine.echo.state == "absent"
