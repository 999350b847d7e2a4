"""kill -9 at any moment loses nothing that was acknowledged, and adds nothing by halves."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.vault import receipts, restoring
from tests.unit.core.vault.small import ERASER, create, notes, passphrase, reopen, texts

ROUNDS = int(os.environ.get("BANYAN_KILLS", "12"))
ROOT = Path(__file__).parents[4]


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
@pytest.mark.timeout(60 + 10 * ROUNDS)
async def test_nothing_acknowledged_is_lost_to_sigkill_and_nothing_deleted_returns(tmp_path: Path) -> None:
    folder = tmp_path / "household"
    await create(folder).close()
    chance = random.Random(7)
    written, deleted, backups = set[str](), set[str](), set[str]()
    for attempt in range(ROUNDS):
        for what, which in killed_while_working(folder, attempt * 100_000, chance.randint(1, 80)):
            {"written": written, "deleted": deleted, "backup": backups}[what].add(which)
        vault = reopen(folder)
        kept = set(await vault.read(texts))
        await vault.check()
        receipts_kept = await vault.read(receipts.all)
        await vault.close()
        assert not {f"第{number}句" for number in deleted} & kept, "deleted and there again"
        missing = {number for number in written if f"第{number}句" not in kept}
        assert len(missing) <= len(receipts_kept), "every missing one has a receipt"
        assert len(missing - deleted) <= attempt + 1, "one deletion at most was cut off before it was told"
    assert len(written) > ROUNDS
    assert deleted
    for name in sorted(backups)[:3]:
        source = restoring.unlock(tmp_path / "stick" / name, passphrase())
        restoring.over(folder, passphrase(), source, [ERASER], [notes()], ManualClock())
        vault = reopen(folder)
        assert not {f"第{number}句" for number in deleted} & set(await vault.read(texts))
        await vault.close()


def killed_while_working(folder: Path, first: int, after: int) -> list[list[str]]:
    """Start a writer, kill it once it has acknowledged ``after`` things, return all it acknowledged."""
    program = [sys.executable, "-m", "tests.unit.core.vault.crash_writer", str(folder), str(first)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, cwd=ROOT) as writer:
        assert writer.stdout is not None
        lines = []
        for line in writer.stdout:
            lines.append(line)
            if len(lines) == after:
                writer.send_signal(signal.SIGKILL)
        assert writer.wait() == -signal.SIGKILL
    return [line.split() for line in lines if line.endswith("\n")]
