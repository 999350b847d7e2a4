"""Which backups may go: by count and age, in the folder just written to, and never the newest of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from core.clock import Clock
from core.errors import UserFacing
from core.vault import backup, backup_file
from core.vault.backup import Backup
from core.vault.database import Vault
from core.vault.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Retention:
    """keep: how many in one folder; days: how old they may get. 0: no limit."""

    keep: int = 0
    days: int = 0


def over(backups: Sequence[Backup], now: datetime, retention: Retention) -> list[Backup]:
    """Those of one folder that are too many or too old. The newest is never among them."""
    newest_first = sorted(backups, key=lambda one: one.made, reverse=True)
    oldest = now - timedelta(days=retention.days)
    return [
        one
        for place, one in enumerate(newest_first)
        if place > 0
        and ((retention.keep and place >= retention.keep) or (retention.days and one.made < oldest))
    ]


async def prune(vault: Vault, made: Backup, retention: Retention, clock: Clock) -> list[Backup]:
    """Delete what is over beside ``made``, which was just written and read back; those that were deleted.

    Other folders are left alone: a stick in a drawer keeps what it has. Forgotten is also whatever somebody
    deleted by hand from a folder that is here.
    """
    folder = Path(made.path).parent
    known = await vault.read(backup.known)
    here, gone = await asyncio.to_thread(_looked, known)
    beside = [one for one in here if Path(one.path).parent == folder and one.made <= made.made]
    deleted = await asyncio.to_thread(_delete, over(beside, clock.now(), retention))
    forgotten = [one.id for one in (*deleted, *gone)]
    if forgotten:
        await vault.write(lambda tx: _forget(tx, forgotten))
    return deleted


def _looked(known: Sequence[Backup]) -> tuple[list[Backup], list[Backup]]:
    """Those whose files are here and are theirs; those gone from a folder that is here."""
    here = [one for one in known if _is_its_own(one)]
    gone = [one for one in known if Path(one.path).parent.is_dir() and not Path(one.path).exists()]
    return here, gone


def _is_its_own(one: Backup) -> bool:
    """Whether the file of that name is still that backup, and not what somebody put in its place."""
    try:
        preamble, _ = backup_file.read_preamble(Path(one.path))
    except (UserFacing, OSError):
        return False
    return preamble.id == one.id


def _delete(backups: Sequence[Backup]) -> list[Backup]:
    deleted = []
    for one in backups:
        try:
            Path(one.path).unlink(missing_ok=True)
        except OSError:
            continue  # it stays known, and is tried again after the next backup
        deleted.append(one)
    return deleted


def _forget(tx: Transaction, ids: Sequence[str]) -> None:
    tx.execute_many("DELETE FROM backups WHERE id = ?", [(one,) for one in ids])
