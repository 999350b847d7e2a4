"""Backups bring recordings back with their rows, take nothing back that was deleted, and stay flat in memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from core.clock import ManualClock
from core.errors import Corrupt, UserFacing
from core.household import deleting
from core.household.household import MIGRATIONS
from core.household.recordings import BESIDE, FOLDER
from core.household.restoring import ERASERS
from core.journal import recordings
from core.vault import Scope, Vault, backup, backup_file, mirroring, restoring
from core.vault.backup import Backup
from core.vault.restoring import Restored
from tests.unit.core.household.test_recordings_kept import SOUND, heard, recorded
from tests.unit.core.vault.small import flip, passphrase, raw_bytes

CLOCK = ManualClock()


@pytest.fixture
async def vault(tmp_path: Path) -> AsyncIterator[Vault]:
    made = Vault.create(tmp_path / "household", [passphrase()], MIGRATIONS, CLOCK)
    yield made
    await made.close()


async def backed_up(vault: Vault, to: Path, progress: backup.Progress | None = None) -> Backup:
    return await backup.make(vault, to, CLOCK, progress, BESIDE)


def moved(made: Backup, folder: Path) -> tuple[Restored, Vault]:
    """On another machine."""
    source = restoring.unlock(Path(made.path), passphrase())
    told = restoring.anew(folder, source, ERASERS, MIGRATIONS, CLOCK, BESIDE)
    return told, Vault.open(folder, passphrase(), MIGRATIONS, CLOCK)


def sounds(folder: Path) -> set[str]:
    return {path.stem for path in (folder / FOLDER).glob("*")}


async def test_a_new_machine_hears_what_was_recorded(vault: Vault, tmp_path: Path) -> None:
    told = [await recorded(vault, said) for said in ("我住在杭州", "我爱喝茶", "我想学日语")]
    made = await backed_up(vault, tmp_path / "stick")
    assert b"canary" not in raw_bytes(tmp_path / "stick")
    restored, there = moved(made, tmp_path / "new")
    assert restored.beside == 3
    for person, recording in told:
        assert await heard(there, person, recording) == SOUND
    tidied = await there.erase(lambda tx: recordings.tidy(tx, there.folder / FOLDER))
    assert (tidied.files, tidied.rows) == (0, 0)
    await there.close()


async def test_what_was_deleted_since_does_not_come_back_to_the_disk(vault: Vault, tmp_path: Path) -> None:
    (person, gone), (_, stays) = await recorded(vault, "王奶奶"), await recorded(vault, "李爷爷")
    made = await backed_up(vault, tmp_path / "stick")
    scope = Scope(actor=person.id, person=person.id)
    await vault.erase(lambda tx: deleting.said(tx, scope, gone.session, gone.seq, vault.receipts))
    await mirroring.mirror(vault)
    restored, there = moved(made, tmp_path / "new")
    assert restored.erased
    assert sounds(there.folder) == {stays.id}
    await there.close()


async def test_restored_in_place_the_files_that_were_lost_come_back(vault: Vault, tmp_path: Path) -> None:
    person, recording = await recorded(vault)
    made = await backed_up(vault, tmp_path / "stick")
    for path in (vault.folder / FOLDER).iterdir():
        path.unlink()
    source = restoring.with_root(Path(made.path), vault.root())
    await vault.replace(
        lambda header, root: (
            restoring.in_place(vault.folder, header, root, source, ERASERS, MIGRATIONS, CLOCK, BESIDE)[0],
            root,
        )
    )
    assert await heard(vault, person, recording) == SOUND


async def test_an_interrupted_backup_goes_on_in_the_middle_of_the_recordings(
    vault: Vault, tmp_path: Path
) -> None:
    long = SOUND * 60
    told = [await recorded(vault, f"第{number}人", long) for number in range(4)]
    seen: list[tuple[int, int]] = []

    class Interrupted(Exception):
        pass

    def interrupt(done: int, pieces: int) -> None:
        seen.append((done, pieces))
        if done == pieces - 3:
            raise Interrupted

    with pytest.raises(Interrupted):
        await backed_up(vault, tmp_path / "stick", interrupt)
    assert seen[-1][1] > 4 * len(long) / backup_file.PIECE, "the recordings are counted"
    made = await backed_up(vault, tmp_path / "stick")
    assert made.resumed == seen[-1][0]
    _, there = moved(made, tmp_path / "new")
    for person, recording in told:
        assert await heard(there, person, recording) == long
    await there.close()


async def test_a_recording_let_go_of_meanwhile_makes_it_start_over(vault: Vault, tmp_path: Path) -> None:
    (person, gone), (other, stays) = await recorded(vault, "王"), await recorded(vault, "李", SOUND * 60)
    scope = Scope(actor=person.id, person=person.id)

    class Interrupted(Exception):
        pass

    def interrupt(_done: int, _pieces: int) -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        await backed_up(vault, tmp_path / "stick", interrupt)
    await vault.erase(lambda tx: recordings.remove(tx, scope, gone.id))
    await vault.erase(lambda tx: recordings.tidy(tx, vault.folder / FOLDER))
    made = await backed_up(vault, tmp_path / "stick")
    assert made.resumed == 0
    _, there = moved(made, tmp_path / "new")
    assert sounds(there.folder) == {stays.id}
    assert await heard(there, other, stays) == SOUND * 60
    await there.close()


async def test_one_that_vanishes_while_it_is_written_does_not_fail_the_backup(
    vault: Vault, tmp_path: Path
) -> None:
    for number in range(3):
        await recorded(vault, f"第{number}人", SOUND * 60)
    newest = max((vault.folder / FOLDER).iterdir())
    made = await backed_up(vault, tmp_path / "stick", lambda _done, _all: newest.unlink(missing_ok=True))
    _, there = moved(made, tmp_path / "new")
    assert len(sounds(there.folder)) == 2
    await there.close()


async def test_without_recordings_a_backup_is_what_older_versions_read(vault: Vault, tmp_path: Path) -> None:
    made = await backed_up(vault, tmp_path / "stick")
    preamble, _ = backup_file.read_preamble(Path(made.path))
    assert preamble.format == 1
    assert b"beside" not in msgspec.json.encode(preamble)
    await recorded(vault)
    plain = await backup.make(vault, tmp_path / "old", CLOCK)
    restored, there = moved(plain, tmp_path / "new")
    assert restored.beside == 0, "as from an older version's backup"
    await there.close()


async def test_a_bit_flipped_among_the_recordings_is_noticed(vault: Vault, tmp_path: Path) -> None:
    await recorded(vault, "王", SOUND * 60)
    made = await backed_up(vault, tmp_path / "stick")
    path = Path(made.path)
    flip(path, made.bytes - len(SOUND))
    with pytest.raises(Corrupt, match=r"vault\.backup_damaged"):
        backup.verify_with(path, vault.root(), tmp_path)
    with pytest.raises(UserFacing, match=r"vault\.backup_damaged"):
        moved(made, tmp_path / "new")


async def test_however_much_was_recorded_memory_stays_flat(vault: Vault, tmp_path: Path) -> None:
    for number in range(8):
        await recorded(vault, f"第{number}人", b"\x01\x02" * (1 << 20))
    tracemalloc.start()
    made = await backed_up(vault, tmp_path / "stick")
    _, there = moved(made, tmp_path / "new")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert made.bytes > 16 << 20
    assert peak < 8 << 20
    await there.close()
