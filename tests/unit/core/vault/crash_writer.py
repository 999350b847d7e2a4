"""Started by test_crash.py: appends for ever, and prints each number once it is durable."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.unit.core.vault.small import add, reopen


async def main(folder: Path, first: int) -> None:
    vault = reopen(folder)

    async def append(number: int) -> None:
        await vault.write(add(f"第{number}句"))
        print(number, flush=True)

    while True:
        await asyncio.gather(*(append(number) for number in range(first, first + 3)))
        first += 3


asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
