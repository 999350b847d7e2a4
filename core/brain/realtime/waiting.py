"""Waiting for a queue, by a clock that is handed in."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from core.clock import Clock

_T = TypeVar("_T")


async def soon(queue: asyncio.Queue[_T], clock: Clock, within: float) -> _T:
    """The queue's next, or TimeoutError after so many seconds of the clock."""
    if not queue.empty():
        return queue.get_nowait()
    getting = asyncio.ensure_future(queue.get())
    alarm = asyncio.ensure_future(clock.sleep_until(clock.monotonic() + within))
    try:
        await asyncio.wait({getting, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if getting.done():
            return getting.result()
        raise TimeoutError
    finally:
        getting.cancel()
        alarm.cancel()
