"""The ways into a household that a person can take, and where their secrets come from: never from argv."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from app import messages, wiring
from app.here import Here
from core.errors import UserFacing
from core.secret import Secret
from core.text import count_han
from core.vault import recovery_code
from core.vault.device_slot import DeviceSlot
from core.vault.keychain import SystemKeychain
from core.vault.keychain_slot import KeychainSlot
from core.vault.recovery_slot import RecoverySlot
from core.vault.slots import KeySlot, SlotRecord

if TYPE_CHECKING:
    from core.vault.database import Vault
    from core.vault.system_credentials import Protection

MIN_PASSPHRASE = 8
"""Characters a passphrase must have; a Han character counts two, for it says about as much as two letters."""

_PROTECTION = {
    "passphrase": "vault.by_passphrase",
    "keychain": "vault.by_keychain",
    "recovery": "vault.by_recovery",
}
_DEVICE: dict[Protection, str] = {
    "chip": "vault.by_chip",
    "system": "vault.by_system_key",
    "file": "vault.by_file",
}

Recovery = Annotated[bool, typer.Option("--recovery", help="Open with the recovery code.")]
Keychain = Annotated[bool, typer.Option("--keychain", help="Open with this system's keychain.")]


@asynccontextmanager
async def opened(here: Here, *, recovery: bool = False, keychain: bool = False) -> AsyncIterator[Vault]:
    """The vault alone, without the household's other parts."""
    from core.vault import header

    header.read_copies(here.places.vault)
    async with opened_by(here, opener(here, recovery=recovery, keychain=keychain)) as found:
        yield found


@asynccontextmanager
async def opened_by(here: Here, way: KeySlot) -> AsyncIterator[Vault]:
    """As :func:`opened`, by a slot that is there already."""
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.vault.database import Vault

    found = await asyncio.to_thread(Vault.open, here.places.vault, way, MIGRATIONS, SystemClock())
    try:
        yield found
    finally:
        await found.close()


def asked(prompt_id: str, here: Here) -> Secret:
    """A secret from the terminal, unseen, or the next line of standard input. Raises UserFacing when
    there is none."""
    if sys.stdin.isatty():
        return wiring.ask_passphrase(messages.text(prompt_id, here.language))
    line = sys.stdin.buffer.readline().rstrip(b"\r\n")
    if not line:
        raise UserFacing("app.passphrase_needed")
    return Secret(line)


def new_passphrase(here: Here) -> KeySlot:
    """A passphrase that was typed the same way twice. Raises UserFacing."""
    chosen = asked("vault.ask_new_passphrase", here)
    check_length(chosen)
    if asked("vault.ask_new_again", here) != chosen:
        raise UserFacing("app.passphrases_differ")
    return wiring.passphrase_slot(chosen)


def check_length(chosen: Secret) -> None:
    """Raises UserFacing("app.passphrase_short")."""
    typed = chosen.reveal().decode("utf-8", "replace")
    if len(typed) + count_han(typed) < MIN_PASSPHRASE:
        raise UserFacing("app.passphrase_short", least=MIN_PASSPHRASE)


def opener(here: Here, *, recovery: bool = False, keychain: bool = False) -> KeySlot:
    """The slot to open with: what was asked for, else as every command does."""
    if recovery:
        return RecoverySlot(recovery_code.read(asked("vault.ask_recovery", here).reveal().decode()))
    if keychain:
        return KeychainSlot(SystemKeychain())
    return wiring.opener(here)


def keychain_slot() -> KeySlot:
    return KeychainSlot(SystemKeychain())


def has_keychain() -> bool:
    """Whether this system has a keychain that a household could open by."""
    return SystemKeychain().is_there()


def protection(here: Here, record: SlotRecord) -> str:
    """What a slot protects from and what not, in a sentence."""
    from core.vault import system_credentials

    if record.kind != DeviceSlot.kind:
        return messages.text(_PROTECTION[record.kind], here.language)
    held_by = system_credentials.protection(record.params)
    return messages.text(_DEVICE[held_by], here.language, folder=here.places.config / "keys")


def forget(here: Here, record: SlotRecord) -> None:
    """Delete the key that belonged to a removed slot, where it was kept on this machine."""
    if record.kind == DeviceSlot.kind:
        DeviceSlot(here.places.config / "keys").forget(record)
    elif record.kind == KeychainSlot.kind:
        KeychainSlot(SystemKeychain()).forget(record)
