"""Measuring rivals by turns, so that the machine's moods fall on all of them alike."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence

from tests.bench.report import Figure, figure, percentile

Way = Callable[[], Awaitable[object]]
Taken = Mapping[str, Sequence[float]]
"""Seconds by who; the first is ours, the second the one that the ratio is taken to."""


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


def compared(metric: str, unit: str, taken: Taken, scale: float, *, target: float | None = None) -> Figure:
    """The medians beside each other, with the middle half of what was measured. scale: units a second."""
    scaled = {who: [seconds * scale for seconds in times] for who, times in taken.items()}
    middle = {who: percentile(values, 0.5) for who, values in scaled.items()}
    (ours, first), *rivals = middle.items()
    return figure(
        metric,
        unit,
        first,
        dict(rivals),
        target=target,
        spread={"ours" if who == ours else who: _middle_half(values) for who, values in scaled.items()},
    )


def _middle_half(values: Sequence[float]) -> tuple[float, float]:
    return percentile(values, 0.25), percentile(values, 0.75)
