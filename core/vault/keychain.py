"""The operating system's own keychain, as much of it as a key slot needs."""

from __future__ import annotations

import base64
import binascii
from types import ModuleType
from typing import Protocol

from core.errors import Unavailable
from core.secret import Secret

SERVICE = "Banyan"
# Backends of the keyring library that store what they are given unencrypted, or nothing at all.
_NOT_KEYCHAINS = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")


class Keychain(Protocol):
    """Secrets by account name. Every method may block, and may ask the person on the screen."""

    def get(self, account: str) -> Secret | None:
        """The secret of ``account``, or None. Raises Unavailable when the keychain cannot be asked."""
        ...

    def put(self, account: str, secret: Secret) -> None: ...

    def delete(self, account: str) -> None:
        """Forget ``account``; nothing happens when it is unknown."""
        ...


class SystemKeychain:
    """Keychain on macOS, Credential Locker on Windows, Secret Service on Linux, by the keyring library.

    Raises Unavailable: ``vault.keychain_missing`` where there is no real keychain, ``vault.keychain_failed``
    where there is one that does not answer.
    """

    def is_there(self) -> bool:
        """Whether this system has one at all; nobody is asked to unlock it."""
        try:
            _library()
        except Unavailable:
            return False
        return True

    def get(self, account: str) -> Secret | None:
        library = _library()
        try:
            text = library.get_password(SERVICE, account)
        except library.errors.KeyringError as error:
            raise Unavailable("vault.keychain_failed") from error
        if text is None:
            return None
        try:
            return Secret(base64.b64decode(str(text), validate=True))
        except binascii.Error as error:
            raise Unavailable("vault.keychain_failed") from error

    def put(self, account: str, secret: Secret) -> None:
        library = _library()
        try:
            library.set_password(SERVICE, account, base64.b64encode(secret.reveal()).decode())
        except library.errors.KeyringError as error:
            raise Unavailable("vault.keychain_failed") from error

    def delete(self, account: str) -> None:
        library = _library()
        try:
            if library.get_password(SERVICE, account) is not None:
                library.delete_password(SERVICE, account)
        except library.errors.KeyringError as error:
            raise Unavailable("vault.keychain_failed") from error


class MemoryKeychain:
    """A keychain that lasts as long as the object, for tests and for trying things."""

    def __init__(self) -> None:
        self._secrets: dict[str, Secret] = {}

    def get(self, account: str) -> Secret | None:
        return self._secrets.get(account)

    def put(self, account: str, secret: Secret) -> None:
        self._secrets[account] = secret

    def delete(self, account: str) -> None:
        self._secrets.pop(account, None)


def _library() -> ModuleType:
    try:
        import keyring
        import keyring.errors
    except ImportError as error:
        raise Unavailable("vault.keychain_missing") from error
    if type(keyring.get_keyring()).__module__.startswith(_NOT_KEYCHAINS):
        raise Unavailable("vault.keychain_missing")
    return keyring
