"""Old backups go by count and age; the newest of a folder, other folders and other people's files stay."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clock import ManualClock
from core.vault import Vault, backup, retention
from core.vault.backup import Backup
from core.vault.retention import Retention, over
from tests.unit.core.vault.small import add, create

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def of_age(*days: int) -> list[Backup]:
    return [Backup(id=str(age), path="", made=NOW - timedelta(days=age), bytes=1) for age in days]


@pytest.mark.parametrize(
    ("limits", "gone"),
    [
        (Retention(), []),
        (Retention(keep=2), ["8", "90"]),
        (Retention(days=7), ["8", "90"]),
        (Retention(keep=1), ["3", "8", "90"]),
        (Retention(keep=3, days=30), ["90"]),
    ],
)
def test_what_is_too_many_or_too_old_goes(limits: Retention, gone: list[str]) -> None:
    assert [one.id for one in over(of_age(90, 0, 8, 3), NOW, limits)] == gone


@given(
    st.lists(st.integers(0, 4000), unique=True),
    st.integers(0, 5),
    st.integers(0, 50),
)
def test_the_newest_never_goes(ages: list[int], keep: int, days: int) -> None:
    gone = {one.id for one in over(of_age(*ages), NOW, Retention(keep, days))}
    assert not ages or str(min(ages)) not in gone
    if keep:
        assert len(ages) - len(gone) <= keep


def file_of(one: Backup) -> Path:
    return Path(one.path)


async def made(vault: Vault, folder: Path, clock: ManualClock) -> Backup:
    clock.advance(86_400)
    await vault.write(add(str(clock.now())))
    return await backup.make(vault, folder, clock)


async def test_only_the_folder_just_written_to_is_pruned(tmp_path: Path) -> None:
    vault, clock = create(tmp_path / "h"), ManualClock()
    stick, disk = tmp_path / "stick", tmp_path / "disk"
    away = await made(vault, stick, clock)
    old, replaced, newest = [await made(vault, disk, clock) for _ in range(3)]
    file_of(replaced).write_bytes(b"something of mine")
    deleted = await retention.prune(vault, newest, Retention(keep=1), clock)
    assert [one.id for one in deleted] == [old.id]
    assert not file_of(old).exists()
    assert file_of(replaced).read_bytes() == b"something of mine"
    assert {one.id for one in await vault.read(backup.known)} == {away.id, replaced.id, newest.id}
    assert file_of(away).exists()
    await vault.close()


async def test_what_was_deleted_by_hand_is_forgotten_but_not_a_stick_in_a_drawer(tmp_path: Path) -> None:
    vault, clock = create(tmp_path / "h"), ManualClock()
    by_hand = await made(vault, tmp_path / "disk", clock)
    away = await made(vault, tmp_path / "stick", clock)
    newest = await made(vault, tmp_path / "disk", clock)
    file_of(by_hand).unlink()
    (tmp_path / "stick").rename(tmp_path / "drawer")
    assert await retention.prune(vault, newest, Retention(), clock) == []
    assert {one.id for one in await vault.read(backup.known)} == {away.id, newest.id}
    await vault.close()
