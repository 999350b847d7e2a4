"""The crossing between Qt and the core: answers, errors, cancellation, death, the end, and no waiting."""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from core.errors import Refused
from ui.bridge import Bridge, CoreGone


@pytest_asyncio.fixture
async def bridge() -> AsyncIterator[Bridge]:
    one = Bridge()
    await one.start()
    yield one
    await one.close()


async def _where() -> str:
    return threading.current_thread().name


async def test_a_call_runs_on_the_cores_thread_and_answers_here(bridge: Bridge) -> None:
    assert await bridge.call(_where) == "banyan-core"
    assert threading.current_thread().name != "banyan-core"


async def test_what_the_core_raises_is_raised_here_and_the_core_lives_on(bridge: Bridge) -> None:
    async def refuse() -> None:
        raise Refused("memory.unknown")

    with pytest.raises(Refused):
        await bridge.call(refuse)
    assert await bridge.call(_where) == "banyan-core"


async def test_cancelling_here_cancels_there(bridge: Bridge) -> None:
    began, ended = threading.Event(), threading.Event()

    async def slow() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    task = asyncio.ensure_future(bridge.call(slow))
    while not began.is_set():  # noqa: ASYNC110 - the other thread has no loop of ours
        await asyncio.sleep(0.001)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await bridge.call(_where)
    assert ended.wait(5)


async def test_events_of_the_core_arrive_on_qts_thread(bridge: Bridge) -> None:
    heard: list[tuple[object, str]] = []
    came = asyncio.Event()
    bridge.happened.connect(
        lambda event: (heard.append((event, threading.current_thread().name)), came.set())
    )

    async def tell() -> None:
        bridge.tell("learned")

    await bridge.call(tell)
    await asyncio.wait_for(came.wait(), 5)
    assert heard == [("learned", threading.current_thread().name)]


async def test_a_core_that_dies_is_told_once_and_ends_every_call() -> None:
    bridge = Bridge()
    await bridge.start()
    deaths: list[object] = []
    bridge.died.connect(deaths.append)

    async def forever() -> None:
        await asyncio.Event().wait()

    async def die() -> None:
        raise SystemExit(3)

    waiting = asyncio.ensure_future(bridge.call(forever))
    await asyncio.sleep(0)
    with pytest.raises(CoreGone):
        await bridge.call(die)
    with pytest.raises(CoreGone):
        await waiting
    with pytest.raises(CoreGone):
        await bridge.call(_where)
    await bridge.close()
    await asyncio.sleep(0.01)
    assert [type(one) for one in deaths] == [SystemExit]


async def test_closing_cancels_what_still_runs_and_waits_for_the_thread() -> None:
    bridge = Bridge()
    await bridge.start()
    ended = threading.Event()

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.ensure_future(bridge.call(forever))
    await bridge.call(_where)
    await bridge.close()
    with pytest.raises(CoreGone):
        await waiting
    assert ended.is_set()
    assert "banyan-core" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.alone
async def test_the_window_is_not_held_up_while_the_core_is_busy(bridge: Bridge) -> None:
    """p99 of how late a wake-up of 5 ms comes, while the core derives keys one after another."""
    stop = threading.Event()

    async def busy() -> None:
        while not stop.is_set():
            hashlib.pbkdf2_hmac("sha256", b"x", b"y", 2_000)
            await asyncio.sleep(0)

    work = asyncio.ensure_future(bridge.call(busy))
    late = []
    for _ in range(150):
        began = time.perf_counter()
        await asyncio.sleep(0.005)
        late.append(time.perf_counter() - began - 0.005)
    stop.set()
    await work
    assert sorted(late)[int(len(late) * 0.95)] < 0.016
