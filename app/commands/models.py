"""``banyan models``: which speech models are here, bringing them, checking them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app import show
from app.here import Here
from app.show import Json

if TYPE_CHECKING:
    from core.speech.models import ModelStore, Progress, Report

models = typer.Typer(help="Speech models: list, fetch, verify, remove.")
Names = Annotated[list[str] | None, typer.Argument(help="Models by name. Default: all that the voice needs.")]


def register(cli: typer.Typer) -> None:
    cli.add_typer(models, name="models")


@models.callback(invoke_without_command=True)
def no_command(context: typer.Context, json: Json = False) -> None:
    """Speech models: list, fetch, verify, remove."""
    if context.invoked_subcommand is None:
        list_models(context, json=json)


def _store(here: Here, mirror: str | None = None) -> ModelStore:
    from core.speech.models import ModelStore

    return ModelStore(here.places.models, mirror=mirror)


@models.command("list")
def list_models(context: typer.Context, json: Json = False) -> None:
    """What there is, what it is for, and what is here."""
    from core.speech.models import DEFAULT

    store = _store(context.obj)
    rows: list[dict[str, Any]] = [
        {
            "name": model.name,
            "purpose": model.purpose,
            "languages": model.languages,
            "licence": model.licence,
            "bytes": model.size,
            "state": _worst(store.status(model.name)),
            "default": model.name in DEFAULT,
        }
        for model in store.models
    ]
    if json:
        show.emit({"folder": str(store.folder), "models": rows})
        return
    show.table(
        str(store.folder),
        ("model", "for", "languages", "licence", "size", "state"),
        [
            (
                r["name"],
                r["purpose"],
                " ".join(r["languages"]),
                r["licence"],
                _megabytes(r["bytes"]),
                r["state"],
            )
            for r in rows
        ],
    )


@models.command()
def fetch(
    context: typer.Context,
    names: Names = None,
    mirror: Annotated[
        str | None,
        typer.Option(help="An address or folder to look in first, laid out as model/file."),
    ] = os.environ.get("BANYAN_MODELS_MIRROR"),
    json: Json = False,
) -> None:
    """Bring models and verify them. An interrupted download goes on where it stopped."""
    from core.speech.models import DEFAULT

    store = _store(context.obj, mirror)
    wanted = tuple(names or DEFAULT)
    if json or not sys.stderr.isatty():
        asyncio.run(store.fetch(wanted, _log_lines()))
    else:
        with _progress_bars() as on_progress:
            asyncio.run(store.fetch(wanted, on_progress))
    if json:
        show.emit({"folder": str(store.folder), "fetched": wanted})


@models.command()
def verify(context: typer.Context, names: Names = None, json: Json = False) -> None:
    """Hash every file that is here; what is damaged is removed. Exit code 1 when anything was."""
    store = _store(context.obj)
    wanted = names or [m.name for m in store.models if _worst(store.status(m.name)) != "missing"]
    reports = [report for name in wanted for report in asyncio.run(store.verify(name))]
    if json:
        show.emit({"files": [{"model": r.model, "file": r.file, "state": r.state} for r in reports]})
    else:
        show.table("", ("model", "file", "state"), [(r.model, r.file, r.state.value) for r in reports])
    if any(r.state.value != "present" for r in reports):
        raise typer.Exit(1)


@models.command()
def remove(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(help="Models by name.")],
    json: Json = False,
) -> None:
    """Delete models from this machine."""
    store = _store(context.obj)
    freed = {name: store.remove(name) for name in names}
    if json:
        show.emit({"removed": freed})
        return
    for name, count in freed.items():
        show.say(f"{name}: {_megabytes(count)} freed")


def _worst(reports: Sequence[Report]) -> str:
    order = ("damaged", "partial", "missing", "present")
    states = {report.state.value for report in reports}
    if states == {"missing", "present"}:
        return "partial"
    return next(state for state in order if state in states)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"


def _log_lines() -> Callable[[Progress], None]:
    """One line a file when it is complete: for logs and other places that are no terminal."""

    def on_progress(progress: Progress) -> None:
        if progress.done == progress.total and progress.source != "here":
            size = _megabytes(progress.total)
            sys.stderr.write(f"  {progress.model}/{progress.file}  {size}  from {progress.source}\n")
            sys.stderr.flush()

    return on_progress


class _progress_bars:  # noqa: N801  reads as a context at its one use
    """Bars on a terminal, one a file."""

    def __enter__(self) -> Callable[[Progress], None]:
        from rich import progress as rich
        from rich.console import Console

        self._progress = rich.Progress(
            rich.TextColumn("{task.description}", markup=False),
            rich.BarColumn(),
            rich.DownloadColumn(),
            rich.TransferSpeedColumn(),
            console=Console(stderr=True),
        )
        self._tasks: dict[str, rich.TaskID] = {}
        self._progress.start()
        return self._on_progress

    def __exit__(self, *exc: object) -> None:
        self._progress.stop()

    def _on_progress(self, step: Progress) -> None:
        name = f"{step.model}/{step.file}"
        if step.source == "here":
            return
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(name, total=step.total)
        self._progress.update(self._tasks[name], completed=step.done)
