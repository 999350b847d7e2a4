"""What a satellite is sent comes a little ahead of its time, in stretches, and is believed heard with care."""

from __future__ import annotations

import numpy as np

from core.audio.frames import OUTPUT_RATE
from core.audio.wyoming_speaker import AHEAD_SECONDS, TAIL_SECONDS, NetworkSpeaker, Sending

OPENED = 50.0
LOUD = np.full(OUTPUT_RATE, 1_000, np.int16)


def run(speaker: NetworkSpeaker, begin: float, end: float) -> list[Sending]:
    steps = np.arange(begin, end, 0.02)
    return [sending for at in steps for sending in speaker.due(OPENED + float(at))]


def seconds(sendings: list[Sending], rate: int = OUTPUT_RATE) -> float:
    return sum(len(one.pcm) for one in sendings if one.pcm is not None) / rate


def kinds(sendings: list[Sending]) -> list[str]:
    found = [sending.kind for sending in sendings]
    return [kind for index, kind in enumerate(found) if not index or found[index - 1] != kind]


def speaking(rate: int = OUTPUT_RATE) -> NetworkSpeaker:
    speaker = NetworkSpeaker(OPENED, rate)
    run(speaker, 0.0, 1.0)
    speaker.write(1, LOUD)
    speaker.end(1)
    return speaker


def test_silence_sends_nothing() -> None:
    assert run(NetworkSpeaker(OPENED), 0.0, 5.0) == []


def test_an_utterance_is_one_stretch_sent_in_time_and_not_sooner() -> None:
    speaker = speaking()
    sent = run(speaker, 1.0, 1.5)
    assert seconds(sent) <= 0.5 + 0.02
    sent += run(speaker, 1.5, 4.0)
    assert kinds(sent) == ["start", "chunk", "stop"]
    pcm = np.concatenate([one.pcm for one in sent if one.pcm is not None])
    assert np.array_equal(pcm[:OUTPUT_RATE], LOUD)
    assert 0 <= len(pcm) / OUTPUT_RATE - 1.0 - TAIL_SECONDS <= 0.05


def test_a_breath_between_clauses_does_not_end_the_stretch() -> None:
    speaker = speaking()
    sent = run(speaker, 1.0, 2.1)
    speaker.write(2, LOUD)
    sent += run(speaker, 2.1, 3.0)
    assert kinds(sent) == ["start", "chunk"]


def test_the_position_is_an_estimate_that_begins_after_what_is_under_way() -> None:
    speaker = speaking()
    run(speaker, 1.0, 1.5)
    position = speaker.position(OPENED + 1.5)
    assert position is not None
    assert position.basis == "estimated"
    assert abs(position.samples - (0.5 - AHEAD_SECONDS) * OUTPUT_RATE) <= OUTPUT_RATE * 0.04
    run(speaker, 1.5, 2.5)
    over = speaker.position(OPENED + 2.5)
    assert over is not None
    assert (over.samples, over.finished) == (OUTPUT_RATE, True)


def test_played_before_it_was_thought_over_moves_the_position_on() -> None:
    speaker = speaking()
    sent = run(speaker, 1.0, 2.3)
    while sent[-1].kind != "stop":
        sent += run(speaker, 2.3, 2.6)
    speaker.played(OPENED + 2.2)
    position = speaker.position(OPENED + 2.2)
    assert position is not None
    assert position.finished


def test_a_satellite_that_lags_is_believed_to_lag_the_next_time() -> None:
    speaker = speaking()
    run(speaker, 1.0, 3.0)
    speaker.played(OPENED + 3.3)
    run(speaker, 3.0, 5.0)
    speaker.write(2, LOUD)
    run(speaker, 5.0, 5.8)
    position = speaker.position(OPENED + 5.8)
    assert position is not None
    assert position.utterance == 2
    assert position.samples < (0.8 - AHEAD_SECONDS - 0.2) * OUTPUT_RATE


def test_played_without_anything_played_is_ignored() -> None:
    speaker = NetworkSpeaker(OPENED)
    speaker.played(OPENED + 1.0)
    assert speaker.position(OPENED + 1.0) is None


def test_a_network_that_takes_nothing_makes_silence_and_loses_nothing() -> None:
    speaker = speaking()
    sent = run(speaker, 1.0, 1.3)
    for at in np.arange(1.3, 2.0, 0.02):
        assert speaker.due(OPENED + float(at), stalled=True) == []
    sent += run(speaker, 2.0, 4.0)
    pcm = np.concatenate([one.pcm for one in sent if one.pcm is not None])
    assert np.array_equal(pcm[pcm != 0], LOUD)
    assert speaker.underruns > 0


def test_a_loop_that_was_away_does_not_send_a_burst() -> None:
    speaker = speaking()
    run(speaker, 1.0, 1.2)
    assert seconds(speaker.due(OPENED + 1.9)) <= AHEAD_SECONDS + 0.02
    assert speaker.underruns == 1


def test_a_speaker_of_another_rate_gets_that_rate_and_positions_stay_at_ours() -> None:
    speaker = speaking(16_000)
    sent = run(speaker, 1.0, 4.0)
    assert abs(seconds(sent, 16_000) - 1.0 - TAIL_SECONDS) < 0.06
    position = speaker.position(OPENED + 4.0)
    assert position is not None
    assert (position.samples, position.finished) == (OUTPUT_RATE, True)
