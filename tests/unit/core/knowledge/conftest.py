"""A household of documents in an unkeyed file, for every test of this room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.knowledge.schema import MIGRATIONS
from tests.unit.core.retrieval.plain import PlainFile


@pytest.fixture
def file(tmp_path: Path) -> Iterator[PlainFile]:
    opened = PlainFile(tmp_path / "twin.db", MIGRATIONS)
    yield opened
    opened.close()
