"""Devices that go and come back, on null devices: lost in time, found by name, never silently deaf."""

import asyncio
import contextlib
import time

import numpy as np
import pytest

from core.audio import stream_pair
from core.audio.contract import noise
from core.audio.devices import Device
from core.audio.duplex import DeviceLost
from core.audio.microphone_stream import MicrophoneStream
from core.audio.pulse_streams import is_misplaced
from core.audio.sounddevice_duplex import LOST_AFTER_SECONDS, SounddeviceDuplex
from core.audio.stream_pair import StreamPair, Wanted
from core.clock import SystemClock
from core.errors import Unavailable
from tests.support.pulse import MICROPHONE_RATE, SPEAKER_RATE, PulseServer, null_devices

pytestmark = pytest.mark.audio
PULSE = ("pulse", "pulse")


async def until_lost(frames) -> list:
    read = []

    async def listen() -> None:
        async for frame in frames:
            read.append(frame)  # noqa: PERF401 (what came before the loss counts)

    async with asyncio.timeout(LOST_AFTER_SECONDS + 5.0):
        with pytest.raises(DeviceLost):
            await listen()
    return read


async def first_of_the_next(duplex: SounddeviceDuplex, limit: float = 15.0):
    """The first frame after the return, asking as the engine does: again and again, with a pause."""
    async with asyncio.timeout(limit):
        while True:
            frames = duplex.frames()
            with contextlib.suppress(DeviceLost):
                return frames, await anext(frames)
            await asyncio.sleep(0.2)


async def test_a_server_that_was_killed_and_started_again_is_heard_without_a_restart() -> None:
    with null_devices() as server:
        async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
            frames = duplex.frames()
            await anext(frames)
            duplex.write(1, noise(23, SPEAKER_RATE * 10))
            duplex.write(2, noise(24, SPEAKER_RATE))
            await asyncio.sleep(0.5)
            server.stop()
            before = await until_lost(frames)
            over = duplex.position()
            assert over is not None
            assert (over.utterance, over.finished) == (1, True)
            assert 0 < over.samples < SPEAKER_RATE
            duplex.write(3, noise(25, SPEAKER_RATE))
            await until_lost(duplex.frames())
            assert duplex.position() == over, "the position moved without a device"

            server.start()
            frames, back = await first_of_the_next(duplex)
            assert back.index - before[-1].index == pytest.approx((back.at - before[-1].at) / 0.02, abs=15)
            for lost in (1, 2, 3):
                duplex.write(lost, noise(26, SPEAKER_RATE))
            assert duplex.position() == over, "what was over sounded again"
            with server.listen() as ear:
                said = noise(27, SPEAKER_RATE // 2)
                duplex.write(4, said)
                duplex.end(4)
                async with asyncio.timeout(5.0):
                    while (position := duplex.position()) is None or position.utterance != 4:
                        await anext(frames)
                    while not duplex.position().finished:
                        await anext(frames)
                await asyncio.sleep(0.3)
                heard = np.frombuffer(ear.read_bytes()[: ear.stat().st_size // 2 * 2], "<i2")
            assert np.count_nonzero(np.abs(heard) > 30) > SPEAKER_RATE // 4
            health = duplex.health()
            assert health.reopened == 1
            assert health.frames_in > len(before)
            assert duplex._clock.monotonic() - health.last_frame_at < 0.5


async def test_the_heartbeat_stops_with_the_microphone() -> None:
    with null_devices() as server:
        async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
            frames = duplex.frames()
            await anext(frames)
            before = duplex.health().last_frame_at
            await anext(frames)
            server.stop()
            await until_lost(frames)
            stopped = duplex.health().last_frame_at
            with pytest.raises(DeviceLost):
                await anext(duplex.frames())
            assert duplex.health().last_frame_at == stopped
            assert before <= stopped < time.monotonic()


async def test_an_unplugged_microphone_is_lost_and_heard_again_when_it_is_back() -> None:
    with null_devices() as server:
        async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
            frames = duplex.frames()
            await anext(frames)
            await asyncio.sleep(1.0)
            unplugged = time.monotonic()
            await asyncio.to_thread(server.unplug_microphone)
            await until_lost(frames)
            assert time.monotonic() - unplugged < LOST_AFTER_SECONDS + 2.0
            await until_lost(duplex.frames())
            await asyncio.to_thread(server.plug_in_microphone)
            frames, _ = await first_of_the_next(duplex)
            spoken = noise(30, MICROPHONE_RATE)
            mouth = server.speak(spoken)
            await asyncio.to_thread(mouth.__enter__)
            heard = [(await anext(frames)).pcm for _ in range(75)]
            await asyncio.to_thread(mouth.__exit__, None, None, None)
            assert np.abs(np.concatenate(heard)).max() > 3000, "deaf"


SOURCES = [{"index": 0, "name": "speaker.monitor"}, {"index": 1, "name": "desk"}, {"index": 2, "name": "usb"}]


@pytest.mark.parametrize(
    ("source", "asked", "misplaced"),
    [
        (1, None, False),
        (0, None, True),
        (2, "usb", False),
        (1, "usb", True),
        (0, "usb", True),
        (0, "speaker.monitor", False),
        (1, "@DEFAULT_SOURCE@", False),
        (1, "2", False),
    ],
)
def test_a_stream_is_misplaced_on_a_monitor_or_off_what_was_asked_for(
    source: int, asked: str | None, misplaced: bool
) -> None:
    ours = {"source": source, "properties": {"application.process.id": "7"}}
    another = {"source": 0, "properties": {"application.process.id": "8"}}
    assert is_misplaced("input", SOURCES, [another, ours], 7, asked) is misplaced
    assert not is_misplaced("input", SOURCES, [another], 7, asked)


@pytest.mark.parametrize(
    ("sink", "asked", "misplaced"),
    [
        (0, None, False),
        (1, None, False),
        (1, "headset", False),
        (0, "headset", True),
        (0, "@DEFAULT_SINK@", False),
    ],
)
def test_sound_is_misplaced_only_off_the_speaker_that_was_asked_for(
    sink: int, asked: str | None, misplaced: bool
) -> None:
    sinks = [{"index": 0, "name": "desk"}, {"index": 1, "name": "headset"}]
    ours = {"sink": sink, "properties": {"application.process.id": "7"}}
    another = {"sink": 0, "properties": {"application.process.id": "8"}}
    assert is_misplaced("output", sinks, [another, ours], 7, asked) is misplaced


async def open_streams() -> int:
    """How many pairs are open once all that was begun on the devices' thread is over."""
    return await asyncio.get_running_loop().run_in_executor(stream_pair._DEVICES, lambda: StreamPair._open)


async def test_cancelling_at_any_moment_of_opening_leaves_nothing_open(pulse: PulseServer) -> None:
    async def enter() -> None:
        async with SounddeviceDuplex(SystemClock(), *PULSE):
            await asyncio.sleep(60)

    for delay in (0.0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4):
        entering = asyncio.create_task(enter())
        await asyncio.sleep(delay)
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering
        assert await open_streams() == 0, f"after {delay} s"
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
        assert (await anext(duplex.frames())).index == 0


async def test_cancelling_in_the_turn_of_the_loop_in_which_it_has_just_opened_leaves_nothing_open(
    pulse: PulseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    opened = StreamPair.__init__

    def and_cancel(pair: StreamPair, wanted: Wanted) -> None:
        opened(pair, wanted)
        loop.call_soon_threadsafe(lambda: loop.call_soon(entering.cancel))

    monkeypatch.setattr(StreamPair, "__init__", and_cancel)
    duplex = SounddeviceDuplex(SystemClock(), *PULSE)
    entering = asyncio.create_task(duplex.__aenter__())
    with contextlib.suppress(asyncio.CancelledError):
        await entering
        await duplex.__aexit__()
    assert await open_streams() == 0


async def test_closing_while_it_is_being_opened_again_leaves_nothing_open() -> None:
    with null_devices() as server:
        async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
            frames = duplex.frames()
            await anext(frames)
            server.stop()
            await until_lost(frames)
            server.start()
            returning = asyncio.create_task(anext(duplex.frames(), None))
            await asyncio.sleep(0)
        assert await returning is None
        assert await open_streams() == 0


async def test_a_device_that_refuses_its_own_rate_is_opened_at_another(
    pulse: PulseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a Bluetooth headset does that changed to its telephone profile between asking and opening."""
    truly = stream_pair.find

    def mistaken(name: str | None, kind) -> Device:
        device = truly(name, kind)
        return Device(
            index=device.index,
            name=device.name,
            host=device.host,
            inputs=device.inputs,
            outputs=device.outputs,
            rate=1,
            default_input=True,
            default_output=True,
        )

    monkeypatch.setattr(stream_pair, "find", mistaken)
    async with SounddeviceDuplex(SystemClock(), *PULSE) as duplex:
        assert (await anext(duplex.frames())).pcm.shape == (320,)


async def test_another_fault_than_the_rate_is_not_tried_again_at_other_rates(
    pulse: PulseServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sounddevice

    tried = []

    def busy(self, device, rate: int, *_: object) -> None:
        tried.append(rate)
        raise sounddevice.PortAudioError("Device unavailable", -9985)

    monkeypatch.setattr(MicrophoneStream, "__init__", busy)
    with pytest.raises(Unavailable):
        async with SounddeviceDuplex(SystemClock(), *PULSE):
            pass
    assert len(tried) == 1
