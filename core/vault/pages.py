"""The pages of a database file as they lie on the disk, decrypted without SQLite in between.

It is how deleting is checked: SQLite shows no free page, this does. Format: SQLCipher 4's defaults
(its own documentation, "Design"): AES-256-CBC, 80 bytes at the end of each 4096-byte page for the IV
and an HMAC-SHA512 of ciphertext, IV and page number; the first 16 bytes of the file are the salt.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator
from pathlib import Path

from core.errors import Corrupt
from core.secret import Secret

PAGE = 4096
_RESERVED, _IV, _SALT = 80, 16, 16
_SALT_MASK = 0x3A
_FIRST_TRUNK = 32  # of the database header: page number of the first trunk page of the free list


class Pages:
    """Reads one closed or quiet database file; key None for an unkeyed one.

    Raises Corrupt("vault.damaged") for a page that fails.
    """

    def __init__(self, path: Path, key: Secret | None) -> None:
        self._path = path
        self._key = key
        with path.open("rb") as file:
            salt = file.read(_SALT)
        masked = bytes(byte ^ _SALT_MASK for byte in salt)
        raw = b"" if key is None else key.reveal()
        self._hmac_key = Secret(hashlib.pbkdf2_hmac("sha512", raw, masked, 2, 32))

    def __len__(self) -> int:
        return self._path.stat().st_size // PAGE

    def __iter__(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            for number in range(1, len(self) + 1):
                yield self._decrypted(number, file.read(PAGE))

    def __getitem__(self, number: int) -> bytes:
        """Page ``number``, counted from 1: its usable bytes (4016, unkeyed 4096)."""
        with self._path.open("rb") as file:
            file.seek((number - 1) * PAGE)
            return self._decrypted(number, file.read(PAGE))

    def damaged(self) -> list[int]:
        """The numbers of the pages that fail; a cut-off last one is among them."""
        failed = []
        with self._path.open("rb") as file:
            for number in range(1, -(-self._path.stat().st_size // PAGE) + 1):
                try:
                    self._decrypted(number, file.read(PAGE))
                except Corrupt:
                    failed.append(number)
        return failed

    def free(self) -> Iterator[bytes]:
        """The leaf pages of the free list: what deleting gave back."""
        trunk = _number(self[1], _FIRST_TRUNK)
        seen: set[int] = set()
        while trunk and trunk not in seen:
            seen.add(trunk)
            page = self[trunk]
            for place in range(_number(page, 4)):
                yield self[_number(page, 8 + 4 * place)]
            trunk = _number(page, 0)

    def _decrypted(self, number: int, page: bytes) -> bytes:
        if self._key is None:
            return page
        from cryptography.hazmat.primitives.ciphers import Cipher
        from cryptography.hazmat.primitives.ciphers.algorithms import AES
        from cryptography.hazmat.primitives.ciphers.modes import CBC

        start = _SALT if number == 1 else 0
        end = PAGE - _RESERVED
        sealed, iv = page[start:end], page[end : end + _IV]
        signed = page[start : end + _IV] + struct.pack("<I", number)
        mac = hmac.new(self._hmac_key.reveal(), signed, hashlib.sha512).digest()
        if len(page) != PAGE or not hmac.compare_digest(mac, page[end + _IV :]):
            raise Corrupt("vault.damaged")
        cipher = Cipher(AES(self._key.reveal()), CBC(iv)).decryptor()
        return bytes(start) + cipher.update(sealed) + cipher.finalize()


def _number(page: bytes, offset: int) -> int:
    return int.from_bytes(page[offset : offset + 4], "big")
