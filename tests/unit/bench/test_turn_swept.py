"""Pipecat's other settings are worked out from what it noticed with its own."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.swept import Played, curve, off_by, with_smart_turn, with_timeout

CLIP = Clip("我想要那个红色的", "zh", "own", "nobody", "dry", 1.0, np.zeros(1, np.int16), ((1.0, 2.0),), 3.0)
SEEN = Played(
    CLIP,
    ends=(4.7,),
    asked=(4.7,),
    audio=(6.0,),
    starts=(0.6, 2.2),
    stops=(1.2, 3.2),
    incomplete=(1.3,),
    complete=(3.3,),
    texts=(2.9, 4.7),
)
"""It rests for a second inside, which does not sound finished; the texts take a second and a half."""


def test_at_its_defaults_the_model_ends_the_turn_where_it_was_seen_to_end() -> None:
    assert with_smart_turn(SEEN, 3.0) == [4.7]
    assert off_by([SEEN]) == (0, 0.0)


def test_a_shorter_wait_cuts_the_pause_unless_the_text_comes_after_the_voice() -> None:
    assert with_smart_turn(SEEN, 0.5, words=False) == pytest.approx([1.7, 3.3])
    assert with_smart_turn(SEEN, 0.5) == [4.7], "it has no text of the pause before the voice is back"
    assert with_smart_turn(SEEN, 0.0, words=False)[0] == 1.3, "not before Smart Turn has spoken"


def test_the_other_strategy_only_waits() -> None:
    assert with_timeout(SEEN, 0.6, words=False) == pytest.approx([1.8, 3.8])
    assert with_timeout(SEEN, 1.5, words=False) == pytest.approx([4.7])
    assert {point.setting.split()[0] for point in curve([SEEN])} == {"stop_secs", "user_speech_timeout"}
