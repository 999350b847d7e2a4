"""What is measured, unit by unit, and in which order: each clip and each remark goes to every system in turn.

So a slow spell of the machine falls on all of them alike; who begins alternates.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.bench.turn_set.ledger import Ledger

PARTS: dict[str, tuple[str, ...]] = {
    "cutoffs": ("evidence", "pipecat"),
    "latency": ("elder", "brisk", "late elder", "late brisk", "pipecat"),
    "cpu": ("elder", "brisk", "pipecat"),
    "barge-in": ("interruption", "pipecat interruption"),
    "backchannel": ("murmur", "pipecat murmur"),
    "echo": ("echo",),
    "heard": ("heard",),
    "memory": ("memory",),
}
"""What is asked for, and the parts of the ledger that it needs."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to measure. do: what was found; None: it could not be, and is no result."""

    part: str
    name: str
    do: Callable[[], Awaitable[dict[str, Any] | None]]


def wanted(only: Sequence[str]) -> set[str]:
    """The ledger's parts for these; all for none."""
    return {part for name in only or PARTS for part in PARTS[name]}


async def run(units: Sequence[Unit], ledger: Ledger) -> bool:
    """Whatever is not known yet. Returns whether everything is known now."""
    open_units = [one for one in units if not ledger.has(one.part, one.name)]
    if len(open_units) < len(units):
        print(f"{len(units) - len(open_units)} of {len(units)} units are known already", flush=True)
    began, whole = time.monotonic(), True
    for number, unit in enumerate(open_units, 1):
        started = time.monotonic()
        found = await unit.do()
        now = time.monotonic()
        if found is None:
            whole = False
        else:
            ledger.put(unit.part, unit.name, found)
        print(
            f"{_clock(now - began)} [{number}/{len(open_units)}] {unit.part} {unit.name}: "
            f"{'nothing' if found is None else 'done'} in {now - started:.1f} s",
            flush=True,
        )
    return whole


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}"
