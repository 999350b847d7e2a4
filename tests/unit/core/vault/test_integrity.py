"""Checking the whole file finds damage that nobody has read yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import Corrupt
from core.vault import Transaction, integrity
from tests.unit.core.vault.small import create, reopen


async def test_a_whole_file_passes_and_one_flipped_bit_does_not(tmp_path: Path) -> None:
    def fill(tx: Transaction) -> None:
        tx.execute_many("INSERT INTO notes(text) VALUES (?)", [(f"{n}" + "字" * 300,) for n in range(100)])

    vault = create(tmp_path / "household")
    await vault.write(fill)
    await vault.read(integrity.check)
    await vault.close()
    path = tmp_path / "household" / "vault.db"
    content = bytearray(path.read_bytes())
    content[-2048] ^= 1
    path.write_bytes(content)
    vault = reopen(tmp_path / "household")
    with pytest.raises(Corrupt, match=r"vault\.damaged"):
        await vault.read(integrity.check)
    await vault.close()
