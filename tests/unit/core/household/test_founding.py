"""A household begins with somebody in it, or does not begin."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Refused
from core.household.founding import found
from core.household.household import MIGRATIONS
from core.people import consent, persons, roles
from core.vault.scope import Scope
from core.vault.sqlite_file import SqliteFile
from core.vault.twin import open_plain


@pytest.fixture
async def vault(tmp_path: Path) -> AsyncIterator[SqliteFile]:
    opened = open_plain(tmp_path / "new.db", MIGRATIONS, ManualClock())
    yield opened
    await opened.close()


async def test_the_first_person_has_said_what_may_be_kept_before_anything_is_said(vault: SqliteFile) -> None:
    role = roles.draft("伴言")
    person, stored = await vault.write(
        lambda tx: found(tx, "王奶奶", "zh", role, [("transcript", True), ("memory", False)])
    )
    own = Scope(actor=person.id, person=person.id)
    decided = await vault.read(lambda tx: consent.history(tx, own))
    assert [(d.purpose, d.granted, d.how, d.by) for d in decided] == [
        ("transcript", True, "setup", person.id),
        ("memory", False, "setup", person.id),
    ]
    assert await vault.read(roles.all) == [stored]


async def test_a_role_that_is_refused_leaves_no_person_behind(vault: SqliteFile) -> None:
    with pytest.raises(Refused, match=r"people\.name_empty"):
        await vault.write(lambda tx: found(tx, "王奶奶", "zh", roles.draft(" "), [("memory", True)]))
    assert await vault.read(persons.all) == []
    assert await vault.read(lambda tx: tx.rows("SELECT * FROM consents")) == []
