"""A long list of conversations comes in pages, says what is not shown, and hides none from the other commands."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.clock import SystemClock
from core.household.household import MIGRATIONS
from core.journal import store
from core.people import persons, roles
from core.vault import DeviceSlot, Scope, Transaction, Vault
from tests.unit.app.commands.conftest import Commands
from tests.unit.core.journal.said import asked


@pytest.fixture
def threads(commands: Commands, home: Path) -> list[str]:
    """Oldest first."""

    def job(tx: Transaction) -> list[str]:
        person, role = persons.all(tx)[0], roles.all(tx)[0]
        scope, made = Scope(actor=person.id, person=person.id, role=role.id), []
        for number in range(120):
            session = store.begin_session(tx, scope, "desk")
            store.append(tx, scope, session.id, asked(f"第{number}次说豆腐"))
            made.append(session.thread)
        return made

    folder = next(home.rglob("header.a")).parent

    async def talk() -> list[str]:
        slot = DeviceSlot(home / "config" / "keys")
        vault = await asyncio.to_thread(Vault.open, folder, slot, MIGRATIONS, SystemClock())
        made = await vault.write(job)
        await vault.close()
        return made

    return asyncio.run(talk())


def test_pages_follow_each_other_and_the_rest_is_named(
    commands: Commands, threads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, sixth = commands("history"), commands("history", "list", "--page", "6")
    assert [one["thread"] for one in first["threads"]] == threads[::-1][:20]
    assert [one["thread"] for one in sixth["threads"]] == threads[:20][::-1]
    assert (first["count"], first["page"]) == (120, 1)
    monkeypatch.setenv("BANYAN_LANG", "zh")
    assert "共 120 次对话，已列出 20 次。更早的：banyan history list --page 2" in commands.shown("history")
    assert "更早的" not in commands.shown("history", "list", "--page", "6")
    assert "本人" in commands.shown("history", "search", "豆腐", "--limit", "1")


def test_the_oldest_is_read_and_checked_like_the_newest(commands: Commands, threads: list[str]) -> None:
    assert commands("history", "show", threads[0])["thread"] == threads[0]
    assert len(commands("history", "check")["sessions"]) == 120
