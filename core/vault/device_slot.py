"""The slot opened by a key file on this machine: convenient, and honest about what it protects.

Whoever can read the folder as this user, or carries the whole machine away, can open the vault.
It protects a copied vault that was copied without the key file, and nothing more.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from core.errors import Corrupt, Refused, Unavailable
from core.ids import new_id, random_bytes
from core.secret import Secret
from core.vault.files import is_private, make_private_folder, replace_private_file
from core.vault.keys import KEY_BYTES
from core.vault.slots import SlotRecord, new_record, unseal


class DeviceSlot:
    """A random key in a 0600 file of ``folder``, one file a slot."""

    kind = "device"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def wrap(self, root: Secret, vault: str, created: datetime) -> SlotRecord:
        key = Secret(random_bytes(KEY_BYTES))
        name = f"device-{new_id()}.key"
        make_private_folder(self._folder)
        replace_private_file(self._folder / name, key.reveal())
        return new_record(self, key, root, vault, created, {"protection": "file", "file": name})

    def unwrap(self, record: SlotRecord, vault: str) -> Secret:
        return unseal(self._key(record), record, vault, "vault.wrong_device_key")

    def forget(self, record: SlotRecord) -> None:
        """Remove the key file of a removed slot."""
        self._path(record).unlink(missing_ok=True)

    def _path(self, record: SlotRecord) -> Path:
        name = str(record.params.get("file", ""))
        if not name or Path(name).name != name:
            raise Corrupt("vault.slot_damaged", kind=self.kind)
        return self._folder / name

    def _key(self, record: SlotRecord) -> Secret:
        path = self._path(record)
        try:
            private, key = is_private(path), path.read_bytes()
        except FileNotFoundError as error:
            raise Unavailable("vault.device_key_missing", folder=str(self._folder)) from error
        if not private:
            raise Refused("vault.device_key_exposed", file=str(path))
        if len(key) != KEY_BYTES:
            raise Corrupt("vault.device_key_damaged", file=str(path))
        return Secret(key)
