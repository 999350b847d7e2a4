"""A backup's file: what can be read without a key, and the sealed pieces behind it. Pure of any vault.

``magic · 4 bytes length · preamble as JSON · pieces``. Each piece is AES-256-GCM of 256 KiB of the
snapshot and of the files beside it (beside.py; the last piece is shorter), its nonce the piece's number,
bound to the preamble's hash and to whether it is the last; so pieces cannot be exchanged, left out or cut
off. The key is derived for this writing alone, so no nonce is ever used twice for different words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from core.errors import Corrupt, Unavailable
from core.secret import Secret
from core.vault.keys import derived, subkey

MAGIC = b"banyan backup\n"
FORMAT = 2
"""What this version reads. 1: the database alone, and written so when there is nothing beside it."""

PIECE = 256 * 1024
_TAG = 16
_LONGEST_PREAMBLE = 1 << 20


class Preamble(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """header: the vault's header file as it was, so that its slots open the backup anywhere.

    salt: random for each writing, so that the same snapshot written twice has two keys. size, sha256: of
    the snapshot inside. beside, beside_sha256: of the section of files after it.
    """

    format: int
    id: str
    salt: bytes
    vault: str
    made: datetime
    header: bytes
    size: int
    sha256: str
    beside: int = 0
    beside_sha256: str = ""

    @property
    def total(self) -> int:
        """Bytes in all the pieces together."""
        return self.size + self.beside

    @property
    def pieces(self) -> int:
        return max(1, -(-self.total // PIECE))


class Sealing:
    """Seals and opens the pieces of one backup."""

    def __init__(self, root: Secret, preamble: Preamble) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        self._cipher = AESGCM(derived(subkey(root, "backup"), f"backup {preamble.salt.hex()}").reveal())
        self._bound = hashlib.sha256(msgspec.json.encode(preamble)).digest()
        self._last = preamble.pieces - 1

    def seal(self, number: int, piece: bytes) -> bytes:
        return self._cipher.encrypt(number.to_bytes(12, "big"), piece, self._data(number))

    def open(self, number: int, sealed: bytes) -> bytes:
        """Raises Corrupt("vault.backup_damaged")."""
        from cryptography.exceptions import InvalidTag

        try:
            return self._cipher.decrypt(number.to_bytes(12, "big"), sealed, self._data(number))
        except (InvalidTag, ValueError) as error:
            raise Corrupt("vault.backup_damaged") from error

    def _data(self, number: int) -> bytes:
        return self._bound + (b"last" if number == self._last else b"more")


def head(preamble: Preamble) -> bytes:
    """Everything before the pieces."""
    content = msgspec.json.encode(preamble)
    return MAGIC + len(content).to_bytes(4, "big") + content


def read_preamble(path: Path) -> tuple[Preamble, int]:
    """What a backup says of itself, and where its pieces begin. Nothing of it is authenticated yet.

    Raises Corrupt (no backup, damaged) or Unavailable (missing, from a newer version).
    """
    try:
        with path.open("rb") as file:
            return _preamble(file, path)
    except FileNotFoundError as error:
        raise Unavailable("vault.backup_missing", file=str(path)) from error
    except (IsADirectoryError, PermissionError) as error:
        raise Unavailable("vault.backup_unreadable", file=str(path)) from error


def pieces(path: Path, start: int, sealing: Sealing, preamble: Preamble, first: int = 0) -> Iterator[bytes]:
    """What is inside, piece by piece from ``first`` on. Raises Corrupt for one that does not check."""
    with path.open("rb") as file:
        file.seek(start + first * (PIECE + _TAG))
        for number in range(first, preamble.pieces):
            yield sealing.open(number, file.read(length(preamble, number)))
        if file.read(1):
            raise Corrupt("vault.backup_damaged")


def length(preamble: Preamble, number: int) -> int:
    """Bytes of a sealed piece."""
    return min(PIECE, preamble.total - number * PIECE) + _TAG


def _preamble(file: BinaryIO, path: Path) -> tuple[Preamble, int]:
    if file.read(len(MAGIC)) != MAGIC:
        raise Corrupt("vault.not_a_backup", file=path.name)
    size = int.from_bytes(file.read(4), "big")
    content = file.read(min(size, _LONGEST_PREAMBLE))
    try:
        format_ = msgspec.json.decode(content, type=_Any).format
        if format_ > FORMAT:
            raise Unavailable("vault.newer_version")
        preamble = msgspec.json.decode(content, type=Preamble)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Corrupt("vault.backup_damaged") from error
    if len(content) != size or msgspec.json.encode(preamble) != content:
        raise Corrupt("vault.backup_damaged")
    return preamble, file.tell()


class _Any(msgspec.Struct):
    """As much of a preamble as every version has."""

    format: int
