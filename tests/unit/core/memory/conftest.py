"""One person in one role, with memories in an unkeyed file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.memory.schema import MIGRATIONS
from tests.unit.core.retrieval.plain import PlainFile


@pytest.fixture
def file(tmp_path: Path) -> Iterator[PlainFile]:
    opened = PlainFile(tmp_path / "twin.db", MIGRATIONS)
    yield opened
    opened.close()
