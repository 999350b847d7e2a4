"""Silero on the core loop: one thread, and nothing left in the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_COUNTING = """
import os
from pathlib import Path
import numpy as np
from core.speech.silero import SileroVad

threads = lambda: len(list(Path("/proc/self/task").iterdir()))
before = threads()
SileroVad().probability(np.zeros(512, np.int16))
print(threads() - before, "OMP_THREAD_LIMIT" in os.environ)
"""


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted by Linux")
def test_a_decision_takes_no_other_thread_to_wait_for() -> None:
    clean = {name: value for name, value in os.environ.items() if name != "OMP_THREAD_LIMIT"}
    told = subprocess.run(
        [sys.executable, "-c", _COUNTING],
        env=clean,
        cwd=Path(__file__).parents[4],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert told.stdout.split() == ["0", "False"]
