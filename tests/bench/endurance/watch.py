"""What is watched for hours: whether anything is stuck, and whether anything grows."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np
import psutil

from core.turn.engine import Engine
from core.turn.states import Idle, Suspended

MEGABYTE = 1e6
LIMITS = {
    "listening": 905.0,
    "deciding": 60.0,
    "thinking": 70.0,
    "speaking": 120.0,
    "overlap": 12.0,
    "suspended": 120.0,
}
"""Seconds after which a state counts as stuck; no scene of the script lasts as long."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at the process. at: seconds of the conversation. rss, native, database: bytes.

    native: what C code and large arrays have in use, which tells what is held from what the allocator keeps
    (0 where it cannot be asked). blocks: of Python's own small objects.
    """

    at: float
    rss: int
    objects: int
    tasks: int
    handles: int
    threads: int
    database: int
    native: int = 0
    blocks: int = 0


@dataclass
class Watch:
    """Call :meth:`look` every frame. stuck: what was found wrong, in words; empty is the promise."""

    engine: Engine
    database: Path
    now: Callable[[], float]
    every: float = 60.0
    readings: list[Reading] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    entered: dict[str, int] = field(default_factory=dict)
    _state: str = "idle"
    _since: float = 0.0
    _overdue: int | None = None
    _next: float = 0.0

    def look(self) -> None:
        now, engine = self.now(), self.engine
        if engine.state != self._state:
            self._state, self._since = engine.state, now
            self.entered[engine.state] = self.entered.get(engine.state, 0) + 1
        elif now - self._since > LIMITS.get(self._state, float("inf")):
            self._wrong(f"{self._state} for {now - self._since:.0f} s at {now:.0f} s")
            self._since = now
        state, wake = engine._coordinator.state, engine._hindsight.wake
        if not isinstance(state, Idle | Suspended):
            if wake is None or wake.at is None:
                self._wrong(f"{self._state} without a wake-up at {now:.0f} s")
            elif wake.at < engine._clock.monotonic() - 1.0 and wake.timer == self._overdue:
                self._wrong(f"nobody woke {self._state} at {now:.0f} s")
            self._overdue = wake.timer if wake else None
        if now >= self._next:
            self._next = now + self.every
            self.readings.append(reading(now, self.database))

    def _wrong(self, what: str) -> None:
        if len(self.stuck) < 20:
            self.stuck.append(what)


def reading(at: float, database: Path) -> Reading:
    gc.collect()
    process = psutil.Process()
    return Reading(
        at=at,
        rss=process.memory_info().rss,
        objects=len(gc.get_objects()),
        tasks=len(asyncio.all_tasks()),
        handles=process.num_fds() if hasattr(process, "num_fds") else process.num_handles(),
        threads=threading.active_count(),
        database=sum(part.stat().st_size for part in database.parent.glob(f"{database.name}*")),
        native=in_use(),
        blocks=sys.getallocatedblocks(),
    )


class _Mallinfo2(ctypes.Structure):
    """mallinfo(3), of all arenas."""

    _fields_: ClassVar = [
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        )
    ]


def in_use() -> int:
    """Bytes that were asked of malloc and not freed; 0 without a glibc of 2.33 or later."""
    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    if library is None or not hasattr(library, "mallinfo2"):
        return 0
    library.mallinfo2.restype = _Mallinfo2
    told = library.mallinfo2()
    return int(told.uordblks + told.hblkhd)


def slope(readings: Sequence[Reading], what: Callable[[Reading], float], after: float) -> float:
    """Growth an hour by least squares over the readings later than ``after`` seconds; 0 for too few."""
    late = [one for one in readings if one.at >= after]
    if len(late) < 3:
        return 0.0
    return float(np.polyfit([one.at / 3600 for one in late], [what(one) for one in late], 1)[0])


def by_hour(readings: Sequence[Reading], hour: float = 3600.0) -> list[str]:
    """The first reading of each hour and the last of all, as lines of a table."""
    picked = [one for n, one in enumerate(readings) if not n or one.at // hour != readings[n - 1].at // hour]
    if readings and picked[-1] is not readings[-1]:
        picked.append(readings[-1])
    head = "| at | RSS MB | native MB | blocks | objects | tasks | handles | threads | database MB |"
    return [
        head,
        "|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {one.at / 60:.0f} min | {one.rss / MEGABYTE:.1f} | {one.native / MEGABYTE:.1f} | {one.blocks} | {one.objects} | {one.tasks} | {one.handles} "
            f"| {one.threads} | {one.database / MEGABYTE:.2f} |"
            for one in picked
        ),
    ]
