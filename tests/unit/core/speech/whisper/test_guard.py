"""What Whisper makes up is told from what was said. The numbers are from measured readings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.whisper.engine import Decoded
from core.speech.whisper.guard import is_doubtful, is_looping, is_silence, loops, unlooped


def reading(text: str, average: float = -0.2, no_speech: float = 0.02, cut_off: bool = False) -> Decoded:
    return Decoded(text, (1,) * max(1, len(text)), average, no_speech, cut_off)


@pytest.mark.parametrize(
    ("text", "average", "no_speech"),
    [
        ("你怎么知道我这一切都不错。", -2.21, 0.88),
        ("李明明, 降压药以下是普通话的句子。", -0.65, 0.86),
        ("宇宙, 宇宙, 宇宙, 宇宙", -0.42, 0.75),
        ("李明, 降压药以下是普通。", -0.76, 0.47),
        ("I don't know.", -1.52, 0.33),
        ("you", -0.57, 0.92),
        ("。。。。。", -0.2, 0.02),
        ("", 0.0, 0.0),
        ("谢谢观看！", -0.4, 0.05),
        ("Thanks for watching!", -0.2, 0.2),
    ],
)
def test_words_put_to_noise_are_silence(text: str, average: float, no_speech: float) -> None:
    assert is_silence(reading(text, average, no_speech))


@pytest.mark.parametrize(
    ("text", "average", "no_speech"),
    [
        ("吵定", -0.95, 0.035),
        ("No, thank you.", -0.23, 0.225),
        ("谢谢你再见。", -0.42, 0.008),
        ("谢谢", -0.5, 0.05),
        ("Who pays for the shipping?", -0.08, 0.204),
        ("谢谢观看", -0.1, 0.01),
    ],
)
def test_what_was_said_is_not_silence(text: str, average: float, no_speech: float) -> None:
    assert not is_silence(reading(text, average, no_speech))


@pytest.mark.parametrize(
    "text",
    [
        "I want to go home. I want to go home. I want to go home.",
        "明天早上八点吃药，明天早上八点吃药，明天早上八点吃药",
        "李明, 李明, 李明, 李明, 李明, 李明",
        "啊" * 20,
    ],
)
def test_going_round_in_circles_is_noticed_and_can_be_said_once(text: str) -> None:
    assert loops(text)
    assert not loops(unlooped(text))


@pytest.mark.parametrize(
    "text",
    [
        "哈哈哈哈",
        "对对对，好的好的。",
        "No, no, no, I mean the red one.",
        "慢慢来，慢慢来，不着急。",
        "我记得年轻的时候在工厂里当会计每天骑自行车上班要骑四十分钟",
    ],
)
def test_people_who_repeat_a_little_do_not_loop(text: str) -> None:
    assert not loops(text)
    assert unlooped(text) == text


def test_writing_until_stopped_counts_as_looping() -> None:
    assert is_looping(reading("任何话", cut_off=True))
    assert not is_looping(reading("任何话"))


def test_doubt_begins_where_a_second_look_was_measured_to_pay() -> None:
    assert is_doubtful(reading("那韵废水成的", -0.5))
    assert not is_doubtful(reading("今天天气怎么样", -0.13))


@given(st.text(alphabet="好的不吃药ab ，.", max_size=60))
def test_saying_once_never_invents(text: str) -> None:
    remaining = iter(text)
    assert all(character in remaining for character in unlooped(text))


@pytest.mark.parametrize("text", ["What about them? What about them?", "我想吃面条。我想吃面条。"])
def test_a_sentence_said_twice_over_is_doubted_however_sure_the_model_is(text: str) -> None:
    assert is_doubtful(reading(text, -0.1))
    assert not is_doubtful(reading("对对。对对。", -0.1))


def test_a_number_may_have_many_zeros() -> None:
    assert not loops("13800000000")
    assert not loops("一三八零零零零零零零零")
    assert loops("0" * 40)
