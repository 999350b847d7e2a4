"""A journal over an unkeyed database whose file can be searched."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.journal import MIGRATIONS
from core.vault.sqlite_file import SqliteFile
from core.vault.twin import open_plain


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def database(tmp_path: Path, clock: ManualClock) -> AsyncIterator[SqliteFile]:
    opened = open_plain(tmp_path / "journal.db", [MIGRATIONS], clock)
    yield opened
    await opened.close()
