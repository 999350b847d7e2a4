"""Every tool and every embedder keeps its contract, and a broken one is noticed."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import numpy as np
import pytest

from core.brain import tool_contract
from core.brain.household_tools import ClockTool
from core.clock import ManualClock
from core.retrieval import contract as embedder_contract
from core.retrieval.embed import default_embedder


@pytest.mark.parametrize("check", tool_contract.CHECKS, ids=lambda check: check.__name__)
async def test_the_clock_keeps_the_contract_of_tools(check: tool_contract.Check) -> None:
    await check(ClockTool(ManualClock(), UTC))


@pytest.mark.parametrize("check", embedder_contract.CHECKS, ids=lambda check: check.__name__)
def test_the_default_embedder_keeps_its_contract(check: embedder_contract.Check) -> None:
    embedder = default_embedder()
    assert embedder is not None
    check(embedder)


async def test_a_tool_that_answers_no_json_is_noticed() -> None:
    class Chatty(ClockTool):
        async def run(self, arguments: dict[str, Any]) -> str:
            return "half past nine"

    with pytest.raises(ValueError, match="Expecting value"):
        await tool_contract.what_it_answers_is_json_of_a_bearable_length(Chatty(ManualClock(), UTC))


def test_an_embedder_whose_vectors_have_any_length_is_noticed() -> None:
    class Long:
        name = "long"

        def queries(self, texts: Any) -> Any:
            return np.full((len(texts), 4), 2.0, np.float32)

        passages = queries

    with pytest.raises(AssertionError):
        embedder_contract.every_text_gets_a_row_of_length_one(Long())
