"""``python -m tests.bench``: writes the figures that README shows, from what the benchmarks last measured."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.bench.report import machine

ROOT = Path(__file__).resolve().parents[2]
SHOWN = (
    ("recognition", "time to a draft, all"),
    ("recognition", "character errors, all"),
    ("engine", "the turn engine alone, in conversation"),
    ("audio", "dropped input frames beside two busy threads"),
    ("audio", "output underruns beside two busy threads"),
    ("memory_use", None),
    ("startup", "import core, beyond a bare interpreter's start"),
    ("startup", "banyan --help"),
    ("knowledge", "household, shared, the product: …"),
    ("knowledge", "household B, the product: …"),
    ("knowledge", "CMRC 2018, the product: …"),
    ("knowledge", "lexical search over …"),
    ("knowledge", "full search over …"),
    ("append", "single durable append, p50"),
    ("append", "the same against a rival that blocks the loop, p50"),
    ("store", None),
    ("turns", "false cut-offs at 300 ms, with the words, zh"),
    ("turns", "false cut-offs at 300 ms, with the words, en"),
    ("turns", "latency at 5 % cut-offs, with the words, zh"),
    ("turns", "latency at 5 % cut-offs, with the words, en"),
    ("turns", "cut-offs, elder profile, zh …"),
    ("turns", "cut-offs, elder profile, en …"),
    ("turns", "speech end to first audio, elder profile, zh, p50"),
    ("turns", "speech end to first audio, elder profile, en, p50"),
    ("turns", "of it not hidden, elder profile, zh, p50 …"),
    ("turns", "of it not hidden, elder profile, en, p50 …"),
    ("turns", "backchannels that wrongly stopped the answer …"),
    ("turns", "interruptions that were ignored …"),
    ("turns", "barge-in to duck, −12 dB (Pipecat: to silence), p95"),
    ("turns", "barge-in to silence, under −50 dBFS, p95"),
    ("turns", "self-interruptions in …"),
    ("turns", "CPU a second of audio, answer included, elder profile"),
)
"""Which file of build/bench, and which of its metrics: None is all, an ellipsis ends the beginning of a name."""
_BLOCK = re.compile(r"(<!-- figures:begin).*?(<!-- figures:end -->)", re.DOTALL)


def rows() -> list[dict[str, Any]]:
    """The shown figures that were measured, in their order."""
    found: list[dict[str, Any]] = []
    for name, metric in SHOWN:
        path = ROOT / "build" / "bench" / f"{name}.json"
        measured = json.loads(path.read_text("utf-8")) if path.exists() else []
        found += [figure for figure in measured if _shown(metric, figure["metric"])]
    return found


def _shown(metric: str | None, found: str) -> bool:
    if metric is None or not metric.endswith("…"):
        return metric in (None, found)
    return found.startswith(metric.removesuffix("…"))


def block() -> str:
    lines = ["| figure | unit | ours | others, same run | ratio | target |", "|---|---|---:|---|---:|---:|"]
    for figure in rows():
        rivals = "; ".join(f"{name} {_short(value)}" for name, value in figure["rivals"].items()) or "—"
        ratio = "—" if figure["ratio"] is None else f"{figure['ratio']:.2f}"
        bound = (
            "—"
            if figure["target"] is None
            else f"≤ {figure['target']:g}{'' if figure['met'] else ', missed'}"
        )
        cells = (figure["metric"], figure["unit"], _short(figure["ours"]), rivals, ratio, bound)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def write() -> None:
    opening = (
        f" {machine()} · from build/bench of `make bench`; `python -m tests.bench` writes this block -->"
    )
    for name in ("README.md", "README.zh.md"):
        path = ROOT / name
        text = path.read_text("utf-8")
        path.write_text(
            _BLOCK.sub(lambda m: f"{m.group(1)}{opening}\n{machine()}\n\n{block()}\n{m.group(2)}", text),
            "utf-8",
        )


write()
