"""The cascaded engine and the realtime one, the latter in both dialects of its protocol, are one engine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest

from core.turn.engine_contract import CHECKS, Check, Rig, Scene
from tests.support.engine_rigs import cascaded, realtime, realtime_beta

ENGINES = {"cascaded": cascaded, "realtime": realtime, "realtime, beta": realtime_beta}
Engine = Callable[[Path, Scene], AbstractAsyncContextManager[Rig]]


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@pytest.mark.parametrize("check", CHECKS)
async def test_an_engine_keeps_the_contract(check: Check, engine: Engine, tmp_path: Path) -> None:
    await check(partial(engine, tmp_path))
