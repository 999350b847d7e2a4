"""``banyan doctor``: what works on this machine, what does not, and what to do about it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import typer

from app import show
from app.examine import Finding, audio, models, timings, vault
from app.here import Here
from app.show import Json


def register(cli: typer.Typer) -> None:
    cli.command()(doctor)


def doctor(context: typer.Context, json: Json = False) -> None:
    """Examine audio, models, vault and speed. Exit code 1 when something needs doing."""
    here: Here = context.obj
    findings: list[Finding] = []
    for finding in _examined(here):
        findings.append(finding)
        if not json:
            _tell(finding)
    if json:
        show.emit({"findings": findings})
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _examined(here: Here) -> Iterator[Finding]:
    yield from audio(here)
    yield from models(here)
    yield from asyncio.run(vault(here))
    yield from asyncio.run(timings(here))


def _tell(finding: Finding) -> None:
    show.say(f"{'✔' if finding.ok else '✘'} {finding.part}: {finding.what}")
    if finding.next:
        show.say(f"    → {finding.next}")
