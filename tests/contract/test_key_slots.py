"""Every key slot keeps the contract of core/vault/contract.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.secret import Secret
from core.vault import Argon2Cost, DeviceSlot, KeychainSlot, PassphraseSlot, RecoverySlot, recovery_code
from core.vault.contract import CHECKS, Check, SlotCase
from core.vault.keychain import MemoryKeychain
from core.vault.system_credentials import SystemCredentials
from tests.support.systemd_creds import systemd_creds

CHEAP = Argon2Cost(memory_kib=64, iterations=1, lanes=1)


def passphrases(_folder: Path) -> SlotCase:
    return SlotCase(
        right=PassphraseSlot(Secret.from_text("银杏树下"), CHEAP),
        wrong=PassphraseSlot(Secret.from_text("银杏树上"), CHEAP),
    )


def devices(folder: Path) -> SlotCase:
    return SlotCase(right=DeviceSlot(folder / "mine"), wrong=DeviceSlot(folder / "theirs"))


def devices_with_a_system_key(folder: Path) -> SlotCase:
    mine = SystemCredentials(systemd_creds(folder / "system", chip=False))
    theirs = SystemCredentials(systemd_creds(folder / "another", chip=False, permitted=False))
    return SlotCase(right=DeviceSlot(folder / "keys", mine), wrong=DeviceSlot(folder / "keys", theirs))


def devices_with_a_chip(folder: Path) -> SlotCase:
    mine = SystemCredentials(systemd_creds(folder / "system", chip=True))
    return SlotCase(right=DeviceSlot(folder / "keys", mine), wrong=DeviceSlot(folder / "keys"))


def keychains(_folder: Path) -> SlotCase:
    return SlotCase(right=KeychainSlot(MemoryKeychain()), wrong=KeychainSlot(MemoryKeychain()))


def recovery_codes(_folder: Path) -> SlotCase:
    return SlotCase(
        right=RecoverySlot(recovery_code.new_code()), wrong=RecoverySlot(recovery_code.new_code())
    )


SLOTS = [
    passphrases,
    devices,
    devices_with_a_system_key,
    devices_with_a_chip,
    keychains,
    recovery_codes,
]


@pytest.mark.parametrize("slots", SLOTS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_slot(check: Check, slots: Callable[[Path], SlotCase], tmp_path: Path) -> None:
    check(slots(tmp_path))


def test_the_default_cost_of_guessing_is_the_promised_one() -> None:
    assert Argon2Cost() == Argon2Cost(memory_kib=64 * 1024, iterations=3, lanes=4)
