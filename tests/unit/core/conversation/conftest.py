"""A household to hold conversations in, one for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.unit.core.conversation.living import Living, settle


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()
