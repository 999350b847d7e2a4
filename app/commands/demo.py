"""``banyan demo``: the whole thing, with no account, no network and no microphone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from app import show
from app.demo.checks import NAMES, Check, Report
from app.here import Here
from app.show import Json
from core.errors import UserFacing
from core.text import Language


def register(cli: typer.Typer) -> None:
    cli.command()(demo)


def demo(
    context: typer.Context,
    text: Annotated[bool, typer.Option("--text", help="Typed, without audio models, in seconds.")] = False,
    lang: Annotated[Language, typer.Option(help="What is spoken.")] = "zh",
    seed: Annotated[int, typer.Option(help="Draws the names, periods and amounts.")] = 0,
    sabotage: Annotated[str, typer.Option(help="Break one thing; exactly its check must fail.")] = "",
    wav: Annotated[
        Path, typer.Option(help="Where the spoken conversation is written, stereo.", dir_okay=False)
    ] = Path("build/demo.wav"),
    json: Json = False,
) -> None:
    """Play a scripted household through the real program and check what it did. Exit code 1 on a failure."""
    here: Here = context.obj
    if sabotage and sabotage not in NAMES:
        raise UserFacing("app.check_unknown", check=sabotage, known=", ".join(NAMES))
    play = _typed if text else _spoken
    report = asyncio.run(play(here, lang, seed, sabotage or None, wav, as_json=json))
    if json:
        show.emit(report)
    else:
        _show(report)
    if not report.passed:
        raise typer.Exit(1)


async def _typed(
    here: Here, language: Language, seed: int, sabotage: str | None, wav: Path, *, as_json: bool
) -> Report:
    from app.demo.run import play
    from app.demo.script import draw
    from app.demo.typed import TypedTalker

    del wav  # nothing sounds
    return await play(
        draw(seed, language),
        TypedTalker(),
        here.places.models,
        sabotage=sabotage,
        question=None,
        on_check=_quiet if as_json else _tell,
    )


async def _spoken(
    here: Here, language: Language, seed: int, sabotage: str | None, wav: Path, *, as_json: bool
) -> Report:
    from app.demo.spoken import play_spoken

    return await play_spoken(
        here.places.models,
        language,
        seed,
        sabotage=sabotage,
        wav=wav,
        on_check=_quiet if as_json else _tell,
        on_caption=_quiet if as_json else _caption,
    )


def _quiet(_: object) -> None:
    """A script reads the result at the end."""


def _tell(check: Check) -> None:
    show.say(f"{'✔' if check.ok else '✘'} {check.name}")


def _caption(line: str) -> None:
    show.say(f"    {line}")


def _show(report: Report) -> None:
    show.table(
        f"seed {report.seed} · {report.language} · {report.mode}",
        ("check", "", "evidence"),
        [(check.name, "✔" if check.ok else "✘", _short(check)) for check in report.checks],
    )
    rows = [
        (stage, t.get("p50", "—"), t.get("p95", "—"), t.get("count", ""))
        for stage, t in report.timings.items()
        if isinstance(t, dict)
    ]
    show.table("seconds", ("stage", "p50", "p95", "n"), rows)
    passed = sum(check.ok for check in report.checks)
    show.say(f"{passed} of {len(report.checks)} checks passed in {report.timings['whole']:.1f} s")


def _short(check: Check) -> str:
    """The part of a proof that fits a table cell; the whole is in ``--json``."""
    keys = (
        "reply",
        "journal_heard",
        "error_characters",
        "memories_before",
        "memories_after",
        "lost",
        "control_unkeyed_found",
        "found",
        "after_deleting",
        "control_without_secure_delete",
    )
    return "\n".join(f"{key}: {_clip(check.evidence[key])}" for key in keys if key in check.evidence)


def _clip(value: object) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "…"
