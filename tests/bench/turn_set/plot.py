"""A picture of the trade: how often each system cuts people off against how long it keeps them waiting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from core.text import Language
from tests.bench.turn_set.decide import Point

LONGEST = 4.0


def draw(languages: Mapping[Language, Mapping[str, list[Point]]], title: str, path: Path) -> None:
    """One panel a language, saved as ``path``. A line joins the settings nobody would
    regret: no other of the system is both quicker and gentler."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    picture = Figure(figsize=(11, 5), layout="constrained")
    FigureCanvasAgg(picture)
    panels = picture.subplots(1, len(languages), squeeze=False)[0]
    for panel, (language, systems) in zip(panels, languages.items(), strict=True):
        for name, points in systems.items():
            best = undominated(points)
            panel.plot(
                [point.mean for point in best],
                [100 * point.cut for point in best],
                marker="*" if len(points) == 1 else ".",
                markersize=14 if len(points) == 1 else 6,
                label=name,
            )
        panel.axhline(5, linestyle=":", linewidth=1, color="gray")
        panel.axvline(0.3, linestyle=":", linewidth=1, color="gray")
        panel.set(
            title=language,
            xlabel="mean latency with the words, s",
            ylabel="pauses cut off, %",
            xlim=(0, LONGEST),
        )
        panel.legend()
    picture.suptitle(title, fontsize=10)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.savefig(path, dpi=120)


def undominated(points: Iterable[Point]) -> list[Point]:
    """Quickest first; each following one cuts off less."""
    best: list[Point] = []
    for point in sorted(points, key=lambda one: (one.mean, one.cut)):
        if not best or point.cut < best[-1].cut:
            best.append(point)
    return best
