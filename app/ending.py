"""Ending what runs for long when the terminal, the system or the family says so."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def ended_by_signals(end: Callable[[], None]) -> Iterator[None]:
    """Inside, the first Ctrl-C or SIGTERM calls ``end`` on the running loop; a second one is as rude as
    it would have been without. Main thread only, as signals are."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in _SIGNALS}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        restore()
        loop.call_soon_threadsafe(end)

    for number in _SIGNALS:
        signal.signal(number, on_signal)
    try:
        yield
    finally:
        restore()
