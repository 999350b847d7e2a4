"""The fakes are honest: they work on sound, and only on what is in it."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.clock import ManualClock
from core.speech.fake import FakeEndOfTurn, FakeRecognizer, FakeVad, FakeVoice, Line, Script
from core.speech.ports import Hints, Style

SCRIPT = Script([Line("我想退货。", 0.5), Line("那运费谁承担？", 3.0)])
HINTS = Hints()


async def test_a_script_is_heard_line_by_line() -> None:
    ears, sound = FakeRecognizer(SCRIPT), SCRIPT.sound()
    assert (await ears.draft(sound[: 2 * 16_000], HINTS)).text == "我想退货。"
    assert (await ears.final(sound, HINTS)).text == "我想退货。那运费谁承担？"
    assert ears.asked == {"draft": 1, "final": 1}


async def test_what_has_not_been_said_yet_is_not_heard() -> None:
    sound = SCRIPT.sound()
    assert (await FakeRecognizer(SCRIPT).draft(sound[: int(0.9 * 16_000)], HINTS)).text == "我想"


@settings(max_examples=20, deadline=None)
@given(
    st.text(alphabet="我想退货那运费谁承担", min_size=1, max_size=20),
    st.integers(0, 4000),
    st.floats(0.2, 1.5),
)
def test_any_text_of_its_characters_is_heard_wherever_it_begins(text: str, offset: int, gain: float) -> None:
    sound = np.concatenate([np.zeros(offset, np.int16), SCRIPT.hum(text), np.zeros(offset, np.int16)])
    assert SCRIPT.heard((sound * gain).astype(np.int16)) == text


async def test_a_draft_can_be_misheard_and_the_final_is_not() -> None:
    ears = FakeRecognizer(SCRIPT, misheard={"我想退货。": "我想退伙。"})
    assert (await ears.draft(SCRIPT.hum("我想退货。"), HINTS)).text == "我想退伙。"
    assert (await ears.final(SCRIPT.hum("我想退货。"), HINTS)).text == "我想退货。"


async def test_a_turn_ends_where_a_line_does() -> None:
    end = FakeEndOfTurn(SCRIPT)
    assert await end.p_end(SCRIPT.hum("我想退货。")) > 0.5
    assert await end.p_end(SCRIPT.hum("我想退")) < 0.5


def test_the_detector_hears_the_hum_and_not_the_silence() -> None:
    vad, sound = FakeVad(), SCRIPT.sound()
    assert vad.probability(sound[8_512:9_024]) > 0.5
    assert vad.probability(sound[:512]) < 0.5


def test_lines_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="begins before"):
        Script([Line("我想退货。", 0.0), Line("好", 0.1)]).sound()


async def test_the_voice_marks_every_character_to_the_sample() -> None:
    chunks = [chunk async for chunk in FakeVoice().speak("好的，再见。", Style())]
    assert [(chunk.start, chunk.end) for chunk in chunks] == [(0, 3), (3, 6)]
    assert [(mark.sample, mark.characters) for mark in chunks[1].marks] == [(0, 4), (1920, 5), (3840, 6)]
    assert len(chunks[1].pcm) == 3 * 1920


async def test_the_voice_takes_its_time_on_the_clock_it_was_given() -> None:
    clock = ManualClock()
    speaking = asyncio.ensure_future(anext(FakeVoice(clock=clock, seconds=0.5).speak("好", Style())))
    await asyncio.sleep(0)
    clock.advance(0.4)
    await asyncio.sleep(0)
    assert not speaking.done()
    clock.advance(0.1)
    assert (await speaking).end == 1
