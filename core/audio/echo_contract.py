"""What every echo canceller must do, in plain asserts, for our adapters and for plug-ins.

Each check gets a new canceller and simulated rooms. Sound stands in for speech: noise of a voice's
spectrum in syllables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from core.audio.echo import EchoCanceller
from core.audio.echo_path import EchoPath, Room
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Samples
from core.audio.levels import rms_dbfs

Check = Callable[[EchoCanceller], None]
SETTLED = 3.0
"""Seconds of playing that a canceller gets to know a room, or a delay that has jumped."""
NEEDED_DB = 10.0
"""In these rooms, which are kinder than real ones."""
KEPT_DB = 3.0
"""So much of somebody who speaks at the same time may be lost."""


class Heard(NamedTuple):
    """int16, 16 kHz: what the microphone heard, and what was left."""

    microphone: Samples
    cleaned: Samples

    def loss(self, begin: float, end: float) -> float:
        """By how many dB the sound became weaker between two times."""
        part = slice(round(begin * INPUT_RATE), round(end * INPUT_RATE))
        return rms_dbfs(self.microphone[part]) - rms_dbfs(self.cleaned[part])


def silence_of_the_speaker_leaves_a_voice_alone(canceller: EchoCanceller) -> None:
    heard = through(canceller, EchoPath(noise_dbfs=None), voice(1, 0.0), near=voice(2, 5.0))
    assert abs(heard.loss(0.0, 5.0)) < 1.0, f"weaker by {heard.loss(0.0, 5.0):.1f} dB"


def echo_becomes_weak_at_every_level(canceller: EchoCanceller) -> None:
    for gain in (0.0, -6.0, -12.0, -20.0):
        canceller.reset()
        heard = through(canceller, EchoPath(gain_db=gain), voice(1, 8.0))
        assert heard.loss(SETTLED, 8.0) > NEEDED_DB, f"{heard.loss(SETTLED, 8.0):.1f} dB at {gain:g} dB"


def echo_becomes_weak_at_every_delay(canceller: EchoCanceller) -> None:
    for delay in (0.005, 0.06, 0.2, 0.4):
        canceller.reset()
        heard = through(canceller, EchoPath(delay=delay), voice(1, 8.0))
        assert heard.loss(SETTLED, 8.0) > NEEDED_DB, f"{heard.loss(SETTLED, 8.0):.1f} dB at {delay:g} s"


def a_delay_that_drifts_or_jumps_is_followed(canceller: EchoCanceller) -> None:
    def drifting(seconds: float) -> float:
        return 0.04 + 0.0002 * seconds  # two sound cards, each 100 ppm off

    for delay in (drifting, jump(0.04, 0.15, at=5.0), jump(0.15, 0.03, at=5.0)):
        canceller.reset()
        heard = through(canceller, EchoPath(delay=delay), voice(1, 12.0))
        loss = heard.loss(5.0 + SETTLED + 1.0, 12.0)
        assert loss > NEEDED_DB, f"{loss:.1f} dB after the change"


def somebody_who_speaks_over_it_is_heard(canceller: EchoCanceller) -> None:
    near = np.concatenate([voice(1, 0.0, 6.0), voice(2, 2.0, level=3000)])
    for gain in (-12.0, -20.0):
        canceller.reset()
        heard = through(canceller, EchoPath(gain_db=gain), voice(1, 8.0), near=near)
        begin, end = 6.0, 6.5  # the first syllables count
        said = rms_dbfs(near[round(begin * INPUT_RATE) : round(end * INPUT_RATE)])
        left = rms_dbfs(heard.cleaned[round(begin * INPUT_RATE) : round(end * INPUT_RATE)])
        assert abs(left - said) < KEPT_DB, f"{left - said:+.1f} dB of it at {gain:g} dB of echo"


CANCELLER_CHECKS: tuple[Check, ...] = (
    silence_of_the_speaker_leaves_a_voice_alone,
    echo_becomes_weak_at_every_level,
    echo_becomes_weak_at_every_delay,
    a_delay_that_drifts_or_jumps_is_followed,
    somebody_who_speaks_over_it_is_heard,
)


def voice(seed: int, seconds: float, silence_first: float = 0.0, level: int = 3000) -> Samples:
    """Sound as loud and as coloured as a voice, in syllables: int16, mono, 16 kHz; then silence."""
    random = np.random.default_rng(seed)
    count = round(seconds * INPUT_RATE)
    syllables = np.repeat(random.uniform(0.05, 1.0, count // 2000 + 1), 2000)[:count]
    coloured = np.convolve(random.standard_normal(count + 30), np.exp(-np.arange(30) / 6.0), "valid")[:count]
    sound = coloured * syllables if count else coloured[:0]
    scaled = sound / max(float(np.sqrt(np.mean(sound**2))), 1e-9) * level if count else sound
    silence = np.zeros(round(silence_first * INPUT_RATE), np.int16)
    return np.concatenate([silence, np.clip(scaled, -32_768, 32_767).astype(np.int16)])


def jump(before: float, after: float, at: float) -> Callable[[float], float]:
    """A delay that changes once, in seconds."""
    return lambda seconds: before if seconds < at else after


def through(canceller: EchoCanceller, path: EchoPath, far: Samples, near: Samples | None = None) -> Heard:
    """What is left of ``far``'s echo and of ``near``, both int16 at 16 kHz from the same moment on."""
    length = max(len(far), len(near) if near is not None else 0) // FRAME_SAMPLES * FRAME_SAMPLES
    far, near = _padded(far, length), _padded(near if near is not None else far[:0], length)
    pairs = list(_frames(canceller, path, far, near))
    return Heard(*(np.concatenate(sound) for sound in zip(*pairs, strict=True)))


def _frames(
    canceller: EchoCanceller, path: EchoPath, far: Samples, near: Samples
) -> Iterator[tuple[Samples, Samples]]:
    def played(seconds: float) -> Samples:
        start = round(seconds * INPUT_RATE)
        return _padded(far[max(start, 0) : max(start + FRAME_SAMPLES, 0)], FRAME_SAMPLES, first=-start)

    room = Room(path, played)
    for start in range(0, len(far), FRAME_SAMPLES):
        echo = room.hear(start / INPUT_RATE)
        mixed = np.clip(np.rint(near[start : start + FRAME_SAMPLES] + echo), -32_768, 32_767).astype(np.int16)
        yield mixed, canceller.clean(mixed, far[start : start + FRAME_SAMPLES])


def _padded(pcm: Samples, length: int, first: int = 0) -> Samples:
    """``pcm`` after ``first`` samples of silence, and silence up to ``length``."""
    padded = np.zeros(length, np.int16)
    start = min(max(first, 0), length)
    kept = pcm[: length - start]
    padded[start : start + len(kept)] = kept
    return padded
