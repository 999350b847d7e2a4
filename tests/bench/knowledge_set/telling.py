"""The report: shares with their intervals, what it costs, every target by name; as text, JSON and picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.bench.knowledge_set import plot
from tests.bench.knowledge_set.measured import Measured, Share
from tests.bench.report import FOLDER, Figure, figure, machine, publish, rounded, table
from tests.bench.store_set.telling import verdicts

TITLE = "Finding what a household's documents say"


def tell(name: str, measured: Measured, folder: Path = FOLDER) -> None:
    """Print it, and write ``build/bench/NAME.{json,md,png}`` and ``NAME-shares.json``."""
    figures = [*of_shares(measured.shares), *measured.figures]
    notes = [
        *(judged(measured.shares) if measured.shares else ()),
        *(verdicts(measured.figures) if measured.figures else ()),
        "",
        *measured.notes,
    ]
    spreads = [
        f"- {metric}: "
        + "; ".join(f"{who} {rounded(low):g} to {rounded(high):g}" for who, (low, high) in spread.items())
        for metric, spread in measured.spreads.items()
    ]
    quality = shares_table(measured.shares)
    print(f"\n{quality}", flush=True)
    publish(name, figures, notes=notes)
    folder.mkdir(parents=True, exist_ok=True)
    shares = [
        msgspec.to_builtins(one) | {"share": round(one.share, 4), "interval": one.interval}
        for one in measured.shares
    ]
    (folder / f"{name}-shares.json").write_bytes(msgspec.json.format(msgspec.json.encode(shares), indent=1))
    parts = [f"# {TITLE}", machine(), f"![quality and costs]({name}.png)", "## Right, by question and channel",
             "Per cent, and the 95 % interval (Wilson). R: rivals, over the same sentences or paragraphs.", quality,
             "## Costs, and shares of the product that are wrong", table(figures), "\n".join(notes),
             "Middle half of repeated measurements:", "\n".join(spreads)]  # fmt: skip
    (folder / f"{name}.md").write_text("\n\n".join(part for part in parts if part) + "\n", "utf-8")
    plot.draw(measured, f"{TITLE}: {machine()}", folder / f"{name}.png")


def of_shares(shares: Sequence[Share]) -> list[Figure]:
    """Each share that has a target, as per cent of wrong ones at most, beside the rivals'."""
    found = []
    for one in shares:
        if one.target is None:
            continue
        beside = {
            other.way: _wrong(other.share)
            for other in shares
            if other.rival and (other.of_set, other.kind) == (one.of_set, one.kind)
        }
        metric = f"{one.of_set}, {one.way}: wrong of {one.of}, {one.kind}"
        target = round(_wrong(one.target), 4)
        found.append(figure(metric, "%", _wrong(one.share), beside, target=target, bounds="ours"))
    return found


def judged(shares: Sequence[Share]) -> list[str]:
    """Each target of a share, reached or missed."""
    bound = [(one, one.target) for one in shares if one.target is not None]
    reached = [one.share >= target for one, target in bound]
    return [f"Targets of answers: {sum(reached)} of {len(bound)} reached."] + [
        f"- {'reached' if well else 'MISSED'}: {one.of_set}, {one.way}, {one.kind}:"
        f" {100 * one.share:.1f} % of {one.of} (≥ {100 * target:g})."
        for (one, target), well in zip(bound, reached, strict=True)
    ]


def shares_table(shares: Sequence[Share]) -> str:
    """A table a set, a row a way, a column a kind of question."""
    return "\n\n".join(_of_set(name, shares) for name in dict.fromkeys(one.of_set for one in shares))


def _of_set(name: str, shares: Sequence[Share]) -> str:
    here = [one for one in shares if one.of_set == name]
    kinds = list(dict.fromkeys(one.kind for one in here))
    cells = {(one.way, one.kind): one for one in here}
    counts = {kind: max(one.of for one in here if one.kind == kind) for kind in kinds}
    lines = [
        f"| {name} | {' | '.join(f'{kind} (of {counts[kind]})' for kind in kinds)} |",
        "|---" + "|---:" * len(kinds) + "|",
    ]
    for way, rival in dict.fromkeys((one.way, one.rival) for one in here):
        told = [_cell(cells.get((way, kind)), counts[kind]) for kind in kinds]
        lines.append(f"| {'R: ' if rival else ''}{way} | {' | '.join(told)} |")
    return "\n".join(lines)


def _cell(one: Share | None, of: int) -> str:
    if one is None:
        return "—"
    low, high = one.interval
    missed = " **missed**" if one.target is not None and one.share < one.target else ""
    fewer = f" of {one.of}" if one.of < of else ""
    return f"{100 * one.share:.1f}{fewer} ({100 * low:.0f}–{100 * high:.0f}){missed}"


def _wrong(share: float) -> float:
    return 100 * (1 - share)
