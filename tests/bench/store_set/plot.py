"""A picture of what the key costs, and of how a file grows that is edited and deleted in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.bench.store_set.growing import Growth
from tests.bench.store_set.taking import Compared


def draw(measured: Sequence[Compared], growth: Growth, title: str, path: Path) -> None:
    """Left a bar for each ratio, with the middle half of ours and a star where its target stands; right
    the growth. Saved as ``path``."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    picture = Figure(figsize=(13, 5), layout="constrained")
    FigureCanvasAgg(picture)
    bars, curve = picture.subplots(1, 2, width_ratios=(3, 2))
    shown = [one for one in measured if one.figure.ratio is not None][::-1]
    for place, (one, spread) in enumerate((each.figure, each.spread) for each in shown):
        first = next(iter(one.rivals.values()))
        low, high = spread.get("ours", (one.ours, one.ours))
        ratio = one.ours / first
        bars.barh(place, ratio, color="tab:red" if one.met is False else "tab:blue", alpha=0.7)
        bars.errorbar(
            ratio, place, xerr=[[max(0.0, (one.ours - low) / first)], [max(0.0, (high - one.ours) / first)]],
            color="black", capsize=3,
        )  # fmt: skip
        if one.target is not None:
            bars.plot(one.target, place, marker="*", color="black")
    bars.axvline(1, linestyle=":", linewidth=1, color="gray")
    bars.set_yticks(range(len(shown)), [one.figure.metric for one in shown], fontsize=7)
    bars.set(xlabel="ours over the first rival, median; star: at most", xlim=(0, None))
    for who, times in growth.times.items():
        curve.plot(growth.edits, times, marker=".", label=who)
    curve.set(xlabel="edits and deletions", ylabel="bytes over the same written afresh", ylim=(0.9, None))
    curve.legend()
    picture.suptitle(title, fontsize=10)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.savefig(path, dpi=120)
