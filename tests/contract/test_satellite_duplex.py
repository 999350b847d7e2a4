"""A Wyoming satellite keeps the duplex's contract, with positions that are estimates."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from core.audio.contract import CHECKS, Check
from core.audio.frames import Frame, Samples
from core.audio.wyoming_duplex import WyomingDuplex, dialled
from core.audio.wyoming_speaker import AHEAD_SECONDS
from core.clock import SystemClock
from tests.support.satellite import Satellite, waiting_satellite

ATTEMPTS = 3


class SatelliteBench:
    """A mouth and an ear at a satellite that is reached over this machine's own network."""

    exact = True
    output_buffer = 2 * AHEAD_SECONDS  # what is under way, and what the satellite holds back

    def __init__(self, duplex: WyomingDuplex, satellite: Satellite) -> None:
        self.duplex = duplex
        self.frames: list[Frame] = []
        self._satellite = satellite

    async def read(self) -> None:
        async for frame in self.duplex.frames():
            self.frames.append(frame)

    async def pass_time(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def speak(self, pcm: Samples) -> None:
        self._satellite.speak(pcm)

    def heard(self) -> Samples:
        return self._satellite.heard()


@contextlib.asynccontextmanager
async def bench() -> AsyncIterator[SatelliteBench]:
    async with (
        waiting_satellite() as (port, came),
        WyomingDuplex(SystemClock(), "kitchen", dialled("127.0.0.1", port)) as duplex,
    ):
        satellite = await came.get()
        made = SatelliteBench(duplex, satellite)
        reading = asyncio.create_task(made.read())
        try:
            yield made
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
async def test_a_satellite_keeps_the_contract(check: Check) -> None:
    """An attempt in which this machine gave the loop no time, which the duplex counts, is made again."""
    for attempt in range(ATTEMPTS):
        async with bench() as made:
            try:
                await check(made)
            except AssertionError:
                health = made.duplex.health()
                if attempt == ATTEMPTS - 1 or not health.underruns + health.dropped_frames:
                    raise
            else:
                return
