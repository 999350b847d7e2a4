"""The demo from beginning to end: a household, its checks in order, a report, nothing left behind."""

from __future__ import annotations

import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from app.demo import answering, interrupting, killing, remembering, storing
from app.demo.checks import Check, Report
from app.demo.script import Script
from app.demo.stage import Stage, places_in, set_up
from app.demo.talker import Talker

OnCheck = Callable[[Check], None]
Step = Callable[[Stage], Awaitable[Check]]


def steps(question: Path | None) -> tuple[Step, ...]:
    """The checks in the order of ``checks.NAMES``; later ones stand on what earlier ones left."""
    return (
        answering.unbound,
        answering.bound,
        answering.follow_up,
        answering.unanswerable,
        remembering.goal_remembered,
        answering.inherits_nothing,
        remembering.persons_apart,
        remembering.memory_off,
        interrupting.barge_in,
        lambda stage: killing.killed_and_continued(stage, question),
        storing.ciphertext,
        storing.deletion,
    )


async def play(
    script: Script,
    talker: Talker,
    models: Path,
    *,
    sabotage: str | None,
    question: Path | None,
    on_check: OnCheck,
) -> Report:
    """Every check once. The household is deleted afterwards, whatever happened."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="banyan-demo-") as folder:
        places = places_in(Path(folder), models)
        async with set_up(script, places, talker, sabotage) as stage:
            checks = [check async for check in _played(stage, question, on_check)]
    whole = round(time.monotonic() - began, 3)
    return Report(
        seed=script.seed,
        language=script.language,
        mode=talker.mode,
        sabotage=sabotage,
        checks=tuple(checks),
        timings=talker.timings() | {"whole": whole},
    )


async def _played(stage: Stage, question: Path | None, on_check: OnCheck) -> AsyncIterator[Check]:
    for step in steps(question):
        check = await step(stage)
        on_check(check)
        yield check
