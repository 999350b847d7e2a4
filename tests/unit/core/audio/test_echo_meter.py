"""Verdicts on cancelling, from sound alone."""

import numpy as np
import pytest

from core.audio.contract import noise
from core.audio.echo_delay import DelayMeter
from core.audio.echo_meter import EchoMeter
from core.audio.frames import FRAME_SAMPLES, Samples

QUIET = np.zeros(FRAME_SAMPLES, np.int16)
FRAMES = 50


def observe(meter: EchoMeter, seconds: float, echo: int, left: int, playing: bool = True) -> None:
    """Levels in 16-bit units."""
    for index in range(round(seconds * FRAMES)):
        speaker = noise(index, FRAME_SAMPLES, 3000) if playing else QUIET
        heard, cleaned = noise(index + 7, FRAME_SAMPLES, echo), noise(index + 9, FRAME_SAMPLES, left)
        meter.observe(heard, speaker, cleaned)


@pytest.fixture
def meter() -> EchoMeter:
    in_a_room = EchoMeter()
    observe(in_a_room, 2.0, 20, 20, playing=False)
    return in_a_room


def test_it_warms_up_for_three_seconds_of_playing_however_long_it_is_silent(meter: EchoMeter) -> None:
    observe(meter, 2.9, 1000, 100)
    observe(meter, 10.0, 20, 20, playing=False)
    assert meter.state == "warming"
    observe(meter, 0.2, 1000, 100)
    assert meter.state == "effective"


@pytest.mark.parametrize(("left", "erle"), [(500, 6.0), (100, 20.0), (33, 30.0)])
def test_the_loss_is_measured(meter: EchoMeter, left: int, erle: float) -> None:
    observe(meter, 5.0, 1000, left)
    assert meter.erle_db == pytest.approx(erle, abs=1.0)
    assert meter.state == "effective"


def test_what_is_below_the_room_counts_as_the_room(meter: EchoMeter) -> None:
    observe(meter, 5.0, 1000, 0)
    assert meter.erle_db == pytest.approx(34.0, abs=1.0)


def test_echo_that_stays_is_failing_within_a_second_and_effective_again_after_two(meter: EchoMeter) -> None:
    observe(meter, 5.0, 1000, 100)
    observe(meter, 1.0, 1000, 900)
    assert meter.state == "failing"
    observe(meter, 2.0, 1000, 100)
    assert meter.state == "effective"


def test_somebody_speaking_over_it_until_it_falls_silent_changes_nothing(meter: EchoMeter) -> None:
    observe(meter, 5.0, 1000, 100)
    observe(meter, 0.6, 3000, 2900)
    observe(meter, 3.0, 3000, 3000, playing=False)
    observe(meter, 0.1, 1000, 100)
    assert meter.state == "effective"


def test_echo_too_weak_to_stand_out_of_the_room_is_no_fault(meter: EchoMeter) -> None:
    observe(meter, 5.0, 30, 30)
    assert (meter.state, meter.erle_db) == ("effective", None)


def test_another_device_warms_up_again(meter: EchoMeter) -> None:
    observe(meter, 5.0, 1000, 100)
    meter.reset()
    assert (meter.state, meter.erle_db) == ("warming", None)


def delayed(sound: Samples, seconds: float) -> list[tuple[Samples, Samples]]:
    shift = round(seconds * 16_000)
    late = np.roll(sound, shift)
    count = len(sound) // FRAME_SAMPLES
    pairs = zip(
        late[: count * FRAME_SAMPLES].reshape(count, -1),
        sound[: count * FRAME_SAMPLES].reshape(count, -1),
        strict=True,
    )
    return list(pairs)


@pytest.mark.parametrize("seconds", [-0.1, 0.0, 0.005, 0.1, 0.5])
def test_the_delay_is_measured_to_a_millisecond(seconds: float) -> None:
    meter = DelayMeter()
    for microphone, speaker in delayed(noise(5, 16_000 * 4), seconds):
        meter.observe(microphone + noise(6, FRAME_SAMPLES, 300), speaker)
    assert meter.delay == pytest.approx(seconds, abs=0.001)


def test_no_delay_is_seen_in_sound_that_has_nothing_to_do_with_it() -> None:
    meter = DelayMeter()
    for index in range(FRAMES * 30):
        meter.observe(noise(index, FRAME_SAMPLES), noise(index + 100_000, FRAME_SAMPLES))
    assert meter.delay is None
