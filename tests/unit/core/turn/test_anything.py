"""Whatever happens to the whole driver, in virtual time, the laws hold and no task is left.

Every port fails now and then, the device goes and comes back, the machine sleeps. ``BANYAN_DRIVER_RUNS`` asks
for more than the few lives of the default suite, ``make laws`` for a thousand.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter

import numpy as np
import pytest

from core.audio.frames import OUTPUT_RATE
from core.turn import captions
from tests.unit.core.turn.failing import SAID, UNHEARD, Life, lived
from tests.unit.core.turn.stage import CHARACTER

RUNS = int(os.environ.get("BANYAN_DRIVER_RUNS", "20"))


@pytest.mark.parametrize("seed", range(RUNS))
async def test_whatever_fails_the_laws_hold(seed: int) -> None:
    before = asyncio.all_tasks()
    life = await lived(seed)  # law 1 is looked at in every frame
    assert asyncio.all_tasks() == before, "no task is left"
    assert life.stage.engine._replies == {}
    assert life.stage.recognizer.most <= 1
    law_2_nothing_sounds_while_nobody_of_ours_has_the_floor(life)
    law_3_what_is_written_down_as_heard_has_sounded_and_only_grew(life)
    law_4_every_turn_written_down_comes_to_exactly_one_end(life)
    law_5_nothing_that_was_said_is_lost(life)


def law_2_nothing_sounds_while_nobody_of_ours_has_the_floor(life: Life) -> None:
    heard = life.stage.duplex.heard
    for since, until in life.silences:
        fade = since + 0.05
        assert not np.any(heard[int(fade * OUTPUT_RATE) : int(until * OUTPUT_RATE)]), (since, until)


def law_3_what_is_written_down_as_heard_has_sounded_and_only_grew(life: Life) -> None:
    rows = life.stage.notebook.of("assistant")
    sentences = Counter((turn, index) for _, turn, index, *_ in rows)
    assert not sentences or max(sentences.values()) == 1, "no sentence is written twice"
    for _, turn, index, prefix, *_ in rows:
        told = life.heard_of(turn, index)
        assert told == sorted(set(told))
        assert len(prefix) == (told[-1] if told else 0)
    spoken = sum(len(prefix) for _, _, _, prefix, *_ in rows)
    assert (spoken - len(rows)) * CHARACTER <= life.stage.heard_seconds(), "a character begun counts"


def law_4_every_turn_written_down_comes_to_exactly_one_end(life: Life) -> None:
    notebook = life.stage.notebook
    spoken = [row[1] for row in notebook.of("user")]
    ended = Counter(row[1] for row in notebook.of("ended"))
    assert ended == Counter(spoken), "one outcome for each"
    assert spoken == sorted(set(spoken))
    assert {row[1] for row in notebook.of("assistant")} <= set(spoken)
    assert all((error is not None) == (outcome == "failed") for _, _, outcome, error in notebook.of("ended"))


def law_5_nothing_that_was_said_is_lost(life: Life) -> None:
    """Where nothing failed and nobody muted, slept or pressed a button, turns are whole sentences, from
    their first syllable to their last."""
    if life.stage.often or life.deeds & UNHEARD or life.stage.attention.window is not None:
        return
    for _, _, text in life.stage.notebook.of("user"):
        assert made_of_sentences(text), text


def made_of_sentences(text: str) -> bool:
    return not text or any(text.startswith(said) and made_of_sentences(text[len(said) :]) for said in SAID)


async def test_law_6_the_same_life_is_lived_again_to_the_letter() -> None:
    for seed in (3, 7):
        once, again = (await lived(seed)).stage, (await lived(seed)).stage
        assert once.notebook.rows == again.notebook.rows
        assert once.captions == again.captions
        assert np.array_equal(once.duplex.heard, again.duplex.heard)


async def test_the_lives_reach_what_they_are_about() -> None:
    """Laws that hold because nothing happens would be no laws."""
    lives = [await lived(seed) for seed in range(8)]
    outcomes = {row[2] for life in lives for row in life.stage.notebook.of("ended")}
    assert outcomes == {"finished", "interrupted", "failed"}
    told = {type(caption).__name__ for life in lives for caption in life.stage.captions}
    assert {"AssistantHeard", "AttentionChanged", "Delivered", "AnswerEnded"} <= told
    notices = {c.message for life in lives for c in life.stage.captions if isinstance(c, captions.Noticed)}
    assert {"turn.microphone_lost", "turn.recogniser_failed", "vault.disk_full"} <= notices
    assert frozenset().union(*(life.deeds for life in lives)) >= {"lose", "mute", "sleep", "end", "stop"}
    assert any(not life.deeds & UNHEARD and not life.stage.often for life in lives), "law 5 was asked"
