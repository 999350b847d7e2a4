"""Key slots: the ways in which a household's root key can be unwrapped."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

import msgspec

from core.errors import Corrupt, Refused
from core.ids import new_id, random_bytes
from core.secret import Secret

_NONCE_BYTES = 12


class SlotRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One slot as the header stores it. params: what the kind needs beside the secret, no secrets.

    wrapped: nonce ‖ AES-256-GCM(root), bound to vault, kind and params.
    """

    id: str
    kind: str
    created: datetime
    params: dict[str, int | str]
    wrapped: bytes


class KeySlot(Protocol):
    """A way to lock and unlock the root key. An instance holds what it needs (a passphrase, a place)."""

    @property
    def kind(self) -> str:
        """The name the header stores; an opener is tried on the slots of its own kind."""
        ...

    def wrap(self, root: Secret, vault: str, created: datetime) -> SlotRecord:
        """A new slot of this kind around ``root``. May block for half a second."""
        ...

    def unwrap(self, record: SlotRecord, vault: str) -> Secret:
        """The root. Raises Refused when this is not the right key, Unavailable when it is missing,
        Corrupt when the record makes no sense. May block for half a second."""
        ...


def seal(key: Secret, root: Secret, vault: str, kind: str, params: dict[str, int | str]) -> bytes:
    """Wrap ``root`` under a 32-byte ``key`` made for this slot alone."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = random_bytes(_NONCE_BYTES)
    return nonce + AESGCM(key.reveal()).encrypt(nonce, root.reveal(), _bound_to(vault, kind, params))


def unseal(key: Secret, record: SlotRecord, vault: str, wrong: str) -> Secret:
    """Unwrap the root; ``wrong`` is the message id when the key does not fit."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce, sealed = record.wrapped[:_NONCE_BYTES], record.wrapped[_NONCE_BYTES:]
    if len(nonce) < _NONCE_BYTES or not sealed:
        raise Corrupt("vault.slot_damaged", kind=record.kind)
    try:
        root = AESGCM(key.reveal()).decrypt(nonce, sealed, _bound_to(vault, record.kind, record.params))
    except InvalidTag as error:
        raise Refused(wrong) from error
    return Secret(root)


def new_record(
    slot: KeySlot,
    key: Secret,
    root: Secret,
    vault: str,
    created: datetime,
    params: dict[str, int | str],
) -> SlotRecord:
    """The record of a slot whose own key is ``key``."""
    wrapped = seal(key, root, vault, slot.kind, params)
    return SlotRecord(id=new_id(), kind=slot.kind, created=created, params=params, wrapped=wrapped)


def _bound_to(vault: str, kind: str, params: dict[str, int | str]) -> bytes:
    return msgspec.json.encode([vault, kind, sorted(params.items())])
