"""Backups: whole or said not to be, resumable, and never a way back for what was deleted."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import BanyanError, Corrupt, Refused, Unavailable, UserFacing
from core.vault import RecoverySlot, Vault, backup, backup_file, receipts, recovery_code, restoring
from core.vault import header as headers
from core.vault.restoring import Restored, Source
from tests.unit.core.vault.small import (
    ERASER,
    add,
    create,
    flip,
    forget,
    note_ids,
    notes,
    passphrase,
    raw_bytes,
    reopen,
    texts,
)

CLOCK = ManualClock()


@pytest.fixture
async def vault(tmp_path: Path) -> AsyncIterator[Vault]:
    opened = create(tmp_path / "household")
    for number in range(400):
        await opened.write(add(f"{number}" + "字" * 400))
    yield opened
    await opened.close()


async def restored_in_place(vault: Vault, source: Source) -> Restored:
    outcome: list[Restored] = []

    def make(header, root):
        after, told = restoring.in_place(vault.folder, header, root, source, [ERASER], [notes()], CLOCK)
        outcome.append(told)
        return after, root

    await vault.replace(make)
    return outcome[0]


async def anew(folder: Path, source: Source) -> tuple[Restored, list[str]]:
    told = await asyncio.to_thread(restoring.anew, folder, source, [ERASER], [notes()], CLOCK)
    opened = reopen(folder)
    ids = await opened.read(note_ids)
    await opened.close()
    return told, ids


async def test_a_backup_holds_everything_and_shows_nothing(vault: Vault, tmp_path: Path) -> None:
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    raw = raw_bytes(tmp_path / "stick")
    for trace in ("字字", "CREATE TABLE", "SQLite format 3"):
        assert trace.encode() not in raw
    assert await vault.read(backup.known) == [made]
    assert not list(vault.folder.glob("backup*"))
    told, ids = await anew(tmp_path / "new", restoring.unlock(Path(made.path), passphrase()))
    assert ids == [str(number) for number in range(1, 401)]
    assert told.alone is True


async def test_a_new_machine_needs_only_the_recovery_code(vault: Vault, tmp_path: Path) -> None:
    code = recovery_code.new_code()
    await vault.add_slot(RecoverySlot(code))
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    typed = recovery_code.read(recovery_code.written(code).lower())
    _, ids = await anew(tmp_path / "new", restoring.unlock(Path(made.path), RecoverySlot(typed)))
    assert len(ids) == 400
    with pytest.raises(Refused, match=r"vault\.wrong_recovery_code"):
        restoring.unlock(Path(made.path), RecoverySlot(recovery_code.new_code()))


class Interrupted(Exception):
    pass


async def test_an_interrupted_backup_goes_on_where_it_stopped(vault: Vault, tmp_path: Path) -> None:
    def interrupt(done: int, pieces: int) -> None:
        assert pieces > 3
        if done == 3:
            raise Interrupted

    with pytest.raises(Interrupted):
        await backup.make(vault, tmp_path / "stick", CLOCK, interrupt)
    assert not list((tmp_path / "stick").glob("*.backup"))
    await vault.write(add("在那以后"))
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    assert made.resumed == 3
    _, ids = await anew(tmp_path / "new", restoring.unlock(Path(made.path), passphrase()))
    assert len(ids) == 400, "of the moment at which it was begun"


async def test_after_a_deletion_an_interrupted_backup_starts_over(vault: Vault, tmp_path: Path) -> None:
    def interrupt(done: int, pieces: int) -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        await backup.make(vault, tmp_path / "stick", CLOCK, interrupt)
    await forget(vault, "7")
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    assert made.resumed == 0
    told, ids = await anew(tmp_path / "new", restoring.unlock(Path(made.path), passphrase()))
    assert told.erased == {}
    assert "7" not in ids


async def test_the_same_snapshot_is_never_sealed_twice_under_one_key(vault: Vault, tmp_path: Path) -> None:
    def interrupt(done: int, pieces: int) -> None:
        raise Interrupted

    for stick in ("one", "other"):
        with pytest.raises(Interrupted):
            await backup.make(vault, tmp_path / stick, CLOCK, interrupt)
    one, other = (
        backup_file.read_preamble(next((tmp_path / stick).glob("*.part")))[0] for stick in ("one", "other")
    )
    assert (one.id, one.sha256) == (other.id, other.sha256)
    assert one.salt != other.salt


async def test_wherever_a_backup_is_changed_or_cut_it_says_so(vault: Vault, tmp_path: Path) -> None:
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    await asyncio.to_thread(change_everywhere, Path(made.path), tmp_path / "new")


def change_everywhere(path: Path, new: Path) -> None:
    whole = path.read_bytes()
    chance = random.Random(3)
    places = [0, 5, 14, 17, 40, 300, len(whole) - 1, *(chance.randrange(len(whole)) for _ in range(12))]
    for place in places:
        flip(path, place)
        refused(path)
        flip(path, place)
    for length in (0, 3, 16, 200, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        refused(path)
    path.write_bytes(whole + b"more")
    refused(path)
    path.write_bytes(whole)
    restoring.anew(new, restoring.unlock(path, passphrase()), [ERASER], [notes()], CLOCK)


def refused(path: Path) -> None:
    with pytest.raises(UserFacing) as error:
        backup.verify_with(path, restoring.unlock(path, passphrase()).root, path.parent)
    assert error.value.message_id.startswith("vault.")
    assert not (path.parent / "backup.checking").exists()


async def test_other_files_are_told_from_backups(tmp_path: Path) -> None:
    (tmp_path / "photo").write_bytes(b"\xff\xd8\xff\xe0" * 100)
    with pytest.raises(Corrupt, match=r"vault\.not_a_backup"):
        backup_file.read_preamble(tmp_path / "photo")
    with pytest.raises(Unavailable, match=r"vault\.backup_missing"):
        backup_file.read_preamble(tmp_path / "nothing")
    with pytest.raises(Unavailable, match=r"vault\.backup_unreadable"):
        backup_file.read_preamble(tmp_path)
    newer = b'{"format":3,"whatever":true}'
    (tmp_path / "newer").write_bytes(backup_file.MAGIC + len(newer).to_bytes(4, "big") + newer)
    with pytest.raises(Unavailable, match=r"vault\.newer_version"):
        backup_file.read_preamble(tmp_path / "newer")


async def test_revoked_slots_stay_revoked_and_old_backups_open_after_rotating(
    vault: Vault, tmp_path: Path
) -> None:
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    await vault.rotate([passphrase("新的口令")])
    with pytest.raises(Refused, match=r"vault\.other_root"):
        restoring.with_root(Path(made.path), vault.root())
    await restored_in_place(vault, restoring.unlock(Path(made.path), passphrase()))
    assert len(await vault.read(texts)) == 400
    await vault.close()
    with pytest.raises(Refused, match=r"vault\.wrong_passphrase"):
        reopen(vault.folder)
    Vault.open(vault.folder, passphrase("新的口令"), [notes()], CLOCK).close_now()


async def test_another_household_s_backup_is_not_put_in_this_place(vault: Vault, tmp_path: Path) -> None:
    other = create(tmp_path / "other")
    made = await backup.make(other, tmp_path / "stick", CLOCK)
    await other.close()
    source = restoring.unlock(Path(made.path), passphrase())
    with pytest.raises(Refused, match=r"vault\.other_household"):
        await restored_in_place(vault, source)
    assert len(await vault.read(texts)) == 400
    with pytest.raises(Refused, match=r"vault\.exists"):
        restoring.anew(tmp_path / "other", source, [ERASER], [notes()], CLOCK)


async def test_a_restore_that_fails_leaves_everything_as_it_was(vault: Vault, tmp_path: Path) -> None:
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    source = restoring.unlock(Path(made.path), passphrase())
    await forget(vault, "5")
    before = await vault.read(note_ids)

    def nobody_erases(header, root):
        return restoring.in_place(vault.folder, header, root, source, [], [notes()], CLOCK)[0], root

    with pytest.raises(BanyanError, match="nobody erases"):
        await vault.replace(nobody_erases)
    assert await vault.read(note_ids) == before
    assert len(list(vault.folder.glob("vault*.db*"))) <= 3


async def test_twenty_backups_along_a_life_show_none_of_what_was_deleted_later(tmp_path: Path) -> None:
    vault = create(tmp_path / "household")
    chance = random.Random(20)
    made, gone, rows = [], set[str](), 0
    for step in range(20):
        for _ in range(5):
            rows += 1
            await vault.write(add(f"{rows}在第{step}天"))
        if step % 5 == 4:
            await vault.rotate([passphrase()])
        made.append((await backup.make(vault, tmp_path / f"stick{step % 3}", CLOCK), rows))
        note = str(chance.choice([number for number in range(1, rows) if str(number) not in gone]))
        await forget(vault, note)
        gone.add(note)
    for number, (one, count) in enumerate(made):
        source = restoring.unlock(Path(one.path), passphrase())
        told = await restored_in_place(vault, source)
        ids = set(await vault.read(note_ids))
        assert ids == {str(n) for n in range(1, count + 1)} - gone
        assert told.receipts == 20
        assert told.alone is False
        if number % 7 == 0:  # another machine, which knows of the sidecar beside the backup alone
            elsewhere, there = await anew(tmp_path / f"new{number}", source)
            assert elsewhere.receipts == 20
            assert set(there) == ids
    assert len(await vault.read(receipts.all)) == 20
    assert len(await vault.read(backup.known)) == 20, "restoring forgets no later backup"
    await vault.close()


async def test_a_damaged_header_is_restored_over_and_kept(vault: Vault, tmp_path: Path) -> None:
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    await forget(vault, "9")
    await vault.close()
    for name in headers.COPIES:
        (vault.folder / name).write_bytes(b"half a header")
    source = restoring.unlock(Path(made.path), passphrase())
    told, ids = await anew(vault.folder, source)
    assert "9" not in ids
    assert len(ids) == 399
    assert set(told.set_aside) >= {"header.a", "header.b", "vault.db"}
    assert len(list(vault.folder.glob("set-aside-*"))) >= 3


async def test_a_missing_or_damaged_database_is_restored_under_the_present_keys(
    vault: Vault, tmp_path: Path
) -> None:
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    await forget(vault, "9")
    await vault.close()
    flip(vault.folder / "vault.db", 100)
    root = restoring.root_of(vault.folder, passphrase())
    for missing in (False, True):
        if missing:
            for path in vault.folder.glob("vault*.db*"):
                path.unlink()
        told = restoring.over(
            vault.folder, passphrase(), restoring.with_root(Path(made.path), root), [ERASER], [notes()], CLOCK
        )
        assert bool(told.set_aside) is not missing
        opened = reopen(vault.folder)
        assert "9" not in await opened.read(note_ids)
        await opened.close()


async def test_an_unreachable_place_is_said_and_caught_up_with_later(vault: Vault, tmp_path: Path) -> None:
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    (tmp_path / "stick").rename(tmp_path / "drawer")
    await forget(vault, "9")
    (tmp_path / "stick").write_bytes(b"in the way")
    with pytest.raises(Unavailable, match=r"vault\.backup_unwritable"):
        await backup.make(vault, tmp_path / "stick", CLOCK)
    (tmp_path / "stick").unlink()
    (tmp_path / "drawer").rename(tmp_path / "stick")
    await backup.make(vault, tmp_path / "stick", CLOCK)
    told, ids = await anew(tmp_path / "new", restoring.unlock(Path(made.path), passphrase()))
    assert "9" not in ids
    assert told.alone is False
