"""A duplex that no longer hears itself: in simulated rooms at several levels, on a headset, on real streams."""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from core.audio.contract import noise
from core.audio.duplex import DeviceLost
from core.audio.echo import EchoCanceller, EchoState, NoEchoCanceller
from core.audio.echo_cancelling import EchoCancellingDuplex
from core.audio.echo_contract import KEPT_DB, jump, voice
from core.audio.echo_path import EchoPath
from core.audio.fake import FakeDuplex
from core.audio.file_duplex import FileDuplex
from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Frame, Samples
from core.audio.levels import rms_dbfs
from core.audio.resample import resample
from core.audio.sounddevice_duplex import SounddeviceDuplex
from core.audio.webrtc_echo import WebRtcEchoCanceller
from core.clock import ManualClock, SystemClock
from core.errors import Unavailable
from tests.support.pulse import null_devices

ANSWER = resample(voice(1, 12.0), INPUT_RATE, OUTPUT_RATE)
BEGINS = 1.0


class Talk(NamedTuple):
    """raw, cleaned: int16, 16 kHz, from opening on. states: after each frame."""

    raw: Samples
    cleaned: Samples
    states: list[EchoState]

    def loss(self, begin: float, end: float) -> float:
        part = slice(round(begin * INPUT_RATE), round(end * INPUT_RATE))
        return rms_dbfs(self.raw[part]) - rms_dbfs(self.cleaned[part])

    def at(self, seconds: float) -> EchoState:
        return self.states[round(seconds / 0.02)]


async def talk(
    path: EchoPath | None,
    canceller: EchoCanceller | None = None,
    near: tuple[float, Samples] | None = None,
    until: float = 11.0,
    also: Callable[[EchoCancellingDuplex, float], None] = lambda duplex, now: None,
) -> Talk:
    """The companion speaks from 1 s on; what its microphone heard and what was made of it."""
    clock = ManualClock()
    virtual = FakeDuplex(clock, [near] if near else [], echo=path)
    frames: list[Frame] = []
    states: list[EchoState] = []
    async with EchoCancellingDuplex(virtual, canceller or WebRtcEchoCanceller()) as duplex:

        async def listen() -> None:
            async for frame in duplex.frames():
                frames.append(frame)
                states.append(duplex.echo())
                also(duplex, virtual.now())

        listening = asyncio.create_task(listen())
        await virtual.run(BEGINS)
        duplex.write(1, ANSWER)
        duplex.end(1)
        virtual.end_input(until)
        await virtual.run(until + 0.1)
        await listening
    return Talk(virtual.microphone, np.concatenate([frame.pcm for frame in frames]), states)


@pytest.mark.parametrize("gain", [0.0, -6.0, -12.0, -20.0])
@pytest.mark.parametrize("reverberation", [0.15, 0.3, 0.6])
async def test_the_echo_is_gone_after_the_warm_up_and_the_meter_knows(
    gain: float, reverberation: float, record_property: Callable
) -> None:
    heard = await talk(EchoPath(gain_db=gain, reverberation=reverberation))
    loss = heard.loss(4.0, 11.0)
    record_property("erle_db", loss)
    assert loss > 10.0
    assert {state.state for state in heard.states[: round(3.9 / 0.02)]} == {"warming"}
    last = heard.states[-1]
    assert last.state == "effective"
    assert last.erle_db == pytest.approx(loss, abs=8.0)
    assert last.delay == pytest.approx(0.03, abs=0.002)


async def test_a_loudspeaker_that_distorts_is_still_made_quieter() -> None:
    assert (await talk(EchoPath(distortion=1.0, gain_db=-6.0))).loss(4.0, 11.0) > 10.0


async def test_what_is_said_over_the_answer_is_heard_from_its_first_syllable() -> None:
    said = voice(2, 2.0, level=3000)
    heard = await talk(EchoPath(gain_db=-12.0), near=(6.0, said))
    for begin, end in ((0.0, 0.3), (0.3, 2.0)):
        part = slice(round((6.0 + begin) * INPUT_RATE), round((6.0 + end) * INPUT_RATE))
        spoken = rms_dbfs(said[round(begin * INPUT_RATE) : round(end * INPUT_RATE)])
        assert rms_dbfs(heard.cleaned[part]) == pytest.approx(spoken, abs=KEPT_DB)


async def test_a_second_of_somebody_speaking_does_not_count_as_failing_for_long() -> None:
    heard = await talk(EchoPath(gain_db=-12.0), near=(6.0, voice(2, 0.8)))
    assert {state.state for state in heard.states[round(4.1 / 0.02) :]} == {"effective"}


async def test_a_delay_that_jumps_is_followed_within_three_seconds() -> None:
    heard = await talk(EchoPath(delay=jump(0.2, 0.02, at=6.0)))
    assert heard.loss(4.0, 6.0) > 10.0
    assert heard.loss(9.5, 11.0) > 10.0
    assert heard.states[-1].state == "effective"
    assert heard.states[-1].delay == pytest.approx(0.02, abs=0.002)


async def test_an_echo_later_than_a_canceller_can_look_is_measured_and_met() -> None:
    heard = await talk(EchoPath(delay=0.55), until=12.0)
    assert heard.states[-1].delay == pytest.approx(0.55, abs=0.002)
    assert heard.loss(9.0, 12.0) > 10.0


async def test_an_echo_that_cannot_be_found_is_called_failing() -> None:
    heard = await talk(EchoPath(delay=1.5, gain_db=-6.0))
    assert heard.loss(6.0, 11.0) < 4.0
    assert heard.states[-1].state == "failing"


async def test_on_a_headset_there_is_nothing_to_fail_at() -> None:
    heard = await talk(EchoPath(gain_db=-70.0))
    assert heard.states[-1].state == "effective"
    assert heard.states[-1].erle_db is None


async def test_ducking_pausing_and_stopping_are_in_the_reference_too() -> None:
    def steer(duplex: EchoCancellingDuplex, now: float) -> None:
        actions = {5.0: lambda: duplex.duck(0.25), 6.0: duplex.pause, 7.0: duplex.resume, 9.0: duplex.stop}
        if action := actions.get(round(now, 2)):
            action()

    heard = await talk(EchoPath(gain_db=-6.0), also=steer)
    for begin, end in ((5.0, 6.0), (7.0, 9.0)):
        assert heard.loss(begin, end) > 10.0, f"from {begin} s on"
    assert rms_dbfs(heard.cleaned[round(8.9 * INPUT_RATE) : round(9.6 * INPUT_RATE)]) < -50.0
    assert heard.states[-1].state == "effective"


async def test_without_a_canceller_frames_pass_and_the_state_is_none() -> None:
    heard = await talk(EchoPath(), NoEchoCanceller(), until=4.0)
    assert np.array_equal(heard.raw, heard.cleaned)
    assert heard.states[-1] == EchoState("none")


async def test_while_nothing_is_played_frames_pass_bit_by_bit() -> None:
    heard = await talk(EchoPath(), near=(0.0, voice(3, 1.0)), until=1.0)
    assert np.array_equal(heard.raw[: INPUT_RATE * 9 // 10], heard.cleaned[: INPUT_RATE * 9 // 10])


async def test_after_a_lost_device_the_warm_up_begins_anew() -> None:
    clock = ManualClock()
    virtual = FakeDuplex(clock, echo=EchoPath())
    virtual.lose_device(6.0)
    async with EchoCancellingDuplex(virtual, WebRtcEchoCanceller()) as duplex:

        async def listen() -> None:
            async for _ in duplex.frames():
                pass

        listening = asyncio.create_task(listen())
        duplex.write(1, ANSWER)
        await virtual.run(5.9)
        assert duplex.echo().state == "effective"
        await virtual.run(6.1)
        with pytest.raises(DeviceLost):
            await listening
        assert duplex.echo() == EchoState("warming")


async def test_the_file_pair_has_a_room_too(tmp_path: Path) -> None:
    clock = ManualClock()
    virtual = FileDuplex(clock, echo=EchoPath(delay=0.1, noise_dbfs=None, reverberation=0.0, gain_db=-6.0))
    async with virtual:
        virtual.write(1, np.repeat(noise(1, 2400, level=8000), 1))
        virtual.end(1)
        frames = virtual.frames()
        for _ in range(20):
            following = asyncio.ensure_future(anext(frames))
            await asyncio.sleep(0)
            clock.advance(0.02)
            await following
        sounding = np.flatnonzero(np.abs(virtual.microphone) > 100)
        assert sounding[0] == pytest.approx(1600, abs=20)
        assert sounding[-1] == pytest.approx(3200, abs=20)
        level = rms_dbfs(virtual.microphone[1700:3100]) - rms_dbfs(noise(1, 2400, level=8000))
        assert level == pytest.approx(-6.0, abs=0.7)


def test_the_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pywebrtc_audio", None)
    with pytest.raises(Unavailable) as caught:
        WebRtcEchoCanceller()
    assert caught.value.values["library"] == "pywebrtc-audio"


@pytest.mark.audio
@pytest.mark.slow
async def test_real_streams_that_hear_themselves_give_the_reference_at_the_right_time() -> None:
    """The speaker's own monitor is the microphone: a room with no air in it, and PulseAudio's true delays."""
    raw: list[Samples] = []
    with null_devices(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("PULSE_SOURCE", "vspeaker.monitor")
        real = SounddeviceDuplex(SystemClock(), "pulse", "pulse")
        canceller = WebRtcEchoCanceller()
        clean = canceller.clean

        def noting(microphone: Samples, speaker: Samples) -> Samples:
            raw.append(microphone)
            cleaned.append(clean(microphone, speaker))
            return cleaned[-1]

        cleaned: list[Samples] = []
        canceller.clean = noting
        async with EchoCancellingDuplex(real, canceller) as duplex:

            async def listen() -> None:
                async for _ in duplex.frames():
                    pass

            listening = asyncio.create_task(listen())
            duplex.write(1, ANSWER)
            await asyncio.sleep(9.0)
            state = duplex.echo()
        await listening
    heard = Talk(np.concatenate(raw), np.concatenate(cleaned), [])
    assert heard.loss(len(heard.raw) / INPUT_RATE - 4.0, len(heard.raw) / INPUT_RATE) > 6.0
    assert state.state == "effective"
    assert state.delay is not None
    assert -0.15 < state.delay < 0.35
    assert os.environ.get("PULSE_SOURCE") != "vspeaker.monitor"
