"""A readable copy holds what may be seen now: receipts and times of keeping come first."""

from __future__ import annotations

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path

from core.clock import SystemClock
from core.household.household import MIGRATIONS
from core.journal import recordings, store
from core.people import persons
from core.vault import DeviceSlot, Scope, Transaction, Vault
from core.vault.times import to_text
from tests.unit.app.commands.conftest import Commands
from tests.unit.core.journal.said import asked


def exported(commands: Commands, to: Path) -> str:
    commands("vault", "export", str(to))
    return "".join(path.read_text("utf-8") for path in to.rglob("*") if path.suffix in (".md", ".jsonl"))


def test_a_deleted_fact_is_not_exported_from_an_older_copy_of_the_database(
    commands: Commands, home: Path, tmp_path: Path
) -> None:
    number = commands("memory", "add", "我喜欢吃榴莲")["memories"][0]["id"]
    assert "榴莲" in exported(commands, tmp_path / "before")
    (database,) = home.rglob("vault*.db")
    shutil.copyfile(database, tmp_path / "older")
    commands("memory", "forget", number, "--yes")
    shutil.copyfile(tmp_path / "older", database)
    assert "榴莲" not in exported(commands, tmp_path / "after")


def test_a_recording_whose_time_is_over_is_not_exported(
    commands: Commands, home: Path, tmp_path: Path
) -> None:
    (database,) = home.rglob("vault*.db")
    folder = database.parent

    def job(tx: Transaction) -> None:
        person = persons.all(tx)[0]
        scope = Scope(actor=person.id, person=person.id, role="r")
        for said in ("我住在杭州", "我爱喝茶"):
            session = store.begin_session(tx, scope, "kitchen")
            store.append(tx, scope, session.id, asked(said))
            recordings.keep(tx, scope, folder / "recordings", session.id, 1, b"\0\0" * 900, consented=True)
        over = to_text(tx.now - timedelta(days=1))
        tx.execute("UPDATE recordings SET until = ? WHERE session = ?", (over, session.id))

    async def record() -> None:
        slot = DeviceSlot(home / "config" / "keys")
        vault = await asyncio.to_thread(Vault.open, folder, slot, MIGRATIONS, SystemClock())
        await vault.write(job)
        await vault.close()

    asyncio.run(record())
    commands("vault", "export", str(tmp_path / "copy"))
    assert len(list((tmp_path / "copy").rglob("*.wav"))) == 1
    assert len(list((folder / "recordings").iterdir())) == 1
