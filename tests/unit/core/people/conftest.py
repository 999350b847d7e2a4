"""People stores over an unkeyed database of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.people import MIGRATIONS
from core.vault.sqlite_file import SqliteFile
from core.vault.twin import open_plain


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteFile]:
    opened = open_plain(tmp_path / "people.db", [MIGRATIONS], ManualClock())
    yield opened
    await opened.close()
