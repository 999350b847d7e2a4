"""What every duplex must do: a suite of checks in plain asserts, for our adapters and for plug-ins.

Each check gets a fresh :class:`Bench` around an open duplex whose frames are being read, lets time
pass, and looks at what arrived at the microphone's reader and at the speaker.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import numpy as np

from core.audio.duplex import Duplex
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, OUTPUT_RATE, Frame, Health, Samples
from core.audio.levels import rms_dbfs

SILENCE_DBFS = -50.0
STOP_SECONDS = 0.05
"""How much longer than one output buffer a stop or pause may sound."""
ALIKE = 0.98
"""Correlation from which two sounds are the same sound, resampled."""


class Bench(Protocol):
    """A duplex between an artificial mouth and an artificial ear.

    frames: everything frames() has yielded so far. output_buffer:
    seconds of sound that are already out of the duplex's hands. exact: whether sound
    passes unchanged, sample by sample, or is resampled on its way.
    """

    duplex: Duplex
    frames: list[Frame]
    exact: bool

    @property
    def output_buffer(self) -> float: ...

    async def pass_time(self, seconds: float) -> None:
        """Let the duplex live for so long."""
        ...

    async def speak(self, pcm: Samples) -> None:
        """Begin to speak into the microphone: int16, mono, 16 kHz. Does not wait for the end."""
        ...

    def heard(self) -> Samples:
        """Everything the speaker has played: int16, mono, 24 kHz."""
        ...


Check = Callable[[Bench], Awaitable[None]]


async def frames_are_20_ms_apart_and_numbered(bench: Bench) -> None:
    await bench.pass_time(1.0)
    assert len(bench.frames) >= 25, f"only {len(bench.frames)} frames in a second"
    for frame in bench.frames:
        assert frame.pcm.shape == (FRAME_SAMPLES,)
        assert frame.pcm.dtype == np.int16
    assert [frame.index for frame in bench.frames] == list(range(len(bench.frames)))
    gaps = np.diff([frame.at for frame in bench.frames])
    assert np.allclose(gaps, FRAME_SAMPLES / INPUT_RATE, atol=0.002), f"uneven: {gaps.min()}–{gaps.max()}"


async def what_is_spoken_arrives_whole(bench: Bench) -> None:
    speech = noise(1, INPUT_RATE)
    await bench.speak(speech)
    await bench.pass_time(2.0)
    found = _find(np.concatenate([frame.pcm for frame in bench.frames]), speech, bench.exact)
    assert found is not None, "the microphone did not deliver what was spoken"


async def utterances_play_whole_and_in_the_order_of_first_writing(bench: Bench) -> None:
    first, second = noise(2, OUTPUT_RATE // 2), noise(3, OUTPUT_RATE // 2)
    bench.duplex.write(1, first[:5000])
    bench.duplex.write(2, second)
    bench.duplex.end(2)
    bench.duplex.write(1, first[5000:])
    bench.duplex.end(1)
    await bench.pass_time(2.0)
    begins = _find(bench.heard(), first, bench.exact)
    follows = _find(bench.heard(), second, bench.exact)
    assert begins is not None, "the first utterance was not heard whole"
    assert follows is not None, "the second utterance was not heard whole"
    assert abs(follows - begins - len(first)) <= _slack(bench), "the second did not follow at once"


async def the_position_only_grows_and_ends_finished(bench: Bench) -> None:
    assert bench.duplex.position() is None
    pcm = noise(4, OUTPUT_RATE // 2)
    bench.duplex.write(5, pcm)
    samples = [0]
    for _ in range(60):
        await bench.pass_time(0.02)
        if position := bench.duplex.position():
            assert position.utterance == 5
            assert not position.finished, "finished before it was ended"
            samples.append(position.samples)
    assert samples == sorted(samples), "the position went back"
    held_back = 0 if bench.exact else OUTPUT_RATE // 20  # a resampler keeps a little until the end
    assert len(pcm) - held_back <= samples[-1] <= len(pcm), f"{samples[-1]} of {len(pcm)} samples"
    assert len(set(samples)) > 10, "the position jumps"
    bench.duplex.end(5)
    await bench.pass_time(0.4)
    position = bench.duplex.position()
    assert position is not None
    assert (position.samples, position.finished) == (len(pcm), True)


async def an_utterance_takes_no_sound_after_its_end(bench: Bench) -> None:
    bench.duplex.write(1, noise(5, 100))
    bench.duplex.end(1)
    try:
        bench.duplex.write(1, noise(6, 100))
    except ValueError:
        return
    raise AssertionError("writing to an ended utterance was accepted")


async def pause_falls_silent_and_resume_loses_nothing(bench: Bench) -> None:
    pcm = noise(7, OUTPUT_RATE)
    bench.duplex.write(1, pcm)
    bench.duplex.end(1)
    await bench.pass_time(0.4)
    before = bench.duplex.position()
    bench.duplex.pause()
    await bench.pass_time(0.4)
    held = bench.duplex.position()
    await bench.pass_time(0.2)
    assert before is not None
    assert held is not None
    assert bench.duplex.position() == held, "the position moved while paused"
    _within_limits(bench, held.samples - before.samples)
    assert rms_dbfs(bench.heard()[-OUTPUT_RATE // 10 :]) < SILENCE_DBFS, "not silent while paused"
    bench.duplex.resume()
    await bench.pass_time(1.2)
    after = bench.duplex.position()
    assert after is not None
    assert (after.samples, after.finished) == (len(pcm), True)
    # What stands clear of the two ramps is heard on both sides of the pause.
    assert _find(bench.heard(), pcm[: before.samples // 2], bench.exact) is not None
    assert _find(bench.heard(), pcm[held.samples + 1000 :], bench.exact) is not None


async def duck_scales_what_sounds_and_back(bench: Bench) -> None:
    pcm = noise(8, OUTPUT_RATE + OUTPUT_RATE // 2)
    bench.duplex.write(1, pcm)
    bench.duplex.end(1)
    await bench.pass_time(0.4)
    bench.duplex.duck(0.25)
    await bench.pass_time(0.4)
    bench.duplex.duck(1.0)
    await bench.pass_time(1.5)
    heard = bench.heard()
    begins = _find(heard, pcm[:4000], bench.exact)
    assert begins is not None
    parts = zip(heard[begins : begins + len(pcm)].reshape(-1, 1200), pcm.reshape(-1, 1200), strict=True)
    levels = [rms_dbfs(played) - rms_dbfs(written) for played, written in parts]  # of 50 ms
    assert min(levels) < -11.5, f"ducked only by {min(levels):.1f} dB"
    assert min(levels) > -12.5, f"ducked by {min(levels):.1f} dB"
    assert abs(levels[1]) < 1.0, "not at full level before"
    assert abs(levels[-2]) < 1.0, "not at full level afterwards"


async def stop_falls_silent_and_nothing_stopped_is_heard_later(bench: Bench) -> None:
    pcm, queued, later = (noise(seed, OUTPUT_RATE) for seed in (9, 10, 11))
    bench.duplex.write(1, pcm)
    bench.duplex.write(2, queued)
    await bench.pass_time(0.4)
    stopped = bench.duplex.stop()
    bench.duplex.write(1, queued)
    bench.duplex.write(2, queued)
    bench.duplex.end(1)
    await bench.pass_time(0.5)
    rest = bench.duplex.position()
    assert stopped is not None
    assert rest is not None
    assert (rest.utterance, rest.finished) == (1, True)
    _within_limits(bench, rest.samples - stopped.samples)
    heard = bench.heard()
    begins = _find(heard, pcm[: stopped.samples // 2], bench.exact)
    assert begins is not None
    sounding = int(np.flatnonzero(np.abs(heard) > 30)[-1]) + 1 - begins
    assert abs(sounding - rest.samples) <= max(_slack(bench), 30), f"{sounding} heard, {rest.samples} said"
    bench.duplex.write(3, later)
    bench.duplex.end(3)
    await bench.pass_time(1.5)
    assert _find(bench.heard(), later, bench.exact) is not None, "the next utterance was not heard"
    assert _find(bench.heard(), queued, bench.exact) is None, "a stopped utterance was heard"


async def what_is_said_right_after_a_stop_begins_right_away(bench: Bench) -> None:
    bench.duplex.write(1, noise(13, OUTPUT_RATE * 2))
    await bench.pass_time(0.6)
    bench.duplex.stop()
    await bench.pass_time(0.1)
    bench.duplex.write(2, noise(14, OUTPUT_RATE * 2))
    await bench.pass_time(0.4)
    position = bench.duplex.position()
    assert position is not None
    assert position.utterance == 2, "not begun after 400 ms"
    late = 0.4 - position.samples / OUTPUT_RATE
    assert late <= bench.output_buffer + 0.15, f"began {late * 1000:.0f} ms late"


async def a_quiet_run_counts_no_faults(bench: Bench) -> None:
    bench.duplex.write(1, noise(12, OUTPUT_RATE))
    bench.duplex.end(1)
    await bench.pass_time(1.5)
    health = bench.duplex.health()
    assert health == Health(frames_in=health.frames_in), f"faults: {health}"
    assert health.frames_in >= len(bench.frames) > 50


CHECKS: tuple[Check, ...] = (
    frames_are_20_ms_apart_and_numbered,
    what_is_spoken_arrives_whole,
    utterances_play_whole_and_in_the_order_of_first_writing,
    the_position_only_grows_and_ends_finished,
    an_utterance_takes_no_sound_after_its_end,
    pause_falls_silent_and_resume_loses_nothing,
    duck_scales_what_sounds_and_back,
    stop_falls_silent_and_nothing_stopped_is_heard_later,
    what_is_said_right_after_a_stop_begins_right_away,
    a_quiet_run_counts_no_faults,
)


def noise(seed: int, samples: int, level: int = 4000) -> Samples:
    """Reproducible sound that resembles nothing but itself, below 6 kHz so that resampling keeps it."""
    white = np.random.default_rng(seed).standard_normal(samples + 64)
    smooth = np.convolve(white, np.hanning(9) / np.sqrt(np.sum(np.hanning(9) ** 2)), "same")[
        32 : samples + 32
    ]
    sound: Samples = np.clip(smooth * level, -30_000, 30_000).astype(np.int16)
    return sound


def _find(sound: Samples, wanted: Samples, exact: bool) -> int | None:
    """Where ``wanted`` begins in ``sound``, or None."""
    if len(sound) < len(wanted):
        return None
    size = 1 << (len(sound) + len(wanted) - 1).bit_length()
    spectrum = np.fft.rfft(sound, size) * np.conj(np.fft.rfft(wanted, size))
    start = int(np.argmax(np.fft.irfft(spectrum, size)[: len(sound) - len(wanted) + 1]))
    part = sound[start : start + len(wanted)]
    if exact:
        return start if np.array_equal(part, wanted) else None
    scale = float(np.linalg.norm(part.astype(np.float64)) * np.linalg.norm(wanted.astype(np.float64)))
    alike = float(np.dot(part.astype(np.float64), wanted.astype(np.float64))) / max(scale, 1.0)
    return start if alike >= ALIKE else None


def _slack(bench: Bench) -> int:
    return 2 if bench.exact else OUTPUT_RATE // 200


def _within_limits(bench: Bench, samples: int) -> None:
    limit = (bench.output_buffer + STOP_SECONDS) * OUTPUT_RATE
    assert 0 <= samples <= limit, f"sounded for another {samples / OUTPUT_RATE * 1000:.0f} ms"
