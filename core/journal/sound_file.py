"""The encrypted file of one recorded utterance: AES-256-GCM in pieces, each tied to its place and its file.

Layout: ``MAGIC``, then pieces of ``PIECE`` bytes of sound and 16 bytes of tag; the last is shorter, or
empty. A nonce is the number of its piece, which is sound because every file has a key of its own. Whether
a piece is the last is authenticated with it, so a file that was cut off is noticed.
"""

from __future__ import annotations

from core.errors import Corrupt
from core.secret import Secret
from core.vault.keys import derived

MAGIC = b"banyan sound 1\n"
PIECE = 64 * 1024
_TAG = 16


def seal(secret: Secret, recording: str, pcm: bytes) -> bytes:
    """The file's bytes. secret: 32 random bytes of this recording's own. pcm: int16, mono, 16 kHz."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    cipher = AESGCM(derived(secret, "recording").reveal())
    count = len(pcm) // PIECE + 1
    pieces = [
        cipher.encrypt(
            _nonce(number),
            pcm[number * PIECE : (number + 1) * PIECE],
            _bound_to(recording, number, last=number == count - 1),
        )
        for number in range(count)
    ]
    return MAGIC + b"".join(pieces)


def unseal(secret: Secret, recording: str, sealed: bytes) -> bytes:
    """The sound again. Raises Corrupt when a bit of it changed, or it is another recording's."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if not sealed.startswith(MAGIC):
        raise Corrupt("journal.recording_damaged")
    body = sealed[len(MAGIC) :]
    cipher = AESGCM(derived(secret, "recording").reveal())
    width = PIECE + _TAG
    count = len(body) // width + 1
    try:
        return b"".join(
            cipher.decrypt(
                _nonce(number),
                body[number * width : (number + 1) * width],
                _bound_to(recording, number, last=number == count - 1),
            )
            for number in range(count)
        )
    except (InvalidTag, ValueError) as error:
        raise Corrupt("journal.recording_damaged") from error


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")


def _bound_to(recording: str, number: int, *, last: bool) -> bytes:
    return f"{recording}\n{number}\n{int(last)}".encode()
