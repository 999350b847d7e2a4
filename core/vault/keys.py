"""The root key of a household and the subkeys derived from it, one for each purpose."""

from __future__ import annotations

from typing import Literal

from core.ids import random_bytes
from core.secret import Secret

Purpose = Literal["database", "header", "receipts", "recordings", "sync", "backup"]

KEY_BYTES = 32


def new_root() -> Secret:
    """A fresh random root key. It exists only in memory and inside key slots."""
    return Secret(random_bytes(KEY_BYTES))


def subkey(root: Secret, purpose: Purpose) -> Secret:
    """32 bytes for one purpose: HKDF-SHA256 (RFC 5869), the root as input key material.

    No salt: the root is already uniformly random.
    """
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derivation = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=f"banyan {purpose} 1".encode())
    return Secret(derivation.derive(root.reveal()))
