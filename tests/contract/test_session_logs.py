"""Both session logs keep the contract of core/journal/contract.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.clock import ManualClock
from core.journal import store
from core.journal.contract import CHECKS, Check
from core.journal.log import SessionLog
from core.journal.logs import open_log
from core.journal.schema import MIGRATIONS
from core.vault import Scope
from core.vault.twin import open_plain

SCOPE = Scope(actor="nainai", person="nainai", role="xiaoban")


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "volatile"])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
async def test_log(check: Check, kept: bool, tmp_path: Path) -> None:
    clock = ManualClock()
    database = open_plain(tmp_path / "journal.db", [MIGRATIONS], clock)

    async def new_log() -> SessionLog:
        session = await database.write(lambda tx: store.begin_session(tx, SCOPE, "kitchen", kept=kept))
        return open_log(database, SCOPE, session, clock)

    await check(new_log)
    await database.close()
