"""What people type on the command line, made fit to be kept."""

from __future__ import annotations

from typing import Annotated

import typer

from core.errors import UserFacing


def readable(text: str) -> str:
    """Bytes that are no UTF-8 reach a command as lone surrogates, which no store and no page takes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def said(text: str) -> str:
    """Something to answer. Raises UserFacing("app.nothing_said") when there is nothing in it."""
    if text and not text.strip():
        raise UserFacing("app.nothing_said")
    return readable(text)


Words = Annotated[str, typer.Argument(callback=readable)]
