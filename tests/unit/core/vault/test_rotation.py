"""New keys: the same words in a new file, and nothing old that opens it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Corrupt, Refused, Unavailable
from core.vault import DeviceSlot, Vault, receipts
from core.vault import header as headers
from core.vault.connection import connect
from core.vault.failures import DatabaseError
from core.vault.pages import Pages
from tests.unit.core.vault.small import add, create, forget, note_ids, notes, passphrase, reopen, texts

NEW = "新的口令"


async def test_rotating_keeps_every_row_and_changes_every_key(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    for number in range(60):
        await vault.write(add(f"{number}" + "字" * 200))
    await vault.write(lambda tx: tx.execute("DELETE FROM notes WHERE id % 3 = 0"))
    before = await vault.read(texts), await vault.read(note_ids)
    key, backup, path = vault.subkey("database"), vault.subkey("backup"), vault.path
    await vault.rotate([passphrase(NEW), DeviceSlot(tmp_path / "device")])
    assert (await vault.read(texts), await vault.read(note_ids)) == before
    assert vault.slots == ("passphrase", "device")
    assert vault.subkey("database") != key
    assert vault.subkey("backup") != backup
    assert not path.exists()
    await vault.write(add("以后"))
    await vault.close()
    with pytest.raises(Refused, match=r"vault\.wrong_passphrase"):
        reopen(tmp_path / "h")
    with pytest.raises(DatabaseError):
        connect(vault_file(tmp_path / "h"), key).execute("SELECT count(*) FROM notes").fetchone()
    again = Vault.open(tmp_path / "h", passphrase(NEW), [notes()], ManualClock())
    assert await again.read(texts) == [*before[0], "以后"]
    await again.close()


async def test_an_old_header_does_not_open_the_new_file(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    old = [(vault.folder / name).read_bytes() for name in headers.COPIES]
    await vault.rotate([passphrase(NEW)])
    await vault.close()
    for name, content in zip(headers.COPIES, old, strict=True):
        (vault.folder / name).write_bytes(content)
    vault_file(vault.folder).rename(vault.folder / "vault.db")
    with pytest.raises(Corrupt, match=r"vault\.damaged"):
        reopen(vault.folder)


async def test_receipts_mean_the_same_after_rotating(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    await vault.write(add("一"))
    await forget(vault, "1")
    for number in range(3):
        await vault.rotate([passphrase(f"{NEW}{number}")])
        book = vault.receipts
        assert await vault.read(lambda tx, book=book: book.has(tx, "fact", "1"))
        assert await vault.read(lambda tx, book=book: book.blocks(tx, "p", "r", "s/1"))
    assert len(await vault.read(receipts.all)) == 1
    await vault.close()


async def test_while_another_program_has_it_open_nothing_is_rotated(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    other = reopen(tmp_path / "h")
    with pytest.raises(Unavailable, match=r"vault\.busy"):
        await vault.rotate([passphrase(NEW)])
    await vault.write(add("一"))
    await other.write(add("二"))
    assert await vault.read(texts) == ["一", "二"]
    await other.close()
    await vault.rotate([passphrase(NEW)])
    assert await vault.read(texts) == ["一", "二"]
    await vault.close()


async def test_a_damaged_page_stops_the_rotation_before_anything_changed(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    for number in range(60):
        await vault.write(add(f"{number}" + "字" * 300))
    await vault.close()
    content = bytearray(vault_file(tmp_path / "h").read_bytes())
    content[-3000] ^= 1
    vault_file(tmp_path / "h").write_bytes(content)
    vault = reopen(tmp_path / "h")
    with pytest.raises(Corrupt, match=r"vault\.damaged"):
        await vault.rotate([passphrase(NEW)])
    await vault.close()
    assert vault_file(tmp_path / "h").read_bytes() == bytes(content)
    reopen(tmp_path / "h").close_now()


async def test_without_slots_nothing_is_rotated(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    with pytest.raises(Refused, match=r"vault\.no_slots"):
        await vault.rotate([])
    await vault.write(add("一"))
    await vault.close()


async def test_the_pages_of_a_file_are_read_without_sqlite(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    await vault.write(add("金丝雀"))
    assert await vault.sweep()
    pages = Pages(vault.path, vault.subkey("database"))
    assert any("金丝雀".encode() in page for page in pages)
    assert not pages.damaged()
    await vault.close()


def vault_file(folder: Path) -> Path:
    (path,) = folder.glob("vault*.db")
    return path


async def test_a_cancelled_rotation_is_finished_and_the_vault_goes_on(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    await vault.write(add("一"))
    rotating = asyncio.ensure_future(vault.rotate([passphrase(NEW)]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    with pytest.raises(Unavailable, match=r"vault\.moving"):  # noqa: PT012 - as soon as it has begun
        while not rotating.done():
            await vault.read(texts)
    rotating.cancel()
    with pytest.raises(asyncio.CancelledError):
        await rotating
    await vault.write(add("二"))
    assert await vault.read(texts) == ["一", "二"]
    await vault.close()
    Vault.open(tmp_path / "h", passphrase(NEW), [notes()], ManualClock()).close_now()
