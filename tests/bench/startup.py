"""How long the door takes to open: ``import core`` and ``banyan --help`` against a bare interpreter.

Whole processes, wall time from starting to being gone, in turns, median; what ``import core`` adds is
the median of the differences within a turn. Byte code is compiled before anything counts, as it is on
every start but the first after an installation.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.bench.report import Figure, figure, percentile, publish, quick

ROOT = Path(__file__).parents[2]
BANYAN = Path(sys.executable).with_name("banyan")
PROCESSES: dict[str, list[str]] = {
    "bare": [sys.executable, "-c", "pass"],
    "core": [sys.executable, "-c", "import core"],
    "household": [sys.executable, "-c", "import core.household.household"],
    "typer": [sys.executable, "-c", "import typer"],
    "help": [str(BANYAN), "--help"] if BANYAN.exists() else [sys.executable, "-m", "app", "--help"],
}


def main(rounds: int) -> list[Figure]:
    """Milliseconds."""
    taken: dict[str, list[float]] = {name: [] for name in PROCESSES}
    for turn in range(rounds + 1):
        for name, command in PROCESSES.items():
            began = time.perf_counter()
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
            if turn:  # the first round compiled and warmed the page cache
                taken[name].append(1000 * (time.perf_counter() - began))
    p50 = {name: percentile(times, 0.5) for name, times in taken.items()}
    bare = {"bare interpreter": p50["bare"]}
    beyond = [core - alone for core, alone in zip(taken["core"], taken["bare"], strict=True)]
    return [
        figure("import core, beyond a bare interpreter's start", "ms", percentile(beyond, 0.5), target=100),
        figure("python -c 'import core'", "ms", p50["core"], bare),
        figure("python -c 'import core.household.household'", "ms", p50["household"], bare),
        figure("banyan --help", "ms", p50["help"], {"python -c 'import typer'": p50["typer"]} | bare),
    ]


if __name__ == "__main__":
    publish("startup", main(3 if quick(__doc__) else 20))
