"""After a deletion: its receipt goes to the sidecars, and copies that still hold the words are dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from core.errors import Unavailable
from core.vault import receipts as stored
from core.vault import sidecar, snapshots
from core.vault.database import Vault
from core.vault.opening import BEFORE_MIGRATION
from core.vault.receipts import Receipt, ReceiptBook
from core.vault.transaction import Transaction


async def mirror(vault: Vault) -> int:
    """Bring the sidecars up to date, the vault's and those beside its backups; how many were reached.

    A backup's folder that is not there now (a stick in a drawer) is caught up with when it is. Raises
    Unavailable when the vault's own sidecar cannot be written; the receipts in the database stand.
    """
    receipts, folders = await vault.read(lambda tx: (stored.all(tx), _folders(tx)))
    return await asyncio.to_thread(_write, vault.folder, vault.id, vault.receipts, receipts, folders)


def _write(
    folder: Path, vault: str, book: ReceiptBook, receipts: Sequence[Receipt], folders: Sequence[Path]
) -> int:
    if not receipts:
        return 0
    known = sidecar.write(folder / sidecar.FILE, vault, book, receipts)
    if known > snapshots.receipts_known(folder):
        # Made before something was deleted; both are only copies for the case that something fails.
        snapshots.drop(folder)
        (folder / BEFORE_MIGRATION).unlink(missing_ok=True)
    reached = 1
    for place in folders:
        try:
            sidecar.write(sidecar.beside(place, vault), vault, book, receipts)
        except (OSError, Unavailable):
            continue
        reached += 1
    return reached


def _folders(tx: Transaction) -> list[Path]:
    rows = tx.rows("SELECT path FROM backups ORDER BY made DESC")
    return list(dict.fromkeys(Path(row["path"]).parent for row in rows))
