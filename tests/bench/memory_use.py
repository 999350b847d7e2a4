"""Peak memory of the whole demo and of ``demo --text``: every process of it, children included.

The demo runs as a program of its own and is looked at fifty times a second. Counted are the resident
pages (RSS) of it and of all its descendants, added up; a page that several of them share counts in each,
so the sum is never too low. Beside it stands the same with shared pages divided among their users
(PSS, Linux), looked at ten times a second, which is what the machine really gave. The demo starts a
second talker of its own to kill it: both hold the speech models for a while, and both count.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from core.speech.models import ModelStore
from tests.bench.report import Figure, figure, publish, quick
from tests.support.real import models_folder

ROOT = Path(__file__).parents[2]
MEGABYTE = 1e6
EVERY, EVERY_CLOSELY = 0.02, 0.1


class Peaks:
    """The largest sums seen. rss, pss: bytes; single: the largest one process; most: processes at once."""

    def __init__(self) -> None:
        self.rss = self.pss = self.single = self.most = 0
        self._closely = 0.0

    def look(self, root: psutil.Process) -> None:
        closely = time.monotonic() - self._closely > EVERY_CLOSELY
        resident, shares = [], []
        for process in _family(root):
            try:
                resident.append(process.memory_info().rss)
                shares.append(getattr(process.memory_full_info(), "pss", 0) if closely else 0)
            except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
                continue
        if closely:
            self._closely = time.monotonic()
        self.rss, self.pss = max(self.rss, sum(resident)), max(self.pss, sum(shares))
        self.single, self.most = max(self.single, *resident, 0), max(self.most, len(resident))


def _family(root: psutil.Process) -> list[psutil.Process]:
    try:
        return [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def run(*arguments: str) -> tuple[Peaks, bool]:
    """The demo with these arguments: its peaks, and whether every check passed."""
    peaks = Peaks()
    with tempfile.TemporaryDirectory(prefix="banyan-bench-") as home:
        environment = os.environ | {
            "BANYAN_HOME": home,
            "BANYAN_MODELS": str(models_folder()),
            "PYTHONUTF8": "1",
        }
        command = [sys.executable, "-m", "app", "demo", "--json", "--wav", f"{home}/demo.wav", *arguments]
        with (
            Path(home, "report.json").open("w+b") as out,
            subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out) as process,
        ):
            root = psutil.Process(process.pid)
            while process.poll() is None:
                peaks.look(root)
                time.sleep(EVERY)
            out.seek(0)
            told = out.read()
    if not told:
        raise SystemExit(
            f"banyan demo {' '.join(arguments)} did not reach its end (exit code {process.returncode})"
        )
    return peaks, all(check["ok"] for check in json.loads(told)["checks"])


def figures_of(name: str, peaks: Peaks, target: float) -> list[Figure]:
    return [
        figure(f"peak memory of {name}, all processes, resident", "MB", peaks.rss / MEGABYTE, target=target),
        figure(f"peak memory of {name}, shared pages counted once", "MB", peaks.pss / MEGABYTE),
        figure(f"peak memory of {name}, its largest process", "MB", peaks.single / MEGABYTE),
    ]


def main(demos: dict[str, tuple[tuple[str, ...], float]]) -> tuple[list[Figure], list[str]]:
    """Megabytes of 10⁶ bytes."""
    figures, notes = [], []
    for name, (arguments, target) in demos.items():
        peaks, passed = run(*arguments)
        figures += figures_of(name, peaks, target)
        outcome = "every check passed" if passed else "NOT every check passed"
        notes.append(f"{name}: at most {peaks.most} processes at once, {outcome}.")
    return figures, notes


if __name__ == "__main__":
    demos: dict[str, tuple[tuple[str, ...], float]] = {"demo --text": (("--text",), 300)}
    short = quick(__doc__)
    lacking = ModelStore(models_folder()).missing()
    if not short and not lacking:
        demos["demo"] = ((), 1500)
    measured, of = main(demos)
    if lacking:
        of.append("The spoken demo was not measured: run `banyan models fetch`.")
    publish("memory_use", measured, notes=of)
