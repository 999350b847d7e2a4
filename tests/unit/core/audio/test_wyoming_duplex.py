"""A satellite may come or be dialled, go away, halt or talk nonsense; the duplex says so and keeps bounded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import numpy as np
import pytest
from wyoming.client import AsyncTcpClient
from wyoming.event import Event

from core.audio.duplex import DeviceLost
from core.audio.wyoming_duplex import KEPT_FRAMES, WyomingDuplex, accepted, dialled
from core.clock import SystemClock
from tests.support.satellite import Satellite, waiting_satellite


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[WyomingDuplex, Satellite]]:
    async with (
        waiting_satellite() as (port, came),
        WyomingDuplex(SystemClock(), "kitchen", dialled("127.0.0.1", port)) as duplex,
    ):
        yield duplex, await came.get()


async def lost(duplex: WyomingDuplex) -> None:
    """Read until the duplex says that its device is gone, by name."""
    async with asyncio.timeout(20):
        with pytest.raises(DeviceLost) as caught:
            _ = [frame async for frame in duplex.frames()]
    assert caught.value.values["device"] == "kitchen"


async def test_a_satellite_that_comes_to_us_is_told_to_run_and_is_heard() -> None:
    arrived: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    listening = await asyncio.start_server(lambda *streams: arrived.put_nowait(streams), "127.0.0.1", 0)
    speech = np.arange(1, 3_201).astype("<i2")
    async with AsyncTcpClient("127.0.0.1", listening.sockets[0].getsockname()[1]) as satellite:
        reach = accepted(*await arrived.get())
        async with WyomingDuplex(SystemClock(), "kitchen", reach) as duplex:
            assert (await satellite.read_event()).type == "run-satellite"
            form = {"rate": 16_000, "width": 2, "channels": 1}
            await satellite.write_event(Event("audio-chunk", form, speech.tobytes()))
            heard = np.zeros(0, np.int16)
            async for frame in duplex.frames():
                heard = np.concatenate([heard, frame.pcm])
                if np.count_nonzero(heard) >= 3_200:
                    break
    assert np.array_equal(heard[np.flatnonzero(heard)], speech)
    listening.close()


async def test_nobody_there_is_a_lost_device_by_its_name() -> None:
    async with waiting_satellite() as (port, _):
        pass
    with pytest.raises(DeviceLost) as caught:
        await WyomingDuplex(SystemClock(), "kitchen", dialled("127.0.0.1", port)).__aenter__()
    assert caught.value.values["device"] == "kitchen"


async def test_a_satellite_that_goes_away_is_lost_and_plays_nothing_more() -> None:
    async with connected() as (duplex, satellite):
        duplex.write(1, np.full(48_000, 900, np.int16))
        await asyncio.sleep(0.3)
        await satellite.stop()
        await lost(duplex)
        duplex.write(2, np.full(480, 900, np.int16))
        duplex.end(2)
        before = duplex.position()
        await asyncio.sleep(0.1)
        assert duplex.position() == before


@pytest.mark.parametrize(
    "nonsense",
    [
        b"hello\n",
        b"[1]\n",
        b'{"kind": 1}\n',
        b'{"type": "audio-chunk", "payload_length": 99999999}\n',
        b'{"type": "audio-chunk", "data": {"rate": 0, "width": 2, "channels": 1}}\n',
        b'{"type": "audio-chunk", "data": {"rate": 16000, "width": 3, "channels": 1}}\n',
        b'{"type": "audio-chunk", "data": {"rate": 16000, "width": 2, "channels": "x"}}\n',
        b'{"type": "audio-chunk", "data": 5}\n',
        b"x" * 200_000 + b"\n",
    ],
)
async def test_what_talks_nonsense_is_no_satellite(nonsense: bytes) -> None:
    async with connected() as (duplex, satellite):
        satellite.writer.write(nonsense)
        await lost(duplex)


async def test_a_ping_is_answered_and_unknown_events_are_passed_over() -> None:
    async with connected() as (duplex, satellite):
        await satellite.write_event(Event("run-pipeline", {"start_stage": "wake"}))
        await satellite.write_event(Event("played"))
        await satellite.write_event(Event("ping", {"text": "a"}))
        async with asyncio.timeout(5):
            async for _ in duplex.frames():
                if any(event.type == "pong" for event in satellite.events):
                    break
        assert next(event for event in satellite.events if event.type == "pong").data == {"text": "a"}


async def test_stereo_of_another_rate_is_heard_as_mono_at_ours() -> None:
    async with connected() as (duplex, satellite):
        satellite.asleep = True
        times = np.arange(24_000) / 48_000
        left = (8_000 * np.sin(2 * np.pi * 440 * times)).astype(np.int16)
        await satellite.send(np.stack([left, -left], 1).ravel(), rate=48_000, channels=2)
        heard = np.zeros(0, np.int16)
        async for frame in duplex.frames():
            heard = np.concatenate([heard, frame.pcm])
            if np.count_nonzero(heard) > 7_000:
                break
        spectrum = np.abs(np.fft.rfft(heard[np.abs(heard) > 0][:6_400]))
        assert abs(int(np.argmax(spectrum)) * 16_000 / 6_400 - 440) < 10


async def test_a_reader_that_is_away_keeps_thirty_seconds_at_most() -> None:
    async with connected() as (duplex, satellite):
        satellite.asleep = True
        for _ in range(40):
            await satellite.send(np.ones(16_000, np.int16))
        for _ in range(500):
            await asyncio.sleep(0.02)
            if duplex.health().dropped_frames:
                break
        assert duplex.health().dropped_frames > 0
        assert len(duplex._waiting) <= KEPT_FRAMES


async def test_a_silent_satellite_is_asked_and_given_up_only_when_it_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.audio.wyoming_duplex.PING_SECONDS", 0.1)
    monkeypatch.setattr("core.audio.wyoming_duplex.LOST_SECONDS", 0.6)
    async with connected() as (duplex, satellite):
        satellite.asleep = True
        heard = duplex.frames()
        for _ in range(50):
            await anext(heard)
        assert any(event.type == "ping" for event in satellite.events)
        satellite.dead = True
        await lost(duplex)


async def test_a_satellite_that_sleeps_by_its_own_word_is_alive_and_one_that_halts_is_not() -> None:
    clock = SystemClock()
    async with (
        waiting_satellite() as (port, came),
        WyomingDuplex(clock, "k", dialled("127.0.0.1", port)) as it,
    ):
        satellite, heard = await came.get(), it.frames()
        for _ in range(20):
            await anext(heard)
        halted = clock.monotonic()
        satellite.asleep = True
        for _ in range(30):
            await anext(heard)
        last = it.health().last_frame_at
        assert last is not None
        assert last <= halted + 0.1
        await satellite.write_event(Event("streaming-stopped"))
        for _ in range(20):
            await anext(heard)
        awake = it.health().last_frame_at
        assert awake is not None
        assert awake > halted + 0.3


async def test_leaving_ends_the_frames_and_the_connection() -> None:
    async with connected() as (duplex, satellite):
        await anext(duplex.frames())
    assert satellite.writer.is_closing()
    assert [frame async for frame in duplex.frames()][KEPT_FRAMES:] == []
