"""A backend for the keyring library that lasts as long as the object, as small as a real one can be."""

from __future__ import annotations

import keyring.backend
import keyring.errors


class InMemory(keyring.backend.KeyringBackend):
    """Keeps passwords as a real backend does, and refuses everything while it is locked."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        self._refuse()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._refuse()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._refuse()
        if self.kept.pop((service, username), None) is None:
            raise keyring.errors.PasswordDeleteError("there is none")

    def _refuse(self) -> None:
        if self.locked:
            raise keyring.errors.KeyringLocked("locked")
