"""Trying what a plug-in contributes against its port's contract: the suites our own adapters pass."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from core.turn.plugins import Contribution, Found, Port, Surroundings

if TYPE_CHECKING:
    from core.speech.contract import Spoken

TIMEOUT = 60.0
"""Seconds one check may take. One that blocks the loop is not stopped."""

Outcome = Literal["passed", "failed", "not tried"]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one check of one contribution. reason: why it failed or was not tried."""

    port: Port
    contribution: str
    check: str
    outcome: Outcome
    reason: str = ""


async def conformance(
    found: Found, surroundings: Surroundings, spoken: Spoken | None
) -> AsyncIterator[Result]:
    """Every check of every contribution, each with a fresh adapter. spoken: what ears are tried with."""
    for one in found.contributes:
        checks, needs = suite(one.port)
        lacking = _lacking(one, needs, spoken)
        for check in checks:
            name = check.__name__.replace("_", " ")
            if lacking:
                yield Result(one.port, one.name, name, "not tried", lacking)
                continue
            try:
                async with asyncio.timeout(TIMEOUT):
                    await _tried(check, one, surroundings, spoken if needs == "spoken" else None)
            except AssertionError as error:
                yield Result(one.port, one.name, name, "failed", str(error).partition("\n")[0])
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a plug-in may raise anything
                yield Result(one.port, one.name, name, "failed", f"{type(error).__name__}: {error}")
            else:
                yield Result(one.port, one.name, name, "passed")


def suite(  # noqa: PLR0911 - one a port
    port: Port,
) -> tuple[Sequence[Callable[..., Any]], Literal["", "spoken", "bench", "factory"]]:
    """A port's checks, and what they need besides an adapter."""
    if port == "Duplex":
        from core.audio.contract import CHECKS as DUPLEX_CHECKS

        return DUPLEX_CHECKS, "bench"
    if port == "EchoCanceller":
        from core.audio.echo_contract import CANCELLER_CHECKS

        return CANCELLER_CHECKS, ""
    if port == "ChatModel":
        from core.brain.contract import CHECKS as MODEL_CHECKS

        return MODEL_CHECKS, "factory"
    if port == "Tool":
        from core.brain.tool_contract import CHECKS as TOOL_CHECKS

        return TOOL_CHECKS, ""
    if port == "Embedder":
        from core.retrieval.contract import CHECKS as EMBEDDER_CHECKS

        return EMBEDDER_CHECKS, ""
    if port == "WakeWord":
        from core.speech.wake.contract import WAKE_WORD_CHECKS

        return WAKE_WORD_CHECKS, "bench"
    from core.speech import contract

    ears: dict[Port, Sequence[Callable[..., Any]]] = {
        "VoiceActivity": contract.VOICE_ACTIVITY_CHECKS,
        "EndOfTurn": contract.END_OF_TURN_CHECKS,
        "Recognizer": contract.RECOGNIZER_CHECKS,
    }
    return (contract.VOICE_CHECKS, "") if port == "Voice" else (ears[port], "spoken")


def _lacking(one: Contribution, needs: str, spoken: Spoken | None) -> str:
    if needs == "spoken" and spoken is None:
        return "no spoken sentence to try it with: give --recording and --text, or fetch the voice"
    if needs == "bench" and one.bench is None:
        return "the plug-in brings no bench to try it with: a mouth and an ear, or a call"
    return ""


async def _tried(
    check: Callable[..., Any], one: Contribution, surroundings: Surroundings, spoken: Spoken | None
) -> None:
    if one.bench is not None and one.port in ("Duplex", "WakeWord"):
        async with one.bench(surroundings) as bench:
            if one.port == "Duplex":
                await check(bench)
            else:
                check(one.make(surroundings), bench)
        return
    if one.port == "ChatModel":
        await check(lambda: one.make(surroundings))
        return
    adapter = one.make(surroundings)
    outcome = check(adapter) if spoken is None else check(adapter, spoken)
    if inspect.isawaitable(outcome):
        await outcome
