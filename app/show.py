"""How commands speak: tables and sentences for people, one JSON value for scripts."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Any

import msgspec
import typer

from app import messages, translation
from core.errors import UserFacing
from core.text import Language

Json = Annotated[bool, typer.Option("--json", help="One JSON value on standard output, for scripts.")]


def emit(value: object) -> None:
    """One JSON value, on one stream, and nothing else on it."""
    plain = msgspec.to_builtins(value, str_keys=True)
    sys.stdout.write(json.dumps(plain, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()


def line(value: object) -> None:
    """One JSON value on one line, at once: for commands that report while they run."""
    sys.stdout.write(json.dumps(msgspec.to_builtins(value, str_keys=True), ensure_ascii=False) + "\n")
    sys.stdout.flush()


def say(text: str) -> None:
    """A sentence for a person. Text from outside is never markup, nor an order to the terminal."""
    from rich.console import Console

    Console(highlight=False, markup=False, soft_wrap=True).print(_harmless(text))


def note(text: str) -> None:
    """The same on standard error, beside whatever scripts read."""
    sys.stderr.write(_harmless(text) + "\n")
    sys.stderr.flush()


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table for a person; headers in English, shown in the person's language; cells are plain text."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    language = messages.face_language()
    grid = Table(title=title or None, title_justify="left", header_style="bold")
    for column in columns:
        grid.add_column(translation.header(column, language), overflow="fold")
    for row in rows:
        grid.add_row(*(Text(_harmless(str(cell))) for cell in row))
    Console(highlight=False).print(grid)


def when(moment: datetime) -> str:
    """A moment in a table: local time, to the minute."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def trouble(error: UserFacing, language: Language, *, as_json: bool) -> None:
    """An error and its next step, on standard error; with ``--json`` also as the JSON value."""
    what, next_step = messages.sentence(error, language)
    if as_json:
        emit({"error": {"id": error.message_id, "message": what, "next": next_step}})
    sys.stderr.write(_harmless(f"{what}\n{next_step}\n" if next_step else f"{what}\n"))


def _harmless(text: str) -> str:
    """Without the control characters by which a title or an utterance could steer the terminal."""
    return "".join(c if c in "\n\t" or unicodedata.category(c) != "Cc" else "\ufffd" for c in text)
