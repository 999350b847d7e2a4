"""Nothing that is printed, logged or raised shows a key, a passphrase or a word that was said."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Refused
from core.secret import Secret
from core.vault import DeviceSlot, PassphraseSlot, Vault
from core.vault import header as headers
from core.vault.failures import IntegrityError
from tests.unit.core.vault.small import CHEAP, add, create, notes, passphrase

PASSPHRASE = "银杏树下的金丝雀"


async def test_printing_the_parts_of_an_open_vault_shows_no_secret(tmp_path: Path) -> None:
    slot = PassphraseSlot(Secret.from_text(PASSPHRASE), CHEAP)
    device = DeviceSlot(tmp_path / "device")
    vault = Vault.create(tmp_path / "h", [slot, device], [notes()], ManualClock())
    copies = headers.read_copies(tmp_path / "h")
    root = slot.unwrap(copies[0].header.slots[0], vault.id)
    shown = repr([vault, vars(vault), slot, vars(slot), device, copies, root, vault.subkey("sync")])
    for secret in (PASSPHRASE, root.reveal().hex(), repr(root.reveal())[2:-1]):
        assert secret not in shown
    await vault.close()


def test_a_refused_passphrase_is_not_in_the_traceback(tmp_path: Path) -> None:
    create(tmp_path / "h").close_now()
    with pytest.raises(Refused) as refused:
        Vault.open(tmp_path / "h", passphrase(PASSPHRASE), [notes()], ManualClock())
    assert PASSPHRASE not in "".join(traceback.format_exception(refused.value))


async def test_a_failing_write_says_nothing_of_its_content(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    vault = create(tmp_path / "h")
    await vault.write(add("金丝雀说的话"))
    with pytest.raises(IntegrityError) as failed:
        await vault.write(add("金丝雀说的话"))
    await vault.close()
    printed = capfd.readouterr()
    said = "".join(traceback.format_exception(failed.value)) + caplog.text + printed.out + printed.err
    assert "金丝雀说的话" not in said.replace('add("金丝雀说的话")', "")


async def test_two_programs_may_have_the_same_household_open(tmp_path: Path) -> None:
    first = create(tmp_path / "h")
    second = Vault.open(tmp_path / "h", passphrase(), [notes()], ManualClock())
    await first.write(add("从应用"))
    await second.write(add("从命令行"))
    for vault in (first, second):
        rows = await vault.read(lambda tx: tx.rows("SELECT text FROM notes ORDER BY id"))
        assert [row["text"] for row in rows] == ["从应用", "从命令行"]
    await first.close()
    await second.write(add("之后"))
    await second.close()
