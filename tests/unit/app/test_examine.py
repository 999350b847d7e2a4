"""The doctor's table: the newest turns of everybody, each stage by language, and nothing else of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.examine import NEWEST_TURNS, turns
from core.text import Language
from tests.unit.core.conversation.living import Living, settle, spoken

FIRST = "speech end to first audio"


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


async def test_without_a_spoken_turn_there_is_no_table(living: Living) -> None:
    assert await turns(living.vault) == {}


async def test_every_stage_has_its_percentiles_by_language_over_everybodys_turns(living: Living) -> None:
    await living.decide(living.li, "transcript", granted=True)
    said: tuple[tuple[str, Language, float], ...] = (
        ("wang", "zh", 1.0),
        ("li", "zh", 2.0),
        ("li", "en", 3.0),
    )
    for who, language, seconds in said:
        conversation = await living.begin(living.wang if who == "wang" else living.li)
        await conversation.recorder.user_spoke(spoken(1, "今天天气很好"))
        await conversation.recorder.timed(1, language, {FIRST: seconds})
    table = await turns(living.vault)
    assert {
        (language, stage, of.count) for language, stages in table.items() for stage, of in stages.items()
    } == {
        ("en", FIRST, 1),
        ("zh", FIRST, 2),
    }
    assert (table["zh"][FIRST].p50, table["zh"][FIRST].p95) == (1.0, 2.0)


async def test_only_the_newest_count(living: Living) -> None:
    conversation = await living.begin()
    for number in range(1, NEWEST_TURNS + 11):
        await conversation.recorder.user_spoke(spoken(number, "好"))
        await conversation.recorder.timed(number, "zh", {FIRST: 9.0 if number <= 10 else 1.0})
    of = (await turns(living.vault))["zh"][FIRST]
    assert (of.count, of.p95) == (NEWEST_TURNS, 1.0)
