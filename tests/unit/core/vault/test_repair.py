"""Repair saves what can be read, says what it could not, and keeps what it was given."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Corrupt, Refused, Unavailable
from core.vault import Deleted, Migrations, Transaction, Vault, receipts, repair
from core.vault.repair import Report
from tests.unit.core.vault.small import ERASER, add, create, flip, forget, note_ids, notes, passphrase, reopen

ROWS = 600
PAGE = 4096


def journal() -> Migrations:
    """A room like the journal: rows in the order of a key of text and number, without row ids."""
    migrations = Migrations("journal")

    @migrations()
    def events(tx: Transaction) -> None:
        tx.execute(
            "CREATE TABLE events(session TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL,"
            " PRIMARY KEY (session, seq)) STRICT, WITHOUT ROWID"
        )
        tx.execute("CREATE VIRTUAL TABLE words USING fts5(tokens, content='', tokenize='unicode61')")

    return migrations


ROOMS = (notes(), journal())


def rebuild(tx: Transaction) -> None:
    tx.execute("INSERT INTO words(words) VALUES ('delete-all')")
    for row in tx.rows("SELECT id, text FROM notes"):
        tx.execute("INSERT INTO words(rowid, tokens) VALUES (?, ?)", (row["id"], row["text"]))


async def household(folder: Path) -> None:
    vault = Vault.create(folder, [passphrase()], ROOMS, ManualClock())

    def fill(tx: Transaction) -> None:
        for number in range(1, ROWS + 1):
            add(f"n{number} " + "字" * 200)(tx)
            session = f"{number % 7:02x}" * 16
            tx.execute("INSERT INTO events VALUES (?, ?, ?)", (session, number, "话" * 200))
        rebuild(tx)

    await vault.write(fill)
    await vault.close()


def repaired(folder: Path) -> Report:
    return repair.repair(folder, passphrase(), [ERASER], {"words": rebuild}, ROOMS, ManualClock())


async def contents(folder: Path) -> tuple[set[str], int]:
    vault = Vault.open(folder, passphrase(), ROOMS, ManualClock())
    ids = set(await vault.read(note_ids))
    events = await vault.read(lambda tx: tx.one("SELECT count(*) AS n FROM events"))
    found = await vault.read(lambda tx: tx.rows("SELECT rowid FROM words WHERE words MATCH 'n* '"))
    assert {str(row["rowid"]) for row in found} == ids, "the index finds what was saved, and nothing else"
    assert await vault.read(lambda tx: tx.rows("PRAGMA integrity_check")) == [{"integrity_check": "ok"}]
    await vault.close()
    return ids, events["n"]


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_few_pages_fail_the_rest_is_saved_and_the_loss_is_told(
    tmp_path: Path, seed: int
) -> None:
    await household(tmp_path / "h")
    path = tmp_path / "h" / "vault.db"
    chance = random.Random(seed)
    pages = path.stat().st_size // PAGE
    hurt = chance.sample(range(1, pages), 1 + seed % 4)  # never the first, which holds the schema's root
    for page in hurt:
        flip(path, page * PAGE + chance.randrange(4000))
    damaged = path.read_bytes()
    assert repair.diagnose(tmp_path / "h", passphrase()).damaged_pages == len(hurt)
    report = repaired(tmp_path / "h")
    assert report.damaged_pages == len(hurt)
    by_name = {table.table: table for table in report.tables}
    ids, events = await contents(tmp_path / "h")
    assert len(ids) == by_name["notes"].saved
    assert events == by_name["events"].saved
    for name, kept in (("notes", len(ids)), ("events", events)):
        lost = by_name[name].lost
        assert kept == ROWS or lost is None or lost == ROWS - kept, "nothing is lost in silence"
    assert len(ids) + events > ROWS, "a few pages do not take most of it along"
    assert report.is_whole is (len(ids) == events == ROWS and all(t.lost == 0 for t in report.tables))
    assert (tmp_path / "h" / report.set_aside).read_bytes() == damaged


async def test_without_damage_everything_is_saved(tmp_path: Path) -> None:
    await household(tmp_path / "h")
    report = repaired(tmp_path / "h")
    assert report.is_whole
    assert await contents(tmp_path / "h") == ({str(number) for number in range(1, ROWS + 1)}, ROWS)


async def test_what_was_deleted_does_not_come_back_by_a_repair(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    for number in range(30):
        await vault.write(add(f"{number}" + "字" * 300))
    await vault.close()
    old = (tmp_path / "h" / "vault.db").read_bytes()
    vault = reopen(tmp_path / "h")
    await forget(vault, "3")
    await vault.write(lambda tx: vault.receipts.write(tx, "me", Deleted(kind="fact", id="4")))
    await vault.close()
    (tmp_path / "h" / "vault.db").write_bytes(old)  # an older file, as a careless person might put back
    report = repair.repair(tmp_path / "h", passphrase(), [ERASER], {}, [notes()], ManualClock())
    assert report.erased == {"fact": 1}
    vault = reopen(tmp_path / "h")
    assert "3" not in await vault.read(note_ids)
    assert len(await vault.read(receipts.all)) == 1
    await vault.close()


async def test_when_nothing_can_be_read_nothing_is_changed(tmp_path: Path) -> None:
    await household(tmp_path / "h")
    path = tmp_path / "h" / "vault.db"
    flip(path, 1000)
    before = {one.name: one.read_bytes() for one in (tmp_path / "h").iterdir()}
    with pytest.raises(Corrupt, match=r"vault\.beyond_repair"):
        repaired(tmp_path / "h")
    assert {one.name: one.read_bytes() for one in (tmp_path / "h").iterdir()} == before


async def test_a_cut_off_file_is_saved_as_far_as_it_goes(tmp_path: Path) -> None:
    await household(tmp_path / "h")
    path = tmp_path / "h" / "vault.db"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 3 // 4 // PAGE * PAGE])
    report = repaired(tmp_path / "h")
    assert not report.is_whole
    ids, events = await contents(tmp_path / "h")
    assert ids or events


async def test_only_its_own_people_repair_it_and_nobody_else_meanwhile(tmp_path: Path) -> None:
    await household(tmp_path / "h")
    with pytest.raises(Refused, match=r"vault\.wrong_passphrase"):
        repair.diagnose(tmp_path / "h", passphrase("不对"))
    vault = Vault.open(tmp_path / "h", passphrase(), ROOMS, ManualClock())
    with pytest.raises(Unavailable, match=r"vault\.busy"):
        repaired(tmp_path / "h")
    await vault.close()
