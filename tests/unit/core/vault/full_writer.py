"""Started by test_full_disk.py: writes under ever larger limits on the size of any file.

A write beyond RLIMIT_FSIZE fails in the middle as on a full disk (EFBIG, and the signal is ignored), at
another place each round: page by page through the log and the database.
"""

from __future__ import annotations

import asyncio
import resource
import signal
import sys
from pathlib import Path

from core.errors import Unavailable
from tests.unit.core.vault.small import add, reopen, texts

ROUNDS = 60
STEP = 2048


async def main(folder: Path) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    refused = served = 0
    acknowledged: list[str] = []
    for attempt in range(ROUNDS):
        vault = reopen(folder)
        limit = largest(folder) // 2 + attempt * STEP
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        for number in range(4):
            text = f"{attempt}-{number}" + "满" * 900
            try:
                await vault.write(add(text))
            except Unavailable:
                refused += 1
            else:
                acknowledged.append(text)
                served += 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        await vault.write(lambda tx: tx.execute("DELETE FROM notes WHERE id = (SELECT min(id) FROM notes)"))
        del acknowledged[:1]
        kept = await vault.read(texts)
        await vault.close()
        assert kept == acknowledged, f"round {attempt}"
        vault = reopen(folder)
        await vault.check()
        assert await vault.read(texts) == acknowledged, f"after reopening in round {attempt}"
        await vault.close()
    print(refused, served)


def largest(folder: Path) -> int:
    """Bytes of the largest of the database's files."""
    return max(path.stat().st_size for path in folder.glob("vault*"))


asyncio.run(main(Path(sys.argv[1])))
