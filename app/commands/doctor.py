"""``banyan doctor``: what works on this machine, what does not, and what to do about it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import typer

from app import show
from app.examine import NEWEST_TURNS, Finding, Turns, audio, models, services, timings, vault
from app.here import Here
from app.show import Json


def register(cli: typer.Typer) -> None:
    cli.command()(doctor)


def doctor(context: typer.Context, json: Json = False) -> None:
    """Examine audio, models, services, vault and speed, and show how quick the newest spoken turns were.
    Exit code 1 when something needs doing."""
    here: Here = context.obj
    findings: list[Finding] = []
    turns: Turns = {}
    for finding in _examined(here, turns):
        findings.append(finding)
        if not json:
            _tell(finding)
    if json:
        show.emit({"findings": findings, "turns": turns})
    elif turns:
        _tell_turns(turns)
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _examined(here: Here, turns: Turns) -> Iterator[Finding]:
    """turns: filled while the vault is open."""
    yield from audio(here)
    yield from models(here)
    yield from asyncio.run(services(here))
    findings, measured = asyncio.run(vault(here))
    turns.update(measured)
    yield from findings
    yield from asyncio.run(timings(here))


def _tell(finding: Finding) -> None:
    show.say(f"{'✔' if finding.ok else '✘'} {finding.part}: {finding.what}")
    if finding.next:
        show.say(f"    → {finding.next}")


def _tell_turns(turns: Turns) -> None:
    show.table(
        f"the newest spoken turns, {NEWEST_TURNS} at most, in seconds",
        ("language", "stage", "turns", "p50", "p95"),
        [
            (language, stage, of.count, f"{of.p50:.2f}", f"{of.p95:.2f}")
            for language, stages in turns.items()
            for stage, of in stages.items()
        ],
    )
