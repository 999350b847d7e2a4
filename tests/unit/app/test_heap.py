"""What was freed goes back to the system, where the C library can be asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app import heap

_FREED_BETWEEN_KEPT = """
from pathlib import Path
from app import heap

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

assert heap.keep_few_arenas()
blocks = [b"x" * 100_000 for _ in range(2000)]
full = resident()
kept = blocks[::10]
del blocks
freed = resident()
assert heap.give_back()
print(full, freed, resident(), len(kept))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells its memory otherwise")
def test_pages_between_blocks_still_in_use_are_returned() -> None:
    if heap._glibc() is None:
        pytest.skip("a C library that cannot be asked")
    ran = subprocess.run(
        [sys.executable, "-c", _FREED_BETWEEN_KEPT], capture_output=True, text=True, check=True
    )
    full, freed, left, _ = map(int, ran.stdout.split())
    assert full - left > 150e6
    assert freed - left > 50e6, "the library gives it back unasked: then this module is not needed"


def test_a_system_that_cannot_be_asked_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not heap.keep_few_arenas()
    assert not heap.give_back()
