"""The slot opened by a passphrase that somebody remembers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.errors import Corrupt
from core.ids import random_bytes
from core.secret import Secret
from core.vault.slots import SlotRecord, new_record, unseal

# A header from elsewhere must not make the machine compute for minutes or run out of memory.
_MOST_MEMORY_KIB = 1 << 20
_MOST_ITERATIONS = 32
_MOST_LANES = 64


@dataclass(frozen=True, slots=True)
class Argon2Cost:
    """What one guess costs (RFC 9106): memory in KiB, passes over it, lanes."""

    memory_kib: int = 64 * 1024
    iterations: int = 3
    lanes: int = 4


class PassphraseSlot:
    """Argon2id over the UTF-8 bytes of the passphrase. cost counts for new slots; a stored slot
    keeps the cost it was made with."""

    kind = "passphrase"

    def __init__(self, passphrase: Secret, cost: Argon2Cost = Argon2Cost()) -> None:
        self._passphrase = passphrase
        self._cost = cost

    def wrap(self, root: Secret, vault: str, created: datetime) -> SlotRecord:
        salt = random_bytes(16)
        key = _stretch(self._passphrase, salt, self._cost)
        params: dict[str, int | str] = {
            "kdf": "argon2id",
            "salt": salt.hex(),
            "memory_kib": self._cost.memory_kib,
            "iterations": self._cost.iterations,
            "lanes": self._cost.lanes,
        }
        return new_record(self, key, root, vault, created, params)

    def unwrap(self, record: SlotRecord, vault: str) -> Secret:
        salt, cost = _stored(record)
        key = _stretch(self._passphrase, salt, cost)
        return unseal(key, record, vault, "vault.wrong_passphrase")


def stored_cost(record: SlotRecord) -> Argon2Cost:
    """What a guess at a stored slot costs. Raises Corrupt."""
    return _stored(record)[1]


def _stored(record: SlotRecord) -> tuple[bytes, Argon2Cost]:
    """Salt and cost of a stored slot; Corrupt when they cannot be meant."""
    try:
        salt = bytes.fromhex(str(record.params["salt"]))
        memory, passes, lanes = (int(record.params[name]) for name in ("memory_kib", "iterations", "lanes"))
    except (KeyError, ValueError) as error:
        raise Corrupt("vault.slot_damaged", kind=record.kind) from error
    sane = (
        record.params.get("kdf") == "argon2id"
        and len(salt) >= 16
        and 8 * lanes <= memory <= _MOST_MEMORY_KIB
        and 1 <= passes <= _MOST_ITERATIONS
        and 1 <= lanes <= _MOST_LANES
    )
    if not sane:
        raise Corrupt("vault.slot_damaged", kind=record.kind)
    return salt, Argon2Cost(memory, passes, lanes)


def _stretch(passphrase: Secret, salt: bytes, cost: Argon2Cost) -> Secret:
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    derivation = Argon2id(
        salt=salt, length=32, iterations=cost.iterations, lanes=cost.lanes, memory_cost=cost.memory_kib
    )
    return Secret(derivation.derive(passphrase.reveal()))
