"""Lives with backups: whatever is deleted stays deleted, whichever backup comes back; what is not, is there.

``BANYAN_LIVES`` is how many backups a life takes (in full: 20); ``BANYAN_LIFE_EXAMPLES`` how many random
lives are tried (in full: 100). CI has 40 minutes and takes a few of each.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.brain.grounded import Grounded
from core.clock import ManualClock
from core.conversation.equipment import Equipment
from core.household.household import MIGRATIONS, Household
from core.household.restoring import ERASERS, REBUILDS
from core.people import persons, roles
from core.vault import Vault, backup, erasing, repair, restoring
from core.vault import receipts as stored
from core.vault.erasing import Sweepable
from core.vault.pages import Pages
from core.vault.restoring import Restored
from core.vault.transaction import Transaction
from core.vault.twin import open_plain
from tests.unit.core.household.lives import Life
from tests.unit.core.vault.small import flip, passphrase, raw_bytes

BACKUPS = int(os.environ.get("BANYAN_LIVES", "6"))
EXAMPLES = int(os.environ.get("BANYAN_LIFE_EXAMPLES", "4"))
CLOCK = ManualClock()
DELETIONS = ("delete fact", "delete said", "delete conversation", "delete document", "leaves")


async def born(vault: Sweepable, seed: int) -> Life:
    wang = await vault.write(lambda tx: persons.add(tx, "王奶奶"))
    role = await vault.write(lambda tx: roles.add(tx, roles.draft("伴言")))
    equipment = Equipment(vault=vault, model=Grounded(), clock=CLOCK, zone=UTC, machine="desk")
    life = Life(Household(equipment), equipment, role, wang, random.Random(seed))
    await life.begin()
    return life


def new_vault(folder: Path) -> Vault:
    return Vault.create(folder, [passphrase()], MIGRATIONS, CLOCK)


async def restored(vault: Vault, file: str) -> Restored:
    """The backup in the place of the household, under its present keys."""
    source = restoring.unlock(Path(file), passphrase())
    outcome: list[Restored] = []

    def make(header, root):
        after, told = restoring.in_place(vault.folder, header, root, source, ERASERS, MIGRATIONS, CLOCK)
        outcome.append(told)
        return after, root

    await vault.replace(make)
    return outcome[0]


async def decrypted(vault: Vault) -> bytes:
    """Every page as it lies on the disk, free ones too, after the log was emptied into them."""
    assert await vault.sweep()
    return b"".join(Pages(vault.path, vault.subkey("database")))


def terms(tx: Transaction) -> set[str]:
    """Every token of every index."""
    tables = [
        row["name"]
        for row in tx.rows("SELECT name FROM sqlite_master WHERE name LIKE '%\\_terms' ESCAPE '\\'")
    ]
    assert len(tables) >= 4
    return {str(row["term"]) for table in tables for row in tx.rows(f"SELECT term FROM {table}")}


def in_bytes(words: Iterable[str], content: bytes) -> set[str]:
    return {word for word in words if word.encode() in content}


def in_terms(words: Iterable[str], found: set[str]) -> set[str]:
    return {word for word in words if any(word[at : at + 2] in found for at in range(3))}


async def shows(life: Life, vault: Vault, of: set[str]) -> None:
    """Of the words ``of`` a backup holds, exactly those are there that were not deleted since."""
    content = await decrypted(vault)
    assert in_bytes(life.gone, content) == set()
    assert in_bytes(of - life.gone, content) == of - life.gone
    assert in_terms(life.gone, await vault.read(terms)) == set()


async def test_each_backup_of_a_life_shows_none_of_what_was_deleted_later(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "household")
    life = await born(vault, 20)
    made: list[tuple[str, set[str]]] = []
    for number in range(BACKUPS):
        one = await backup.make(vault, tmp_path / f"stick{number % 3}", CLOCK)
        made.append((one.path, set(life.alive)))
        await life.live(DELETIONS[number % len(DELETIONS)])
        for _ in range(3):
            await life.live()
        if number % 7 == 6:
            await vault.rotate([passphrase()])
    assert len(life.gone) > BACKUPS
    assert len(life.alive) > BACKUPS
    readable = in_bytes(life.alive | life.gone, raw_bytes(tmp_path))
    assert readable == set(), "nothing can be read in any file: database, log, backups, sidecars"
    await shows(life, vault, life.alive)
    receipts = await vault.read(stored.all)
    for file, words in made:
        told = await restored(vault, file)
        assert told.receipts == len(receipts)
        await shows(life, vault, words)
        assert in_bytes(life.gone, raw_bytes(tmp_path)) == set()
        swept = await life.household.deletions.sweep()
        assert swept.settled, dict(swept.left)
        assert await vault.write(lambda tx: erasing.apply(tx, vault.receipts, ERASERS)) == {}
    await vault.close()


async def test_a_new_machine_learns_from_the_receipts_beside_the_backup(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "household")
    life = await born(vault, 1)
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    before = set(life.alive)
    for kind in DELETIONS:
        await life.live(kind)
    await vault.close()
    source = restoring.unlock(Path(made.path), passphrase())
    told = restoring.anew(tmp_path / "new", source, ERASERS, MIGRATIONS, CLOCK)
    assert set(told.erased) <= {"person", "conversation", "document", "utterance", "fact"}
    assert told.erased
    assert told.learned == told.receipts >= len(DELETIONS)
    moved = Vault.open(tmp_path / "new", passphrase(), MIGRATIONS, CLOCK)
    await shows(life, moved, before)
    await moved.close()


async def test_repair_brings_nothing_back(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "household")
    life = await born(vault, 2)
    made = await backup.make(vault, tmp_path / "stick", CLOCK)
    for kind in DELETIONS:
        await life.live(kind)
    await restored(vault, made.path)
    path = vault.path
    await vault.close()
    flip(path, 4096 * 30 + 100)
    report = repair.repair(vault.folder, passphrase(), ERASERS, REBUILDS, MIGRATIONS, CLOCK)
    assert report.damaged_pages == 1
    again = Vault.open(vault.folder, passphrase(), MIGRATIONS, CLOCK)
    assert in_bytes(life.gone, await decrypted(again)) == set()
    assert in_terms(life.gone, await again.read(terms)) == set()
    await again.close()


@pytest.mark.parametrize("secure_delete", [True, False])
async def test_byte_by_byte_in_an_unkeyed_twin_and_the_control_leaks(
    tmp_path: Path, secure_delete: bool
) -> None:
    twin = open_plain(tmp_path / "twin.db", MIGRATIONS, CLOCK, secure_delete=secure_delete)
    life = await born(twin, 3)
    for _ in range(2):
        for kind in DELETIONS:
            await life.live("talk")
            await life.live("edit")
            await life.live(kind)
    assert await twin.sweep()
    content = raw_bytes(tmp_path)
    assert in_bytes(life.alive, content) == life.alive
    left = in_bytes(life.gone, content) | in_terms(life.gone, await twin.read(terms))
    assert (left == set()) is secure_delete
    await twin.close()


HAPPENINGS = ("talk", "write down", "import", "comes", "edit", *DELETIONS, "backup", "restore", "rotate")


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), steps=st.lists(st.sampled_from(HAPPENINGS), min_size=3, max_size=14))
async def test_whatever_happens_deleted_words_are_never_seen_again(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("life")
    vault = new_vault(folder / "household")
    life = await born(vault, seed)
    chance = random.Random(seed)
    made: list[str] = [(await backup.make(vault, folder / "stick", CLOCK)).path]
    for step in [*steps, "restore"]:
        if step == "backup":
            made.append((await backup.make(vault, folder / "stick", CLOCK)).path)
        elif step == "rotate":
            await vault.rotate([passphrase()])
        elif step == "restore":
            await restored(vault, chance.choice(made))
            content = await decrypted(vault)
            assert in_bytes(life.gone, content) == set()
            assert in_terms(life.gone, await vault.read(terms)) == set()
            break  # what lives on from here is another life than the one that was counted
        else:
            await life.live(step)
    await vault.close()
