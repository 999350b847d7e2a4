"""The household's key of receipts: random, sealed in the header under the root, the same for ever.

It outlives the root: rotation seals it again, a backup's header carries it, pairing hands it on; so a
receipt written before still means the same.
"""

from __future__ import annotations

import msgspec

from core.errors import Corrupt
from core.ids import random_bytes
from core.secret import Secret
from core.vault.header import Header
from core.vault.keys import KEY_BYTES, subkey

_NONCE_BYTES = 12


def added(header: Header, root: Secret) -> Header:
    """The header with a fresh key of receipts."""
    return sealed(header, root, Secret(random_bytes(KEY_BYTES)))


def sealed(header: Header, root: Secret, key: Secret) -> Header:
    """The header with ``key`` sealed under ``root``."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = random_bytes(_NONCE_BYTES)
    wrapping = AESGCM(subkey(root, "receipts").reveal())
    return msgspec.structs.replace(
        header, receipts=nonce + wrapping.encrypt(nonce, key.reveal(), _bound_to(header))
    )


def unsealed(header: Header, root: Secret) -> Secret:
    """The key. Raises Corrupt("vault.header_damaged") when it was exchanged."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce, box = header.receipts[:_NONCE_BYTES], header.receipts[_NONCE_BYTES:]
    try:
        return Secret(AESGCM(subkey(root, "receipts").reveal()).decrypt(nonce, box, _bound_to(header)))
    except (InvalidTag, ValueError) as error:
        raise Corrupt("vault.header_damaged", folder="") from error


def _bound_to(header: Header) -> bytes:
    return f"banyan receipts key 1 {header.vault}".encode()
