"""The turn-taking benchmark judges a decision by where it falls, and replays our own rules."""

from __future__ import annotations

import json

import numpy as np
import pytest

from core.audio.frames import OUTPUT_RATE
from core.speech.ports import Transcript
from core.turn.events import VoiceStarted, VoiceStopped
from tests.bench.turn_set.clips import Clip, cuts
from tests.bench.turn_set.decide import (
    NEVER,
    Point,
    judge,
    least_cut,
    ours,
    pause_only,
    quickest,
    smart_turn,
)
from tests.bench.turn_set.evidence import Asked, Evidence, as_json, of_json
from tests.bench.turn_set.own import sounds
from tests.bench.turn_set.plot import undominated
from tests.bench.turn_set.reactions import figures_of, notes_of, shared
from tests.bench.turn_set.remarks import Reaction, Remark, silence_after

NOISE = np.zeros(1, np.int16)
CLIP = Clip("我想要那个红色的", "zh", "own", "nobody", "dry", 1.0, NOISE, ((1.0, 2.0),), 3.0)


def heard(text: str) -> Transcript:
    return Transcript(text, "zh", 0.9)


def evidence(inside: str, whole: str, p_inside: float = 0.5, p_whole: float = 0.5) -> Evidence:
    """A pause of one second inside, noticed 0.1 s late; texts come after 0.3 s, scores after 0.05 s."""
    voices = (
        (0.6, VoiceStarted(0.9, -20.0, 0.5)),
        (1.1, VoiceStopped(0.1, -60.0, 1.0)),
        (2.1, VoiceStarted(0.9, -20.0, 2.0)),
        (3.1, VoiceStopped(0.1, -60.0, 3.0)),
    )
    asked = (
        Asked(1.0, p_inside, 0.05, heard(inside), 0.3, heard(inside), 0.0),
        Asked(3.0, p_whole, 0.05, heard(whole), 0.3, heard(whole), 0.0),
    )
    return Evidence(CLIP, voices, asked)


UNFINISHED = evidence("我想要那个", "我想要那个红色的。")


def test_a_pause_alone_ends_the_turn_wherever_it_is_long_enough() -> None:
    assert pause_only(0.5)(UNFINISHED) == [1.5, 3.5]
    assert pause_only(0.05)(UNFINISHED) == [1.1, 3.1], "not before the silence was noticed"
    assert pause_only(1.5)(UNFINISHED) == [4.5]


def test_smart_turn_ends_it_when_it_sounds_finished_and_its_score_is_there() -> None:
    scored = evidence("我想要那个", "我想要那个红色的", p_inside=0.2, p_whole=0.9)
    assert smart_turn(0.5, 3.0)(scored) == pytest.approx([3.25])
    assert smart_turn(0.1, 3.0)(scored) == pytest.approx([1.25, 3.25])
    assert smart_turn(0.95, 0.5)(scored) == pytest.approx([1.5, 3.5])


def test_ours_waits_for_the_words_and_by_them() -> None:
    ends = ours(0.35, 2.0)(UNFINISHED)
    assert len(ends) == 1
    assert 3.5 <= ends[0] < 3.6, (
        "complete: the floor has passed when the words are there, 0.5 s into the pause"
    )
    hasty = ours(0.35, 0.6)(UNFINISHED)
    assert hasty[0] == pytest.approx(1.6), "incomplete: at the ceiling"


def test_with_the_words_nobody_ends_a_turn_before_its_text_is_there() -> None:
    assert pause_only(0.3, words=True)(UNFINISHED) == pytest.approx([1.5, 3.5])
    assert pause_only(0.9, words=True)(UNFINISHED) == pytest.approx([1.9, 3.9])
    sure = evidence("我想要那个", "我想要那个红色的", p_inside=0.1, p_whole=0.9)
    assert smart_turn(0.5, 3.0, words=True)(sure) == pytest.approx([3.5])


def test_our_bare_decision_falls_when_patience_is_over_whether_or_not_there_are_words() -> None:
    at_once = ours(0.1, 0.3, words=False)(UNFINISHED)
    assert at_once == pytest.approx([1.3, 3.3]), "no text can come so soon, and none is waited for"
    assert ours(0.1, 0.3)(UNFINISHED)[0] >= 1.5


def test_evidence_survives_being_written_down() -> None:
    assert of_json(CLIP, json.loads(json.dumps(as_json(UNFINISHED)))) == UNFINISHED


def test_a_decision_counts_by_where_it_falls() -> None:
    assert judge("", [(CLIP, [1.5, 3.5])]) == Point("", 1.0, (0.5,), 1, 1)
    assert judge("", [(CLIP, [3.25])]) == Point("", 0.0, (0.25,), 1, 0)
    assert judge("", [(CLIP, [])]).latencies == (NEVER,)


def test_the_best_setting_is_the_best_within_the_bound() -> None:
    points = [Point("a", 0.5, (0.2,), 10, 5), Point("b", 0.1, (0.6,), 10, 1), Point("c", 0.04, (1.0,), 10, 0)]
    worse = Point("d", 0.2, (0.7,), 10, 2)
    assert least_cut(points, 0.3) is points[0]
    assert quickest(points, 0.05) is points[2]
    assert quickest(points, 0.01) is None
    assert undominated([worse, *points]) == points


def test_sentences_are_opened_between_words_and_not_at_their_edges() -> None:
    text = "Please wake me at eight tomorrow so I can walk in the park"
    hesitating = "Please wake me um at eight tomorrow so I can walk in the park"
    assert cuts(hesitating, "en", 0, "um") == [hesitating.index("at eight")]
    assert cuts("我想找一下那个上个月的电费单子", "zh", 0, "那个") == [7]
    for number in range(12):
        places = cuts(text, "en", number)
        assert places == sorted(set(places))
        assert 1 <= len(places) <= 2
        assert all(text[place - 1] == " " and 0 < place < len(text) for place in places)


def test_silence_after_a_remark_is_the_first_that_lasts() -> None:
    tone = np.full(OUTPUT_RATE // 10, 3_000, np.int16)
    breath, still = np.zeros(OUTPUT_RATE // 5, np.int16), np.zeros(OUTPUT_RATE // 2, np.int16)
    heard = np.concatenate([tone, breath, tone, still, tone])
    assert silence_after(heard, 0.05) == pytest.approx(0.35)
    assert silence_after(np.concatenate([tone, breath, tone]), 0.0) is None
    assert sounds(heard) == pytest.approx([0.0, 0.9]), "a breath is no new sound"


def test_remarks_are_judged_by_what_they_should_have_done() -> None:
    murmur, word = (Remark("嗯", "zh", kind, NOISE) for kind in ("murmur", "interruption"))
    unasked = Remark("对", "zh", "murmur", NOISE)
    found = shared(
        (Reaction(murmur, None, 0.1, stopped=False), Reaction(word, 0.3, 0.1, stopped=True),
         Reaction(unasked, 0.3, 0.1, stopped=True)),
        (Reaction(murmur, 0.5, None, stopped=True), Reaction(word, 0.6, None, stopped=True)),
    )  # fmt: skip
    figures = {one.metric: one for one in figures_of(found)}
    stopped = figures["backchannels that wrongly stopped the answer (of 1)"]
    assert (stopped.ours, stopped.rivals, stopped.met) == (0.0, {"Pipecat": 100.0}, True)
    silence = figures["barge-in to silence, under −50 dBFS, p95"]
    assert (silence.ours, silence.ratio, silence.met) == (0.3, 0.5, True)
    duck = figures["barge-in to duck, −12 dB (Pipecat: to silence), p95"]
    assert (duck.ours, duck.met) == (0.11, True), "the command, and the ramp"
    assert [line for line in notes_of(found) if "嗯" in line] == ["- Pipecat: '嗯' stopped the answer."]
