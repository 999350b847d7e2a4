"""The slot opened by the code that was written down when the household was made."""

from __future__ import annotations

from datetime import datetime

from core.errors import Corrupt
from core.ids import random_bytes
from core.secret import Secret
from core.vault.keys import KEY_BYTES
from core.vault.slots import SlotRecord, new_record, unseal

_SALT_BYTES = 16


class RecoverySlot:
    """code: the 20 bytes of ``recovery_code.read``. They are random, so HKDF suffices and nothing is slow."""

    kind = "recovery"

    def __init__(self, code: Secret) -> None:
        self._code = code

    def wrap(self, root: Secret, vault: str, created: datetime) -> SlotRecord:
        salt = random_bytes(_SALT_BYTES)
        params: dict[str, int | str] = {"kdf": "hkdf-sha256", "salt": salt.hex()}
        return new_record(self, _derived(self._code, salt), root, vault, created, params)

    def unwrap(self, record: SlotRecord, vault: str) -> Secret:
        try:
            salt = bytes.fromhex(str(record.params["salt"]))
        except (KeyError, ValueError) as error:
            raise Corrupt("vault.slot_damaged", kind=self.kind) from error
        return unseal(_derived(self._code, salt), record, vault, "vault.wrong_recovery_code")


def _derived(code: Secret, salt: bytes) -> Secret:
    """HKDF-SHA256 (RFC 5869)."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derivation = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=salt, info=b"banyan recovery code 1")
    return Secret(derivation.derive(code.reveal()))
