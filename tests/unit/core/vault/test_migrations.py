"""Changing the database's shape: recorded, all or nothing, with a copy from before."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import BanyanError, Unavailable
from core.vault import Migrations, Transaction
from tests.unit.core.vault.small import add, create, notes, raw_bytes, reopen, texts


def with_second_step() -> Migrations:
    migrations = notes()

    @migrations()
    def second(tx: Transaction) -> None:
        tx.execute("ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'white'")

    return migrations


def failing_halfway() -> Migrations:
    migrations = notes()

    @migrations()
    def second(tx: Transaction) -> None:
        tx.execute("DELETE FROM notes")
        tx.execute("CREATE TABLE notes(oops)")

    return migrations


async def made_with_one_note(folder: Path) -> None:
    vault = create(folder)
    await vault.write(add("从前"))
    await vault.close()


async def test_a_new_step_is_applied_once_and_recorded(tmp_path: Path) -> None:
    await made_with_one_note(tmp_path / "h")
    for _ in range(2):
        vault = reopen(tmp_path / "h", with_second_step())
        assert await vault.read(lambda tx: tx.rows("SELECT text, colour FROM notes")) == [
            {"text": "从前", "colour": "white"}
        ]
        names = await vault.read(
            lambda tx: tx.rows("SELECT migration_set, name FROM _sqlite_migrations ORDER BY id")
        )
        assert [(row["migration_set"], row["name"]) for row in names] == [
            *(("vault", name) for name in ("header_epoch", "receipts", "backups", "pin")),
            ("notes", "first"),
            ("notes", "second"),
        ]
        await vault.close()


async def test_a_database_with_steps_unknown_here_is_from_a_newer_version(tmp_path: Path) -> None:
    await made_with_one_note(tmp_path / "h")
    await reopen(tmp_path / "h", with_second_step()).close()
    with pytest.raises(Unavailable, match=r"vault\.newer_version"):
        reopen(tmp_path / "h", notes())


async def test_a_failing_step_leaves_everything_as_it_was(tmp_path: Path) -> None:
    await made_with_one_note(tmp_path / "h")
    with pytest.raises(Exception, match="already exists"):
        reopen(tmp_path / "h", failing_halfway())
    vault = reopen(tmp_path / "h")
    assert await vault.read(texts) == ["从前"]
    await vault.close()


async def test_the_copy_from_before_is_encrypted_whole_and_does_not_stay_for_ever(tmp_path: Path) -> None:
    folder = tmp_path / "h"
    await made_with_one_note(folder)
    await reopen(folder, with_second_step()).close()
    copy = folder / "vault.db.before-migration"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert "从前".encode() not in raw_bytes(folder)

    before = tmp_path / "before"
    before.mkdir()
    for name in ("header.a", "header.b"):
        (before / name).write_bytes((folder / name).read_bytes())
    (before / "vault.db").write_bytes(copy.read_bytes())
    vault = reopen(before, notes())
    assert await vault.read(texts) == ["从前"]
    await vault.close()

    await reopen(folder, with_second_step()).close()
    assert not copy.exists()


def test_two_steps_of_one_name_are_a_mistake() -> None:
    migrations = notes()
    with pytest.raises(BanyanError, match="twice"):

        @migrations()
        def first(tx: Transaction) -> None:
            tx.execute("SELECT 1")
