"""The one source of time. Everything that waits or stamps is handed a clock."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Two readings that must not be mixed: the calendar, and elapsed seconds."""

    def now(self) -> datetime:
        """The calendar, timezone-aware in UTC. May jump; never decides an order."""
        ...

    def monotonic(self) -> float:
        """Elapsed seconds from an arbitrary start. Never goes back."""
        ...

    async def sleep_until(self, deadline: float) -> None:
        """Wait until ``monotonic()`` has reached ``deadline``; always yields at least once."""
        ...


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep_until(self, deadline: float) -> None:
        await asyncio.sleep(max(0.0, deadline - time.monotonic()))


class ManualClock:
    """A clock that moves only when told to, for tests and for the demo without sound."""

    def __init__(self, start: datetime = datetime(2026, 1, 5, 1, 0, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed = 0.0
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        return self._elapsed

    async def sleep_until(self, deadline: float) -> None:
        if deadline <= self._elapsed:
            await asyncio.sleep(0)
            return
        wake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (deadline, next(self._order), wake))
        await wake

    def advance(self, seconds: float) -> None:
        """Move on and wake, in order, everyone whose deadline has come."""
        self._elapsed += seconds
        while self._sleepers and self._sleepers[0][0] <= self._elapsed:
            _, _, wake = heapq.heappop(self._sleepers)
            if not wake.done():
                wake.set_result(None)
