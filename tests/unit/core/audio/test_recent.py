"""What must be remembered of a conversation that may last for days."""

from __future__ import annotations

import numpy as np
import pytest

from core.audio.playout import Playout
from core.audio.recent import KEPT, Recent


def test_the_newest_are_remembered_and_the_oldest_let_go() -> None:
    seen = Recent()
    seen.update(range(KEPT + 10))
    assert len(seen) == KEPT
    assert 9 not in seen
    assert list(seen) == list(range(10, KEPT + 10))


def test_a_speaker_remembers_no_more_after_days_than_after_an_hour() -> None:
    playout = Playout()
    for utterance in range(3 * KEPT):
        playout.write(utterance, np.ones(24, np.int16))
        if utterance % 2:
            playout.stop()
        else:
            playout.end(utterance)
        playout.render(48)
        playout.forget(playout.rendered)
    assert len(playout.stopped) <= KEPT
    assert len(playout._ended) <= KEPT
    assert len(playout._queue) + len(playout._spans) + len(playout._checkpoints) + len(playout._open) < 10
    playout.write(3 * KEPT - 1, np.ones(24, np.int16))
    assert not playout.ready(), "the last one that was stopped sounds"
    with pytest.raises(ValueError, match="was ended"):
        playout.write(3 * KEPT - 2, np.ones(24, np.int16))
