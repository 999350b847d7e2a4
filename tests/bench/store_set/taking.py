"""Measuring rivals by turns, so that the machine's moods fall on all of them alike."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.bench.report import Figure, figure, percentile

Way = Callable[[], Awaitable[object]]
Taken = Mapping[str, Sequence[float]]
"""Seconds by who; the first is "ours", the second the one that the ratio is taken to."""


async def by_turns(
    ways: Mapping[str, Way], rounds: int, warm: int = 1, first: int = 0
) -> dict[str, list[float]]:
    """Every way once a round, another one first each round. warm: rounds that do not count. first: who
    begins the first of them.

    A way may return seconds of its own (a float) where a part of what it does is not to be counted.
    """
    names, taken = list(ways), {way: list[float]() for way in ways}
    for turn in range(rounds + warm):
        at = (turn + first) % len(names)
        for way in names[at:] + names[:at]:
            began = time.perf_counter()
            own = await ways[way]()
            seconds = own if isinstance(own, float) else time.perf_counter() - began
            if turn >= warm:
                taken[way].append(seconds)
    return taken


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of repeated measurements. spread: the middle half of them, by who; empty for counts."""

    figure: Figure
    spread: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def compared(metric: str, unit: str, taken: Taken, scale: float, *, target: float | None = None) -> Compared:
    """The medians beside each other. scale: units a second."""
    scaled = {who: [seconds * scale for seconds in times] for who, times in taken.items()}
    (_, ours), *rivals = ((who, percentile(values, 0.5)) for who, values in scaled.items())
    return Compared(
        figure(metric, unit, ours, dict(rivals), target=target),
        {who: (percentile(values, 0.25), percentile(values, 0.75)) for who, values in scaled.items()},
    )
