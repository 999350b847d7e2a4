"""Ways in are added, exchanged and taken away; what was taken away does not come back by an old header."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Corrupt, Refused, Unavailable
from core.vault import DeviceSlot, KeychainSlot, RecoverySlot, Vault, recovery_code
from core.vault import header as headers
from core.vault.keychain import MemoryKeychain
from core.vault.slots import KeySlot
from tests.unit.core.vault.small import add, create, notes, passphrase, reopen, texts

NEW = "新的口令"


@pytest.fixture
async def vault(tmp_path: Path) -> AsyncIterator[Vault]:
    opened = create(tmp_path / "household")
    await opened.write(add("一"))
    yield opened
    await opened.close()


async def opens(folder: Path, slot: KeySlot) -> bool:
    try:
        vault = await asyncio.to_thread(Vault.open, folder, slot, [notes()], ManualClock())
    except (Refused, Unavailable):
        return False
    kept = await vault.read(texts)
    await vault.close()
    return kept == ["一"]


async def test_every_slot_that_was_added_opens_it_and_none_that_was_removed(
    vault: Vault, tmp_path: Path
) -> None:
    ways: list[KeySlot] = [
        passphrase("另一个人的口令"),
        DeviceSlot(tmp_path / "device"),
        KeychainSlot(MemoryKeychain()),
        RecoverySlot(recovery_code.new_code()),
    ]
    records = [await vault.add_slot(way) for way in ways]
    assert vault.slots == ("passphrase", "passphrase", "device", "keychain", "recovery")
    assert [await opens(vault.folder, way) for way in ways] == [True] * 4
    for way, record in zip(ways, records, strict=True):
        await vault.remove_slot(record.id)
        assert not await opens(vault.folder, way)
    assert await opens(vault.folder, passphrase())


async def test_the_last_slot_stays(vault: Vault) -> None:
    with pytest.raises(Refused, match=r"vault\.last_slot"):
        await vault.remove_slot(vault.opened_by)
    with pytest.raises(Refused, match=r"vault\.no_slot"):
        await vault.remove_slot("nothing")
    assert await opens(vault.folder, passphrase())


async def test_a_changed_passphrase_leaves_an_old_header_worthless(vault: Vault) -> None:
    old = {name: (vault.folder / name).read_bytes() for name in headers.COPIES}
    await vault.replace_slot(vault.opened_by, passphrase(NEW))
    assert await opens(vault.folder, passphrase(NEW))
    assert not await opens(vault.folder, passphrase())
    await vault.close()
    for name, content in old.items():
        (vault.folder / name).write_bytes(content)
    with pytest.raises(Corrupt, match=r"vault\.header_rolled_back"):
        reopen(vault.folder)


async def test_a_changed_passphrase_costs_the_same_in_a_large_household(vault: Vault) -> None:
    def fill(tx: object) -> None:
        tx.execute_many("INSERT INTO notes(text) VALUES (?)", [(f"{n}" + "字" * 900,) for n in range(4000)])

    await vault.write(fill)
    await vault.sweep()
    before = vault.path.read_bytes()
    await vault.replace_slot(vault.opened_by, passphrase(NEW))
    await vault.sweep()
    after = vault.path.read_bytes()
    pages = [
        place
        for place in range(0, len(after), 4096)
        if before[place : place + 4096] != after[place : place + 4096]
    ]
    assert len(before) == len(after) > 10_000_000
    assert len(pages) <= 2, "only the page with the header's epoch is written"


async def test_two_programs_changing_slots_lose_neither_change(vault: Vault) -> None:
    other = reopen(vault.folder)
    for number in range(5):
        await asyncio.gather(
            vault.add_slot(passphrase(f"甲{number}")), other.add_slot(passphrase(f"乙{number}"))
        )
    await other.close()
    assert len(vault.slots) == 11
    assert await opens(vault.folder, passphrase("甲3"))
    assert await opens(vault.folder, passphrase("乙3"))


async def test_a_header_of_the_first_format_gets_a_key_of_receipts_once(vault: Vault) -> None:
    root = vault.root()
    first = headers.Header(vault=vault.id, epoch=1, slots=vault.header.slots)
    await vault.close()
    for name in headers.COPIES:
        (vault.folder / name).write_bytes(headers.encode(first, root, 1))
    again = reopen(vault.folder)
    kept = again.header.receipts
    assert kept
    await again.close()
    once_more = reopen(vault.folder)
    assert once_more.header.receipts == kept
    await once_more.close()


async def test_a_removed_slot_s_key_is_forgotten(vault: Vault, tmp_path: Path) -> None:
    keychain = MemoryKeychain()
    for slot in (DeviceSlot(tmp_path / "device"), KeychainSlot(keychain)):
        record = await vault.add_slot(slot)
        await vault.remove_slot(record.id)
        slot.forget(record)
        with pytest.raises(Unavailable):
            slot.unwrap(record, vault.id)
    assert not list((tmp_path / "device").iterdir())
