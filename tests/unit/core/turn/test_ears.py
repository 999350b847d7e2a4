"""From frames to voices, with nothing of the speech lost."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Samples
from core.turn.ears import Ears, Hysteresis, level_of
from core.turn.events import VoiceStarted, VoiceStopped
from tests.unit.core.turn.stage import LoudnessVad

Voices = list[VoiceStarted | VoiceStopped]


def sound(*parts: tuple[float, int]) -> Samples:
    """Pairs of seconds and level."""
    return np.concatenate([np.full(int(seconds * INPUT_RATE), level, np.int16) for seconds, level in parts])


def feed(ears: Ears, pcm: Samples, at: float = 0.0) -> Voices:
    events: Voices = []
    for index in range(len(pcm) // FRAME_SAMPLES):
        frame = Frame(pcm[index * FRAME_SAMPLES : (index + 1) * FRAME_SAMPLES], index, at + index * 0.02)
        events += ears.hear(frame)
    return events


def test_a_voice_begins_and_ends_where_it_sounds() -> None:
    events = feed(Ears(LoudnessVad()), sound((1.0, 0), (0.8, 3_000), (1.0, 0)))
    started, stopped = events
    assert isinstance(started, VoiceStarted)
    assert isinstance(stopped, VoiceStopped)
    assert started.began == pytest.approx(1.0, abs=0.033)
    assert stopped.ended == pytest.approx(1.8, abs=0.033)


def test_a_click_is_no_voice_and_a_gap_inside_a_word_no_pause() -> None:
    assert feed(Ears(LoudnessVad()), sound((1.0, 0), (0.02, 3_000), (1.0, 0))) == []
    events = feed(Ears(LoudnessVad()), sound((0.5, 3_000), (0.06, 0), (0.5, 3_000)))
    assert len(events) == 1


def test_the_turn_begins_before_its_voice_and_keeps_everything_after() -> None:
    ears = Ears(LoudnessVad())
    feed(ears, sound((2.0, 100), (0.6, 3_000), (0.7, 100), (0.4, 2_000)))
    heard = ears.utterance()
    voice = int(np.argmax(heard >= 2_000))
    assert voice >= 0.3 * INPUT_RATE
    assert np.count_nonzero(heard == 3_000) == int(0.6 * INPUT_RATE)
    assert np.count_nonzero(heard == 2_000) == int(0.4 * INPUT_RATE)


@pytest.mark.parametrize("phase", [0.0, 0.02, 0.04, 0.06])
@pytest.mark.parametrize("frames", [0, 1, 2, 3])
def test_a_voice_not_yet_noticed_when_the_turn_was_closed_is_whole_in_the_next(
    frames: int, phase: float
) -> None:
    ears = Ears(LoudnessVad())
    feed(ears, sound((0.5, 0), (0.8, 3_000), (0.6 + phase, 0)))
    new = sound((0.6, 2_000), (0.2, 0))
    noticed = feed(ears, new[: frames * FRAME_SAMPLES], 1.9)
    if noticed:
        assert frames == 3
        return
    ears.forget(restart=True)
    events = feed(ears, new[frames * FRAME_SAMPLES :], 1.9 + frames * 0.02)
    assert [type(e) for e in events] == [VoiceStarted, VoiceStopped]
    assert np.count_nonzero(ears.utterance() == 2_000) == int(0.6 * INPUT_RATE)
    assert not np.count_nonzero(ears.utterance() == 3_000)


def test_silence_takes_no_memory() -> None:
    ears = Ears(LoudnessVad())
    feed(ears, sound((60.0, 0)))
    assert len(ears.utterance()) < INPUT_RATE


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.floats(0.2, 20.0), st.floats(0.15, 1.5)), min_size=1, max_size=12),
)
def test_a_long_turn_comes_in_bounded_pieces_that_add_up_to_all_of_it(
    parts: list[tuple[float, float]],
) -> None:
    ears = Ears(LoudnessVad(), Hysteresis(segment=3.0, longest=6.0))
    spoken = [(length, level) for voice, pause in parts for length, level in ((voice, 3_000), (pause, 0))]
    pcm = sound((0.5, 0), *spoken)
    pcm = pcm[: len(pcm) // FRAME_SAMPLES * FRAME_SAMPLES]
    pieces: list[Samples] = []
    for index in range(len(pcm) // FRAME_SAMPLES):
        frame = Frame(pcm[index * FRAME_SAMPLES : (index + 1) * FRAME_SAMPLES], index, index * 0.02)
        ears.hear(frame)
        pieces += ears.take_segments()
        assert len(ears.utterance()) <= 6.1 * INPUT_RATE
    whole = np.concatenate((*pieces, ears.utterance()))
    assert np.array_equal(whole, pcm[-len(whole) :])
    assert np.count_nonzero(whole == 3_000) == np.count_nonzero(pcm == 3_000)


def test_muted_ears_keep_nothing() -> None:
    ears = Ears(LoudnessVad())
    feed(ears, sound((1.0, 3_000)))
    ears.deafen()
    assert len(ears.utterance()) == 0


def test_the_end_of_the_input_ends_a_voice() -> None:
    ears = Ears(LoudnessVad())
    feed(ears, sound((0.5, 0), (0.5, 3_000)))
    (stopped,) = ears.end_of_input(1.0)
    assert isinstance(stopped, VoiceStopped)
    assert stopped.ended == pytest.approx(1.0, abs=0.033)
    assert ears.end_of_input(1.0) == []


def test_levels_are_decibels_of_full_scale() -> None:
    assert level_of(np.zeros(512, np.int16)) == -96.0
    assert level_of(np.full(512, -32_768, np.int16)) == pytest.approx(0.0)
    assert level_of(np.full(512, 3_277, np.int16)) == pytest.approx(-20.0, abs=0.01)
