"""The slot opened by this machine itself: convenient, and honest about what it protects.

The key is sealed by the system where that can be done; a copy of the folders is worth nothing then. Else it
lies in a file: whoever can read that as this user, or carries the whole machine away, can open the vault.
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
from core.vault.system_credentials import SystemCredentials, protection


class DeviceSlot:
    """A random key in a 0600 file of ``folder``, one file a slot: sealed by ``credentials`` where those are
    there and allow it, else as it is."""

    kind = "device"

    def __init__(self, folder: Path, credentials: SystemCredentials | None = None) -> None:
        self._folder = folder
        self._credentials = credentials

    def wrap(self, root: Secret, vault: str, created: datetime) -> SlotRecord:
        key, name = Secret(random_bytes(KEY_BYTES)), f"device-{new_id()}.key"
        sealed = None if self._credentials is None else self._credentials.seal(key, name)
        make_private_folder(self._folder)
        replace_private_file(self._folder / name, key.reveal() if sealed is None else sealed.blob)
        params: dict[str, int | str] = {"protection": "file", "file": name}
        if sealed is not None:
            params |= {"protection": sealed.protection, "user": int(sealed.user)}
        return new_record(self, key, root, vault, created, params)

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
            private, kept = is_private(path), path.read_bytes()
        except FileNotFoundError as error:
            raise Unavailable("vault.device_key_missing", folder=str(self._folder)) from error
        if not private:
            raise Refused("vault.device_key_exposed", file=str(path))
        if protection(record.params) == "file":
            key = Secret(kept)
        elif self._credentials is None:
            raise Unavailable("vault.device_key_sealed")
        else:
            key = self._credentials.open(kept, path.name, user=bool(record.params.get("user")))
        if len(key) != KEY_BYTES:
            raise Corrupt("vault.device_key_damaged", file=str(path))
        return key
