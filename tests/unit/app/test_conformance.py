"""A detector of wake words from outside is tried by a call and by speech that is none, if it brings them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from app.conformance import Result, conformance
from core.clock import ManualClock
from core.speech.fake import Line, Script
from core.speech.wake.contract import WAKE_WORD_CHECKS, Calling
from core.speech.wake.fake import FakeWakeWord, whistle
from core.turn.plugins import Contribution, Found, Surroundings


@asynccontextmanager
async def calling(_: Surroundings) -> AsyncIterator[Calling]:
    yield Calling(whistle(), Script([Line("今天天气很好", 0.0)]).sound())


class Deaf(FakeWakeWord):
    def feed(self, pcm: object) -> tuple[()]:
        return ()


async def tried(one: Contribution) -> list[Result]:
    with ThreadPoolExecutor(1) as executor:
        around = Surroundings(executor, ManualClock())
        return [result async for result in conformance(Found("p", "p", "1", (one,)), around, None)]


async def test_one_that_hears_its_call_passes_every_check() -> None:
    results = await tried(Contribution("WakeWord", "whistle", 1, lambda _: FakeWakeWord(), bench=calling))
    assert [result.outcome for result in results] == ["passed"] * len(WAKE_WORD_CHECKS)


async def test_a_deaf_one_fails() -> None:
    results = await tried(Contribution("WakeWord", "deaf", 1, lambda _: Deaf(), bench=calling))
    assert "failed" in {result.outcome for result in results}


async def test_without_a_call_it_is_not_tried() -> None:
    results = await tried(Contribution("WakeWord", "whistle", 1, lambda _: FakeWakeWord()))
    assert {result.outcome for result in results} == {"not tried"}
