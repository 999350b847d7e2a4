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
    """32 bytes for one purpose of the household's."""
    return derived(root, purpose)


def derived(key: Secret, what: str) -> Secret:
    """32 bytes out of a key: HKDF-SHA256 (RFC 5869), the key as input key material.

    No salt: the key is already uniformly random.
    """
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derivation = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=f"banyan {what} 1".encode())
    return Secret(derivation.derive(key.reveal()))
