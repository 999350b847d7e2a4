"""kill -9 at any moment loses nothing that was acknowledged, and adds nothing by halves."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.core.vault.small import create, reopen, texts

ROUNDS = 10
ROOT = Path(__file__).parents[4]


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
async def test_nothing_acknowledged_is_lost_to_sigkill(tmp_path: Path) -> None:
    folder = tmp_path / "household"
    await create(folder).close()
    chance = random.Random(7)
    acknowledged: set[str] = set()
    for attempt in range(ROUNDS):
        acknowledged |= killed_while_writing(folder, attempt * 100_000, chance.randint(1, 120))
        vault = reopen(folder)
        kept = await vault.read(texts)
        checked = await vault.read(lambda tx: tx.rows("PRAGMA integrity_check"))
        await vault.close()
        assert acknowledged <= set(kept)
        assert checked == [{"integrity_check": "ok"}]
    assert len(acknowledged) > ROUNDS


def killed_while_writing(folder: Path, first: int, after: int) -> set[str]:
    """Start a writer, kill it once it has acknowledged ``after`` rows, return all it acknowledged."""
    program = [sys.executable, "-m", "tests.unit.core.vault.crash_writer", str(folder), str(first)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, cwd=ROOT) as writer:
        assert writer.stdout is not None
        lines = []
        for line in writer.stdout:
            lines.append(line)
            if len(lines) == after:
                writer.send_signal(signal.SIGKILL)
        assert writer.wait() == -signal.SIGKILL
    whole = [line for line in lines if line.endswith("\n")]
    return {f"第{int(line)}句" for line in whole}
