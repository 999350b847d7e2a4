"""Receipts outside of the database: one sealed file beside the vault, and one beside every backup.

A database restored from an older backup, or lost altogether, then still learns what was deleted since.
The file is small and replaced as a whole; what it knew before stays in it.

Format 1: one line that says what it is, then AES-256-GCM over the receipts as JSON, bound to the vault.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from core.errors import Corrupt
from core.ids import random_bytes
from core.secret import Secret
from core.vault.files import replace_private_file
from core.vault.receipts import Receipt, ReceiptBook

FILE = "receipts.sealed"
_MAGIC = b"banyan receipts 1\n"
_NONCE_BYTES = 12


def beside(folder: Path, vault: str) -> Path:
    """The sidecar in a folder of backups, which may hold those of several households."""
    return folder / f"banyan-{vault[:8]}.receipts"


def write(path: Path, vault: str, book: ReceiptBook, receipts: Iterable[Receipt]) -> int:
    """Add ``receipts`` to what the file holds; how many it holds then. Untouched when nothing is new.

    A damaged file is replaced: what it held is also in the database and in the others.
    """
    try:
        before = read(path, vault, book)
    except Corrupt:
        before = []
    merged = union(before, receipts)
    if len(merged) != len(before) or not path.exists():
        replace_private_file(path, _sealed(vault, book.sidecar_key(), merged))
    return len(merged)


def read(path: Path, vault: str, book: ReceiptBook) -> list[Receipt]:
    """What a sidecar holds; nothing when there is none. Raises Corrupt("vault.receipts_damaged")."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return []
    body = content.removeprefix(_MAGIC)
    nonce, sealed = body[:_NONCE_BYTES], body[_NONCE_BYTES:]
    try:
        plain = AESGCM(book.sidecar_key().reveal()).decrypt(nonce, sealed, _MAGIC + vault.encode())
        return msgspec.json.decode(plain, type=list[Receipt])
    except (InvalidTag, ValueError, msgspec.DecodeError) as error:
        raise Corrupt("vault.receipts_damaged", file=str(path)) from error


def union(*lists: Iterable[Receipt]) -> list[Receipt]:
    """Each receipt once, in the order in which they are first met."""
    by_id: dict[str, Receipt] = {}
    for receipts in lists:
        for one in receipts:
            by_id.setdefault(one.id, one)
    return list(by_id.values())


def _sealed(vault: str, key: Secret, receipts: Sequence[Receipt]) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = random_bytes(_NONCE_BYTES)
    plain = msgspec.json.encode(receipts)
    return _MAGIC + nonce + AESGCM(key.reveal()).encrypt(nonce, plain, _MAGIC + vault.encode())
