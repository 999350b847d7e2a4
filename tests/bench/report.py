"""How a benchmark tells what it measured: a Markdown table for people, a JSON list for programs.

Every module of this folder that can be run is a benchmark: ``make bench-NAME``. A figure is one line:
``ours`` beside what rivals needed for the same work in the same run. ``ratio`` is ours over the *first*
rival; ``target`` is an upper bound, of the ratio when there is one and of ``ours`` otherwise (a figure
whose bound is absolute although rivals stand beside it says so in its metric).
"""

from __future__ import annotations

import argparse
import math
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NoReturn

import msgspec

FOLDER = Path(__file__).parents[2] / "build" / "bench"


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One measured line. Absolute figures carry no rivals and no ratio. met: None without a target."""

    metric: str
    unit: str
    ours: float
    rivals: dict[str, float] = {}
    ratio: float | None = None
    target: float | None = None
    met: bool | None = None


def figure(
    metric: str,
    unit: str,
    ours: float,
    rivals: Mapping[str, float] | None = None,
    *,
    target: float | None = None,
    bounds: Literal["ratio", "ours"] = "ratio",
) -> Figure:
    """bounds: which of the two the target limits; without rivals it is always ``ours``."""
    beside = {name: rounded(value) for name, value in (rivals or {}).items()}
    first = next(iter((rivals or {}).values()), None)
    ratio = ours / first if first else None
    limited = ratio if bounds == "ratio" and beside else ours
    met = None if target is None else limited is not None and limited <= target
    return Figure(
        metric=metric,
        unit=unit,
        ours=rounded(ours),
        rivals=beside,
        ratio=None if ratio is None else round(ratio, 3),
        target=target,
        met=met,
    )


def publish(name: str, figures: Sequence[Figure], *, notes: Sequence[str] = ()) -> None:
    """Print the table and write ``build/bench/NAME.json``. notes: what the numbers are of, below the table."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(list(figures)), indent=2) + b"\n")
    print(f"\n## {name}\n\n{machine()}\n\n{table(figures)}")
    print("\n" + "\n".join(notes), flush=True)


def table(figures: Sequence[Figure]) -> str:
    """The figures as Markdown."""
    head = ("metric", "unit", "ours", "rivals", "ratio", "target", "met")
    rows = [
        (
            one.metric,
            one.unit,
            f"{one.ours:g}",
            "; ".join(f"{name} {value:g}" for name, value in one.rivals.items()),
            "" if one.ratio is None else f"{one.ratio:.2f}",
            "" if one.target is None else f"≤ {one.target:g}",
            "" if one.met is None else "yes" if one.met else "NO",
        )
        for one in figures
    ]
    lines = [head, ("---", "---", "---:", "---", "---:", "---:", "---"), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def machine() -> str:
    """What the numbers were taken on, and how busy it was besides."""
    processor = platform.machine()
    with_model = Path("/proc/cpuinfo")
    if with_model.exists():
        named = [line for line in with_model.read_text("utf-8").splitlines() if line.startswith("model name")]
        processor = f"{named[0].partition(':')[2].strip()}, {processor}" if named else processor
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{processor}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}{load}"
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Nearest rank. Raises ValueError for no values."""
    if not values:
        raise ValueError("nothing was measured")
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def rounded(value: float) -> float:
    """Four significant digits: more would be noise."""
    return 0.0 if value == 0 else float(f"{value:.4g}")


def quick(description: str | None) -> bool:
    """Read the command line: whether a short run is enough to see that it works."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="few repetitions: to try it, not to quote it")
    return bool(parser.parse_args().quick)


def absent(name: str, what: str) -> NoReturn:
    """Something real is not on this machine: say so, and let the other benchmarks go on."""
    print(f"\n## {name}\n\nnot measured: {what}\n", flush=True)
    raise SystemExit(0)
