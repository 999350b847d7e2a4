"""The system's keychain, by the real keyring library with a backend of the test's own behind it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import keyring
import keyring.backend
import keyring.backends.fail
import keyring.backends.null
import keyring.errors
import pytest

from core.errors import Unavailable
from core.secret import Secret
from core.vault.keychain import SERVICE, SystemKeychain
from tests.support.keyring_backend import InMemory


@pytest.fixture
def backend() -> Iterator[InMemory]:
    before, ours = keyring.get_keyring(), InMemory()
    keyring.set_keyring(ours)
    yield ours
    keyring.set_keyring(before)


def test_bytes_come_back_and_are_text_that_any_backend_can_keep(backend: InMemory) -> None:
    keychain, secret = SystemKeychain(), Secret(bytes(range(32)))
    assert keychain.get("a") is None
    keychain.put("a", secret)
    assert keychain.get("a") == secret
    assert list(backend.kept) == [(SERVICE, "a")]
    assert backend.kept[SERVICE, "a"].isascii()


def test_what_is_deleted_is_gone_and_may_be_deleted_again(backend: InMemory) -> None:
    keychain = SystemKeychain()
    keychain.put("a", Secret(b"b"))
    keychain.delete("a")
    keychain.delete("a")
    assert not backend.kept


def test_a_locked_keychain_is_said_so(backend: InMemory) -> None:
    backend.locked = True
    keychain = SystemKeychain()
    for ask in (
        lambda: keychain.get("a"),
        lambda: keychain.put("a", Secret(b"b")),
        lambda: keychain.delete("a"),
    ):
        with pytest.raises(Unavailable, match=r"vault\.keychain_failed"):
            ask()


def test_what_somebody_else_put_there_is_no_key(backend: InMemory) -> None:
    backend.kept[SERVICE, "a"] = "no base 64!"
    with pytest.raises(Unavailable, match=r"vault\.keychain_failed"):
        SystemKeychain().get("a")


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("nothing", [keyring.backends.fail.Keyring, keyring.backends.null.Keyring])
def test_a_system_without_a_keychain_is_said_so(nothing: type[keyring.backend.KeyringBackend]) -> None:
    keyring.set_keyring(nothing())
    with pytest.raises(Unavailable, match=r"vault\.keychain_missing"):
        SystemKeychain().put("a", Secret(b"b"))


def test_a_keychain_that_writes_plain_files_is_none(backend: InMemory) -> None:
    class Plaintext(InMemory):
        pass

    Plaintext.__module__ = "keyrings.alt.file"
    keyring.set_keyring(Plaintext())
    with pytest.raises(Unavailable, match=r"vault\.keychain_missing"):
        SystemKeychain().put("a", Secret(b"b"))


def test_without_the_library_there_is_no_keychain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(Unavailable, match=r"vault\.keychain_missing"):
        SystemKeychain().get("a")
