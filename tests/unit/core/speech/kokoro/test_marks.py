"""Marks tell how far into the text the sound has come."""

from __future__ import annotations

import numpy as np

from core.speech.kokoro.marks import estimated_marks, measured_marks
from core.speech.ports import Mark


def test_durations_of_the_model_say_when_each_character_begins() -> None:
    durations = np.array([5, 2, 3, 4, 1, 9], np.float32)  # silence, four symbols, silence
    marks = measured_marks(durations, (1, 1, 2, 3), offset=2_400, length=20_000)
    assert marks == (Mark(600, 1), Mark(3_600, 2), Mark(6_000, 3))


def test_what_was_trimmed_away_begins_at_once() -> None:
    marks = measured_marks(np.array([1, 1, 1, 1], np.float32), (1, 2), offset=5_000, length=900)
    assert marks == (Mark(0, 2),)


def test_marks_never_point_behind_the_end() -> None:
    marks = measured_marks(np.array([1, 1, 50, 1], np.float32), (1, 2, 3)[:2], offset=0, length=1_000)
    assert marks[-1].sample < 1_000


def test_without_durations_symbols_share_the_voiced_time_and_pauses_get_none() -> None:
    voiced = np.array([False] * 10 + [True] * 20 + [False] * 30 + [True] * 20)
    marks = estimated_marks("mama, mama", voiced, (1, 1, 2, 2, 3, 3, 4, 4, 5, 5), hop=240, length=30_000)
    assert [m.characters for m in marks] == [1, 2, 3, 4, 5] or [m.characters for m in marks] == [1, 2, 4, 5]
    assert marks[0].sample == 10 * 240
    assert all(m.sample // 240 < 30 or m.sample // 240 >= 60 for m in marks)
    halfway = next(m for m in marks if m.characters >= 4)
    assert halfway.sample == 60 * 240


def test_silence_has_no_marks() -> None:
    assert estimated_marks("a", np.zeros(5, np.bool_), (1,), hop=240, length=1_200) == ()
    assert estimated_marks("", np.ones(5, np.bool_), (), hop=240, length=1_200) == ()
