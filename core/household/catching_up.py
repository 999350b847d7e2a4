"""A database older than what this machine knows of it: an older copy put in its place by hand, or synced.

Receipts in the sidecar that it does not have are applied before anything of it is shown.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.errors import Corrupt
from core.household.recordings import Recordings
from core.household.restoring import ERASERS
from core.vault import Vault, erasing, mirroring, sidecar
from core.vault import receipts as stored
from core.vault.transaction import Transaction


async def catch_up(vault: Vault, recordings: Path | None = None) -> int:
    """How many receipts it learned; 0 is quick. Call it before a household is handed to anybody.

    recordings: the folder of recorded utterances, out of which goes what the receipts took.
    """
    known = {one.id for one in await vault.read(stored.all)}
    try:
        outside = await asyncio.to_thread(sidecar.read, vault.folder / sidecar.FILE, vault.id, vault.receipts)
    except Corrupt:
        outside = []  # damaged: what it held is in the database, and the next deletion writes it again
    if all(one.id in known for one in outside):
        return 0

    def learn(tx: Transaction) -> int:
        learned = stored.merge(tx, outside)
        erasing.apply(tx, vault.receipts, ERASERS)
        return learned

    learned = await vault.erase(learn)
    await Recordings(vault, recordings).tidy()
    await mirroring.mirror(vault)
    return learned
