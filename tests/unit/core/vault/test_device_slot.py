"""A device's key: sealed by the system as well as it allows, else in a file, and never called more than it is."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.errors import Corrupt, UserFacing
from core.ids import new_id, random_bytes
from core.secret import Secret
from core.vault import DeviceSlot
from core.vault.keys import new_root
from core.vault.slots import SlotRecord
from core.vault.system_credentials import SystemCredentials, protection
from tests.support.systemd_creds import systemd_creds

if sys.platform == "win32":
    pytest.skip("there is no systemd there", allow_module_level=True)

CREATED = datetime(2026, 1, 5, tzinfo=UTC)


def made(slot: DeviceSlot, vault: str = "v") -> tuple[Secret, SlotRecord]:
    root = new_root()
    return root, slot.wrap(root, vault, CREATED)


@pytest.mark.parametrize(
    ("chip", "permitted", "label"),
    [(True, True, "chip"), (False, True, "system"), (True, False, "file"), (False, False, "file")],
)
def test_the_best_protection_that_is_allowed_is_taken_and_named(
    tmp_path: Path, chip: bool, permitted: bool, label: str
) -> None:
    credentials = SystemCredentials(systemd_creds(tmp_path / "bin", chip=chip, permitted=permitted))
    slot = DeviceSlot(tmp_path / "keys", credentials)
    root, record = made(slot)
    assert protection(record.params) == label
    assert slot.unwrap(record, "v") == root
    (file,) = (tmp_path / "keys").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert (len(file.read_bytes()) == 32) == (label == "file")


def test_the_key_is_neither_in_the_arguments_nor_readable_in_the_file(tmp_path: Path) -> None:
    credentials = SystemCredentials(systemd_creds(tmp_path / "bin", chip=True))
    key = Secret(random_bytes(32))
    sealed = credentials.seal(key, "a")
    assert sealed is not None
    assert credentials.open(sealed.blob, "a", user=sealed.user) == key
    seen = (tmp_path / "bin" / "seen").read_text()
    assert "encrypt" in seen
    assert "decrypt" in seen
    assert key.reveal().hex() not in seen
    assert key.reveal() not in sealed.blob


def test_a_copied_disk_without_its_system_stays_shut(tmp_path: Path) -> None:
    here = SystemCredentials(systemd_creds(tmp_path / "here", chip=False))
    there = SystemCredentials(systemd_creds(tmp_path / "there", chip=False))
    (tmp_path / "there" / "host").write_bytes(b"of another machine")
    _, record = made(DeviceSlot(tmp_path / "keys", here))
    for thief in (there, None, SystemCredentials(tmp_path / "nothing")):
        with pytest.raises(UserFacing, match=r"vault\.device_key_sealed"):
            DeviceSlot(tmp_path / "keys", thief).unwrap(record, "v")


def test_a_chip_that_only_takes_is_not_relied_on(tmp_path: Path) -> None:
    command = systemd_creds(tmp_path / "bin", chip=True)
    whole = command.read_text()
    opening = "stream, signing = derived(keys.decode()"
    command.write_text(
        whole.replace(opening, f'"chip" in keys.decode() and sys.exit("worn out")\n        {opening}')
    )
    assert command.read_text() != whole
    slot = DeviceSlot(tmp_path / "keys", SystemCredentials(command))
    root, record = made(slot)
    assert protection(record.params) == "system"
    assert slot.unwrap(record, "v") == root


def test_a_slot_of_before_still_opens_and_a_label_nobody_gave_is_damage(tmp_path: Path) -> None:
    slot = DeviceSlot(tmp_path / "keys")
    root, record = made(slot)
    assert record.params.keys() == {"protection", "file"}
    with_system = SystemCredentials(systemd_creds(tmp_path / "bin", chip=True))
    assert DeviceSlot(tmp_path / "keys", with_system).unwrap(record, "v") == root
    with pytest.raises(Corrupt, match=r"vault\.slot_damaged"):
        protection({"protection": new_id()})
