"""What every detector of wake words must do: checks in plain asserts, for ours and for plug-ins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.speech.ports import Samples
from core.speech.wake.ports import SAMPLE_RATE, Called, WakeWord


@dataclass(frozen=True, slots=True)
class Calling:
    """called: one clear call, without silence around it. other: some seconds of speech that is none.
    Both int16, 16 kHz."""

    called: Samples
    other: Samples


def a_call_is_reported_once_and_soon(wake: WakeWord, calling: Calling) -> None:
    sound = np.concatenate([_quiet(2.0), calling.called, _quiet(2.0)])
    found = fed(wake, sound)
    assert len(found) == 1, f"{len(found)} calls for one"
    assert 0.0 < found[0].score <= 1.0
    begins, ends = 2.0, 2.0 + len(calling.called) / SAMPLE_RATE
    assert begins < found[0].sample / SAMPLE_RATE < ends + 0.5


def two_calls_are_two(wake: WakeWord, calling: Calling) -> None:
    call = np.concatenate([_quiet(2.0), calling.called])
    assert len(fed(wake, np.concatenate([call, call, _quiet(1.0)]))) == 2


def other_speech_silence_and_noise_call_nobody(wake: WakeWord, calling: Calling) -> None:
    hiss = np.random.default_rng(1).normal(0, 800, SAMPLE_RATE * 3).astype(np.int16)
    assert fed(wake, np.concatenate([_quiet(1.0), calling.other, hiss, _quiet(1.0)])) == []


def any_length_may_be_fed(wake: WakeWord, calling: Calling) -> None:
    sound = np.concatenate([_quiet(2.0), calling.called, _quiet(1.0)])
    assert len(fed(wake, sound, piece=7_001)) == 1
    assert wake.feed(np.zeros(0, np.int16)) == ()
    wake.reset()
    assert len(fed(wake, sound, piece=111)) == 1


def muted_it_is_never_called(wake: WakeWord, calling: Calling) -> None:
    fed(wake, _quiet(2.0))
    wake.mute()
    assert fed(wake, np.concatenate([calling.called, _quiet(0.5)])) == []
    wake.unmute()
    assert fed(wake, _quiet(2.0)) == [], "the call that was muted came later"
    assert len(fed(wake, np.concatenate([calling.called, _quiet(1.0)]))) == 1, "deaf after a mute"


def a_call_that_began_muted_does_not_count(wake: WakeWord, calling: Calling) -> None:
    fed(wake, _quiet(2.0))
    last = len(calling.called) - SAMPLE_RATE // 5
    wake.mute()
    assert fed(wake, calling.called[:last]) == []
    wake.unmute()
    assert fed(wake, np.concatenate([calling.called[last:], _quiet(1.0)])) == []


def reset_forgets_half_a_call(wake: WakeWord, calling: Calling) -> None:
    half = len(calling.called) // 2
    fed(wake, np.concatenate([_quiet(2.0), calling.called[:half]]))
    wake.reset()
    assert fed(wake, np.concatenate([calling.called[half:], _quiet(1.0)])) == []
    found = fed(wake, np.concatenate([_quiet(1.0), calling.called, _quiet(1.0)]))
    assert len(found) == 1
    assert found[0].sample > SAMPLE_RATE


def only_16_bit_mono_is_taken(wake: WakeWord, _calling: Calling) -> None:
    for wrong in (np.zeros(320, np.float32), np.zeros((320, 2), np.int16)):
        try:
            wake.feed(wrong)  # type: ignore[arg-type]
        except ValueError:
            continue
        raise AssertionError(f"{wrong.dtype} of shape {wrong.shape} was taken")


WakeWordCheck = Callable[[WakeWord, Calling], None]
WAKE_WORD_CHECKS: tuple[WakeWordCheck, ...] = (
    a_call_is_reported_once_and_soon,
    two_calls_are_two,
    other_speech_silence_and_noise_call_nobody,
    any_length_may_be_fed,
    muted_it_is_never_called,
    a_call_that_began_muted_does_not_count,
    reset_forgets_half_a_call,
    only_16_bit_mono_is_taken,
)


def fed(wake: WakeWord, sound: Samples, piece: int = 320) -> list[Called]:
    """Every call found in a sound that comes in pieces."""
    return [call for at in range(0, len(sound), piece) for call in wake.feed(sound[at : at + piece])]


def _quiet(seconds: float) -> Samples:
    return np.random.default_rng(0).normal(0, 8, round(seconds * SAMPLE_RATE)).astype(np.int16)
