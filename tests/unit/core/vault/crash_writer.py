"""Started by test_crash.py: appends, deletes and backs up for ever, and prints each thing once it is done."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from core.clock import ManualClock
from core.vault import backup
from tests.unit.core.vault.small import add, forget, reopen


async def main(folder: Path, first: int) -> None:
    vault = reopen(folder)

    async def append(number: int) -> None:
        await vault.write(add(f"第{number}句"))
        print("written", number, flush=True)

    async def delete(number: int) -> None:
        row = await vault.read(lambda tx: tx.one("SELECT id FROM notes WHERE text = ?", (f"第{number}句",)))
        if row is not None:
            await forget(vault, str(row["id"]))
            print("deleted", number, flush=True)

    while True:
        await asyncio.gather(*(append(number) for number in range(first, first + 3)))
        if first % 4 == 0:
            await delete(first + 1)
        if first % 40 == 0:
            made = await backup.make(vault, folder.parent / "stick", ManualClock())
            print("backup", Path(made.path).name, flush=True)
        first += 3


asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
