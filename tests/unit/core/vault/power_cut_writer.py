"""Started by test_power_cut.py under power_cut.c: a household's life, every acknowledgement written down."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.unit.core.vault.small import add, forget, reopen


async def main(folder: Path, rows: int) -> None:
    vault = reopen(folder)
    list_of_done = os.open(folder / "done.ack", os.O_CREAT | os.O_RDWR)
    done = 0

    def acknowledge(number: int) -> None:
        """A positive number was written, a negative one deleted."""
        nonlocal done
        os.pwrite(list_of_done, number.to_bytes(8, "little", signed=True), done * 8)
        done += 1

    async def append(number: int) -> None:
        await vault.write(add(f"第{number}句" + "字" * (number % 50 * 20)))
        acknowledge(number)

    for first in range(1, rows + 1, 3):
        await asyncio.gather(*(append(number) for number in range(first, first + 3)))
        if first % 9 == 1 and first > 9:
            await forget(vault, str(first - 5))
            acknowledge(-(first - 5))
    await vault.close()


asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
