"""The report: the figures as a table, as JSON and as a plot, and every target that was missed by name."""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench.report import FOLDER, Figure, machine, publish, rounded, table
from tests.bench.store_set.growing import Growth
from tests.bench.store_set.plot import draw
from tests.bench.store_set.taking import Compared


def tell(name: str, measured: Sequence[Compared], growth: Growth, about: Sequence[str]) -> None:
    """Print it, and write ``build/bench/NAME.{json,md,png}``."""
    figures = [one.figure for one in measured]
    notes = [*verdicts(figures), "", *about, "", "Middle half of repeated measurements:", *spreads(measured)]
    publish(name, figures, notes=notes)
    title = "The vault beside the same SQLite without a key"
    picture = f"![ratios and growth]({name}.png)"
    text = "\n\n".join((f"# {title}", machine(), picture, table(figures), "\n".join(notes))) + "\n"
    (FOLDER / f"{name}.md").write_text(text, "utf-8")
    draw(measured, growth, f"{title}: {machine()}", FOLDER / f"{name}.png")


def verdicts(figures: Sequence[Figure]) -> list[str]:
    """Each target, reached or missed."""
    judged = [one for one in figures if one.met is not None]
    lines = [f"Targets: {sum(one.met is True for one in judged)} of {len(judged)} reached."]
    for one in judged:
        found = f"{one.ours:g} {one.unit}" if one.ratio is None else f"{one.ratio:.2f} ×"
        lines.append(f"- {'reached' if one.met else 'MISSED'}: {one.metric}: {found} (≤ {one.target:g}).")
    return lines


def spreads(measured: Sequence[Compared]) -> list[str]:
    """What repeated measurements of one thing had between them."""
    return [
        f"- {one.figure.metric}, {one.figure.unit}: "
        + "; ".join(f"{who} {rounded(low):g} to {rounded(high):g}" for who, (low, high) in one.spread.items())
        for one in measured
        if one.spread
    ]
