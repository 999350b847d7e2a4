"""Timing one question after the other, every way in turns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from tests.bench.report import figure, percentile
from tests.bench.store_set.taking import Compared, Taken, by_turns

Asking = Callable[[str], Awaitable[object]]


async def asked_in_turns(ways: Mapping[str, Asking], questions: Sequence[str], rounds: int) -> Taken:
    """Seconds of every question but for those of a round before, which fills the caches. Who is first
    moves on with every question."""
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for turn in range(rounds + 1):
        for number, question in enumerate(questions):
            these = {way: partial(ask, question) for way, ask in ways.items()}
            for way, times in (await by_turns(these, 1, 0, turn + number)).items():
                taken[way] += times if turn else []
    return taken


def slowest(metric: str, taken: Taken, *, target: float | None = None) -> Compared:
    """The 95th percentiles beside each other, in milliseconds."""
    (_, ours), *rivals = ((who, percentile(times, 0.95) * 1000) for who, times in taken.items())
    return Compared(figure(metric, "ms", ours, dict(rivals), target=target))
