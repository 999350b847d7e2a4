"""Killed between any two steps of anything large, the household opens afterwards, whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Corrupt, Refused
from core.vault import Vault, backup, receipts, restoring
from tests.unit.core.vault.small import ERASER, add, create, flip, forget, note_ids, notes, passphrase, reopen

ROOT = Path(__file__).parents[4]
ROWS = 40
NEW = "新的口令"

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


async def household(folder: Path) -> None:
    vault = create(folder)
    for number in range(ROWS):
        await vault.write(add(f"{number}" + "字" * 300))
    await vault.close()


def after_each_kill(base: Path, into: Path, thing: str) -> list[Path]:
    """The household as each kill left it, in order; the last one was not killed."""
    into.mkdir(exist_ok=True)
    program = [sys.executable, "-m", "tests.unit.core.vault.killed_steps", str(base), str(into), thing]
    done = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=True, timeout=100)
    last, code = done.stdout.split()[-2:]
    assert code == "0", done.stderr
    assert int(last) > 4, "nothing was interrupted"
    return [into / str(step) for step in range(1, int(last) + 1)]


def either(folder: Path) -> tuple[Vault, bool]:
    """Opened by the old passphrase or by the new one, and whether it was the new."""
    try:
        return reopen(folder), False
    except Refused:
        return Vault.open(folder, passphrase(NEW), [notes()], ManualClock()), True


async def kept(vault: Vault) -> int:
    await vault.write(add("还能写"))
    return len(await vault.read(note_ids)) - 1


@pytest.mark.parametrize("thing", ["rotate", "change_passphrase"])
async def test_new_keys_are_there_or_they_are_not(tmp_path: Path, thing: str) -> None:
    await household(tmp_path / "h")
    outcomes = []
    for folder in after_each_kill(tmp_path / "h", tmp_path / "killed", thing):
        vault, new = either(folder)
        outcomes.append(new)
        assert await kept(vault) == ROWS
        await vault.close()
        names = {path.name for path in folder.glob("vault*")}
        assert len(names) == 1, "what was left over is tidied away"
        again, same = either(folder)
        assert same is new
        await again.close()
    assert outcomes == sorted(outcomes), "once changed it stays changed"
    assert outcomes[0] is False
    assert outcomes[-1] is True


async def test_a_backup_that_was_cut_off_goes_on_and_is_whole(tmp_path: Path) -> None:
    await household(tmp_path / "h")
    for folder in after_each_kill(tmp_path / "h", tmp_path / "killed", "back_up"):
        vault = reopen(folder)
        made = await backup.make(vault, folder.with_name(folder.name + "-stick"), ManualClock())
        assert await kept(vault) == ROWS
        source = restoring.with_root(Path(made.path), vault.root())
        await vault.close()
        restoring.anew(tmp_path / "again" / folder.name, source, [ERASER], [notes()], ManualClock())
        restored = reopen(tmp_path / "again" / folder.name)
        assert await kept(restored) == ROWS
        await restored.close()


async def test_a_restore_is_done_or_not_done_and_what_was_deleted_stays_so(tmp_path: Path) -> None:
    await household(tmp_path / "h")
    vault = reopen(tmp_path / "h")
    await backup.make(vault, tmp_path / "killed" / "stick", ManualClock())
    await forget(vault, "7")
    await vault.write(add("备份以后"))
    await vault.close()
    counts = []
    for folder in after_each_kill(tmp_path / "h", tmp_path / "killed", "restore"):
        opened = reopen(folder)
        ids = await opened.read(note_ids)
        assert "7" not in ids
        assert await opened.read(lambda tx, book=opened.receipts: book.has(tx, "fact", "7"))
        counts.append(len(ids))
        await opened.close()
    assert counts[0] == ROWS
    assert counts[-1] == ROWS - 1
    assert counts == sorted(counts, reverse=True)


async def test_a_repair_is_done_or_not_done_and_the_damaged_file_stays(tmp_path: Path) -> None:
    await household(tmp_path / "h")
    flip(tmp_path / "h" / "vault.db", (tmp_path / "h" / "vault.db").stat().st_size - 3000)
    damaged = (tmp_path / "h" / "vault.db").read_bytes()
    for folder in after_each_kill(tmp_path / "h", tmp_path / "killed", "mend"):
        try:
            vault = reopen(folder)
        except Corrupt:
            continue
        await vault.close()
        assert any(path.read_bytes() == damaged for path in folder.glob("*vault*.db"))


async def test_a_deletion_is_whole_or_not_at_all(tmp_path: Path) -> None:
    await household(tmp_path / "h")
    for folder in after_each_kill(tmp_path / "h", tmp_path / "killed", "delete"):
        vault = reopen(folder)
        there = "3" in await vault.read(note_ids)
        written = await vault.read(lambda tx, book=vault.receipts: book.has(tx, "fact", "3"))
        assert there is not written
        assert len(await vault.read(receipts.all)) == (0 if there else 1)
        await vault.close()
