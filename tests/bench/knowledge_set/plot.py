"""A picture: how often the right place comes first by channel, and what the key and the channels cost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.knowledge_set.measured import Measured, Share
from tests.bench.report import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE = 0.85
NAMED = 58
"""Characters of a metric beside a bar."""


def draw(measured: Measured, title: str, path: Path) -> None:
    """Left a panel a set with a bar a channel, their 95 % intervals and targets; right the ratios. Saved as ``path``."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Picture

    sets = list(dict.fromkeys(one.of_set for one in measured.shares))
    picture = Picture(figsize=(19, max(5.0, 3.4 * len(sets))), layout="constrained")
    FigureCanvasAgg(picture)
    left, right = picture.subfigures(1, 2, squeeze=False, width_ratios=(3, 2))[0]
    panels = left.subplots(max(1, len(sets)), 1, squeeze=False)[:, 0]
    colors = _colors(_ways(measured.shares))
    for axes, name in zip(panels, sets, strict=False):
        _quality(axes, name, [one for one in measured.shares if one.of_set == name], colors)
    if sets:
        handles, names = _legend(panels)
        left.legend(handles, names, loc="outside lower center", ncols=4, fontsize=8, frameon=False)
    _ratios(right.subplots(), measured)
    picture.suptitle(title, fontsize=10)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.savefig(path, dpi=110)


def _ways(shares: Sequence[Share]) -> list[tuple[str, bool]]:
    """Each once, and whether it is a rival: ours first."""
    return sorted(dict.fromkeys((one.way, one.rival) for one in shares), key=lambda way: way[1])


def _quality(axes: Axes, name: str, shares: Sequence[Share], colors: dict[str, Any]) -> None:
    kinds = list(dict.fromkeys(one.kind for one in shares))
    ways = _ways(shares)
    thick = WIDE / len(ways)
    for place, (way, rival) in enumerate(ways):
        these = [one for one in shares if one.way == way]
        at = [kinds.index(one.kind) - WIDE / 2 + (place + 0.5) * thick for one in these]
        heights = [one.share for one in these]
        axes.bar(at, heights, thick, color=colors[way], hatch="///" if rival else None, edgecolor="white",
                 linewidth=0.4, label=f"rival: {way}" if rival else way)  # fmt: skip
        below = [max(0.0, one.share - one.interval[0]) for one in these]
        above = [max(0.0, one.interval[1] - one.share) for one in these]
        axes.errorbar(at, heights, yerr=[below, above], fmt="none", ecolor="black", elinewidth=0.6)
    for kind, target in {one.kind: one.target for one in shares if one.target is not None}.items():
        middle = kinds.index(kind)
        axes.hlines(target, middle - WIDE / 2, middle + WIDE / 2, color="black", linestyle="--", linewidth=1)
    counts = {one.kind: max(each.of for each in shares if each.kind == one.kind) for one in shares}
    axes.set_xticks(
        range(len(kinds)), [f"{kind}\n({counts[kind]})".replace(", ", ",\n") for kind in kinds], fontsize=8
    )
    axes.set(ylim=(0, 1.03), xlim=(-0.6, len(kinds) - 0.4))
    axes.set_title(f"{name}: share right (dashed: at least)", fontsize=9, loc="left")
    axes.grid(axis="y", linewidth=0.3)


def _colors(ways: Sequence[tuple[str, bool]]) -> dict[str, Any]:
    """Blues and greens are ours, the darkest the product; rivals are warm."""
    from matplotlib import colormaps

    ours, theirs = [way for way, rival in ways if not rival], [way for way, rival in ways if rival]
    colors = {way: colormaps["viridis"](0.75 * (1 - n / max(1, len(ours) - 1))) for n, way in enumerate(ours)}
    warm = {
        way: colormaps["YlOrRd"](0.25 + 0.5 * n / max(1, len(theirs) - 1)) for n, way in enumerate(theirs)
    }
    return colors | warm


def _legend(panels: Sequence[Axes]) -> tuple[list[Any], list[str]]:
    """Every way of any panel once."""
    found: dict[str, Any] = {}
    for axes in panels:
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(name, handle)
    return list(found.values()), list(found)


def _ratios(axes: Axes, measured: Measured) -> None:
    shown = [(one, who, value) for one in measured.figures for who, value in one.rivals.items() if value][
        ::-1
    ]
    for place, (one, who, value) in enumerate(shown):
        first = who == next(iter(one.rivals))
        missed = first and one.met is False
        color = "tab:red" if missed else "tab:blue" if first else "tab:orange"
        ratio = one.ours / value
        axes.barh(place, ratio, color=color, alpha=0.75, height=0.7)
        low, high = measured.spreads.get(one.metric, {}).get("ours", (one.ours, one.ours))
        axes.errorbar(ratio, place, xerr=[[max(0.0, (one.ours - low) / value)], [max(0.0, (high - one.ours) / value)]],
                      color="black", capsize=2, elinewidth=0.8)  # fmt: skip
        axes.annotate(f"{ratio:.2f}", (max(ratio, high / value), place), xytext=(5, 0), textcoords="offset points",
                      va="center", fontsize=7)  # fmt: skip
        if first and one.target is not None:
            axes.plot(one.target, place, marker="*", color="black", markersize=9)
    axes.axvline(1, linestyle=":", linewidth=1, color="gray")
    axes.set_yticks(range(len(shown)), [_label(one, who) for one, who, _ in shown], fontsize=7)
    axes.set_xscale("log")
    axes.set_xlabel("ours over the other; whiskers: middle half; star: at most")
    axes.margins(x=0.15)


def _label(one: Figure, who: str) -> str:
    words, lines = f"{one.metric} / {who}".split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > NAMED:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
