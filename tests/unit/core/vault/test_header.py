"""The header: two copies, each checked, none older than the database."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.clock import ManualClock
from core.errors import Corrupt, Refused, Unavailable
from core.secret import Secret
from core.vault import DeviceSlot, Vault
from core.vault import header as headers
from core.vault.keys import new_root, subkey
from core.vault.slots import SlotRecord
from tests.unit.core.vault.small import create, notes, passphrase, reopen


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A household that was created and closed."""
    vault = create(tmp_path / "household")
    await vault.close()
    return tmp_path / "household"


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("copy", headers.COPIES)
async def test_with_one_copy_damaged_the_other_serves_and_mends_it(folder: Path, copy: str) -> None:
    whole = (folder / copy).read_bytes()
    damage(folder / copy)
    await reopen(folder).close()
    assert (folder / copy).read_bytes() == whole


@pytest.mark.parametrize("copy", headers.COPIES)
async def test_with_one_copy_missing_the_other_serves_and_replaces_it(folder: Path, copy: str) -> None:
    (folder / copy).unlink()
    await reopen(folder).close()
    assert (folder / copy).exists()


def test_with_both_copies_damaged_nothing_is_guessed(folder: Path) -> None:
    for copy in headers.COPIES:
        damage(folder / copy)
    with pytest.raises(Corrupt, match=r"vault\.header_damaged"):
        reopen(folder)


def test_without_any_copy_there_is_no_household(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"vault\.none"):
        reopen(tmp_path)


async def test_a_copy_changed_by_someone_without_the_key_is_not_believed(folder: Path) -> None:
    genuine = headers.read_copies(folder)[0].header
    forged = msgspec.structs.replace(genuine, epoch=99)
    (folder / "header.a").write_bytes(headers.encode(forged, new_root()))
    await reopen(folder).close()
    assert headers.read_copies(folder)[0].header == genuine


def test_when_both_copies_are_forged_it_stays_shut(folder: Path) -> None:
    genuine = headers.read_copies(folder)[0].header
    for copy in headers.COPIES:
        (folder / copy).write_bytes(headers.encode(genuine, new_root()))
    with pytest.raises(Corrupt, match=r"vault\.header_damaged"):
        reopen(folder)


def test_a_header_of_a_newer_version_is_named_as_such(folder: Path) -> None:
    newer = headers.encode(headers.read_copies(folder)[0].header, new_root(), headers.FORMAT + 1)
    (folder / "header.b").write_bytes(newer)
    with pytest.raises(Unavailable, match=r"vault\.newer_version"):
        reopen(folder)


async def test_an_older_header_is_refused_once_a_newer_one_was_used(folder: Path) -> None:
    copy = headers.read_copies(folder)[0]
    old = copy.path.read_bytes()
    root = passphrase().unwrap(copy.header.slots[0], copy.header.vault)
    newer = msgspec.structs.replace(copy.header, epoch=2)
    headers.write_copies(folder, newer, root)
    await reopen(folder).close()
    for name in headers.COPIES:
        (folder / name).write_bytes(old)
    with pytest.raises(Corrupt, match=r"vault\.header_rolled_back"):
        reopen(folder)


async def test_a_power_cut_between_the_two_copies_is_mended_to_the_newer(folder: Path) -> None:
    copy = headers.read_copies(folder)[0]
    root = passphrase().unwrap(copy.header.slots[0], copy.header.vault)
    newer = msgspec.structs.replace(copy.header, epoch=2)
    (folder / "header.a").write_bytes(headers.encode(newer, root))
    await reopen(folder).close()
    assert [one.header.epoch for one in headers.read_copies(folder)] == [2, 2]


def test_any_change_of_any_byte_is_noticed(tmp_path: Path) -> None:
    root = new_root()
    header = headers.Header(vault="v", epoch=1, slots=(passphrase().wrap(root, "v", ManualClock().now()),))
    content = headers.encode(header, root)
    path = tmp_path / "header.a"

    @settings(max_examples=300, deadline=None)
    @given(st.integers(0, len(content) - 1), st.integers(1, 255))
    def check(place: int, flip: int) -> None:
        changed = bytearray(content)
        changed[place] ^= flip
        path.write_bytes(changed)
        try:
            copies = headers.read_copies(tmp_path)
        except (Corrupt, Unavailable):
            return
        assert [copy.header for copy in copies] == [header], "read as something else"
        assert not copies[0].is_authentic(root) or json.loads(changed) == json.loads(content)

    check()


def test_a_slot_record_shows_no_root(tmp_path: Path) -> None:
    root = new_root()
    record = passphrase().wrap(root, "v", ManualClock().now())
    assert isinstance(record, SlotRecord)
    assert root.reveal() not in record.wrapped


def test_subkeys_differ_by_purpose_and_never_print() -> None:
    root = Secret(bytes(range(32)))
    keys = [subkey(root, purpose) for purpose in ("database", "header", "sync", "backup")]
    assert len({key.reveal() for key in keys}) == 4
    assert keys[0] == subkey(root, "database")
    assert keys[0].reveal().hex() not in repr(keys)


def test_either_of_two_slots_opens_and_a_third_kind_does_not(tmp_path: Path) -> None:
    folder = tmp_path / "household"
    device = DeviceSlot(tmp_path / "device")
    with pytest.raises(Refused, match=r"vault\.no_slots"):
        Vault.create(folder, [], [notes()], ManualClock())
    vault = Vault.create(folder, [passphrase(), device], [notes()], ManualClock())
    assert vault.slots == ("passphrase", "device")
    vault.close_now()
    Vault.open(folder, device, [notes()], ManualClock()).close_now()
    only_passphrase = create(tmp_path / "other")
    only_passphrase.close_now()
    with pytest.raises(Refused, match=r"vault\.no_such_slot"):
        Vault.open(tmp_path / "other", device, [notes()], ManualClock())


def test_the_wrong_passphrase_is_refused_and_changes_nothing(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(Refused, match=r"vault\.wrong_passphrase"):
        Vault.open(folder, passphrase("银杏树上"), [notes()], ManualClock())
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_a_device_key_others_can_read_is_refused(tmp_path: Path) -> None:
    device = DeviceSlot(tmp_path / "device")
    Vault.create(tmp_path / "household", [device], [notes()], ManualClock()).close_now()
    key = next((tmp_path / "device").iterdir())
    assert key.stat().st_mode & 0o777 == 0o600
    key.chmod(0o640)
    with pytest.raises(Refused, match=r"vault\.device_key_exposed"):
        Vault.open(tmp_path / "household", device, [notes()], ManualClock())


def test_a_copied_household_without_its_device_key_stays_shut(tmp_path: Path) -> None:
    Vault.create(
        tmp_path / "household", [DeviceSlot(tmp_path / "device")], [notes()], ManualClock()
    ).close_now()
    with pytest.raises(Unavailable, match=r"vault\.device_key_missing"):
        Vault.open(tmp_path / "household", DeviceSlot(tmp_path / "elsewhere"), [notes()], ManualClock())


def test_a_stored_cost_that_would_hang_the_machine_is_refused() -> None:
    record = passphrase().wrap(new_root(), "v", ManualClock().now())
    for name, value in (("memory_kib", 1 << 30), ("iterations", 1 << 20), ("lanes", 0), ("salt", "zz")):
        params = {**record.params, name: value}
        hostile = SlotRecord(
            id=record.id,
            kind=record.kind,
            created=record.created,
            params=params,
            wrapped=record.wrapped,
        )
        with pytest.raises(Corrupt, match=r"vault\.slot_damaged"):
            passphrase().unwrap(hostile, "v")
