"""The slot opened by a key in the operating system's keychain, which opens with the person's own log-in."""

from __future__ import annotations

from datetime import datetime

from core.errors import Corrupt, Unavailable
from core.ids import new_id, random_bytes
from core.secret import Secret
from core.vault.keychain import Keychain
from core.vault.keys import KEY_BYTES
from core.vault.slots import SlotRecord, new_record, unseal


class KeychainSlot:
    """A random key under an account name of its own for each slot."""

    kind = "keychain"

    def __init__(self, keychain: Keychain) -> None:
        self._keychain = keychain

    def wrap(self, root: Secret, vault: str, created: datetime) -> SlotRecord:
        key, account = Secret(random_bytes(KEY_BYTES)), f"household-{new_id()}"
        self._keychain.put(account, key)
        return new_record(self, key, root, vault, created, {"account": account})

    def unwrap(self, record: SlotRecord, vault: str) -> Secret:
        key = self._keychain.get(self._account(record))
        if key is None or len(key) != KEY_BYTES:
            raise Unavailable("vault.keychain_key_missing")
        return unseal(key, record, vault, "vault.wrong_keychain_key")

    def has(self, record: SlotRecord) -> bool:
        """Whether the keychain holds the key of ``record`` now. It may ask to be unlocked."""
        try:
            return self._keychain.get(self._account(record)) is not None
        except Unavailable:
            return False

    def forget(self, record: SlotRecord) -> None:
        """Take the key of a removed slot out of the keychain."""
        self._keychain.delete(self._account(record))

    def _account(self, record: SlotRecord) -> str:
        account = str(record.params.get("account", ""))
        if not account.startswith("household-"):
            raise Corrupt("vault.slot_damaged", kind=self.kind)
        return account
