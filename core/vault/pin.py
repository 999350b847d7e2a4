"""The PIN: a gate of the app in front of an unlocked household, not a key.

Five tries, then a wait that doubles from half a minute to an hour. A try counts before it is looked at,
so that pulling the plug gives none back; a clock that was set back makes nobody wait longer than the
wait itself, and one that is slow to be right lets nobody in.
"""

from __future__ import annotations

import asyncio
import hmac
from datetime import datetime, timedelta

from core.errors import Refused
from core.ids import random_bytes
from core.secret import Secret
from core.vault.times import from_text, to_text
from core.vault.transaction import Database, Transaction

FREE_TRIES = 5
FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)
_LENGTH = range(4, 13)


class PinGate:
    """The household's one PIN, if there is one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_set(self) -> bool:
        return await self._database.read(lambda tx: _row(tx) is not None)

    async def set(self, pin: Secret) -> None:
        """Set or change it; tries start anew. Raises Refused("vault.pin_shape"): 4 to 12 digits."""
        digits = pin.reveal()
        if not digits.isdigit() or len(digits) not in _LENGTH:
            raise Refused("vault.pin_shape", least=_LENGTH[0], most=_LENGTH[-1])
        salt = random_bytes(16)
        hashed = await asyncio.to_thread(_hashed, pin, salt)
        await self._database.write(
            lambda tx: tx.execute(
                "INSERT OR REPLACE INTO pin(only, salt, hash, tries, tried) VALUES (1, ?, ?, 0, ?)",
                (salt, hashed, to_text(tx.now)),
            )
        )

    async def remove(self) -> None:
        await self._database.write(lambda tx: tx.execute("DELETE FROM pin"))

    async def check(self, pin: Secret) -> None:
        """Returns when it is right, or none is set.

        Raises Refused: ``vault.pin_wrong`` (value ``left``), ``vault.pin_wait`` (value ``seconds``).
        """
        asked = await self._database.write(_counted)
        if asked is None:
            return
        salt, wanted, tries = asked
        if not hmac.compare_digest(await asyncio.to_thread(_hashed, pin, salt), wanted):
            raise Refused("vault.pin_wrong", left=max(0, FREE_TRIES - tries))
        await self._database.write(lambda tx: tx.execute("UPDATE pin SET tries = 0"))


def wait(tries: int) -> timedelta:
    """How long after the last of so many wrong tries the next may come."""
    if tries < FREE_TRIES:
        return timedelta(0)
    return min(LONGEST_WAIT, FIRST_WAIT * (1 << min(tries - FREE_TRIES, 20)))


def _counted(tx: Transaction) -> tuple[bytes, bytes, int] | None:
    row = _row(tx)
    if row is None:
        return None
    salt, hashed, tries, tried = row
    left = min(tried + wait(tries) - tx.now, wait(tries))
    if left > timedelta(0):
        raise Refused("vault.pin_wait", seconds=int(left.total_seconds()) + 1)
    tx.execute("UPDATE pin SET tries = tries + 1, tried = ?", (to_text(tx.now),))
    return salt, hashed, tries + 1


def _row(tx: Transaction) -> tuple[bytes, bytes, int, datetime] | None:
    row = tx.one("SELECT salt, hash, tries, tried FROM pin")
    return None if row is None else (row["salt"], row["hash"], row["tries"], from_text(row["tried"]))


def _hashed(pin: Secret, salt: bytes) -> bytes:
    """scrypt (RFC 7914), 16 MiB: a PIN has few digits, so this only makes a stolen row a little dearer."""
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, n=1 << 14, r=8, p=1).derive(pin.reveal())
