"""``banyan desktop``, and ``banyan`` alone: the window, where there is a display and the extra is here."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

import typer

from app.here import Here
from core.errors import Unavailable


def register(cli: typer.Typer) -> None:
    cli.command()(desktop)


def desktop(context: typer.Context) -> None:
    """Open the desktop app."""
    here: Here = context.obj
    if trouble := hindrance():
        raise Unavailable(trouble)
    from app.desktop import run

    raise typer.Exit(run(here, sys.argv[1:]))


def hindrance() -> str:
    """Why no window can open here, as the id of a sentence; empty when one can."""
    if find_spec("PySide6") is None or find_spec("qasync") is None:
        return "app.desktop_not_installed"
    return "" if has_display() else "app.no_display"


def has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
