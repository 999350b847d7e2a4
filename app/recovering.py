"""A recovery code reaches its person: shown once and typed back in part, or in a file of its own."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from app import messages, show
from app.here import Here
from core.errors import UserFacing
from core.secret import Secret
from core.vault import recovery_code
from core.vault.files import PRIVATE_FILE

_TRIES = 3

ToFile = Annotated[
    Path | None,
    typer.Option(
        "--recovery-to-file",
        help="Write the recovery code into a new file instead of showing it.",
        dir_okay=False,
    ),
]
Confirm = Annotated[
    bool,
    typer.Option(
        "--confirm/--no-confirm", help="On a terminal: ask for the recovery code's last group, as a check."
    ),
]


@contextmanager
def handed_over(here: Here, code: Secret, file: Path | None, *, confirm: bool, json: bool) -> Iterator[None]:
    """Show ``code`` and see that it was written down, before anything relies on it; or put it into ``file``,
    which goes again when what follows fails.

    With ``json`` and no file nothing is shown: the code belongs into the one JSON value. Raises UserFacing:
    ``vault.recovery_file``, ``vault.recovery_unconfirmed``.
    """
    if file is not None:
        with _written(code, file):
            yield
        if not json:
            show.say(messages.text("vault.recovery_written", here.language, file=file))
        return
    if not json:
        show.say(messages.text("vault.recovery_shown", here.language))
        show.say(f"\n    {recovery_code.written(code)}\n")
        show.say(messages.text("vault.write_it_down", here.language))
        if confirm and sys.stdin.isatty():
            _typed_back(here, code)
    yield


def told(code: Secret, file: Path | None) -> dict[str, object]:
    """What a script is told: the code, or where it is."""
    return {"code": recovery_code.written(code)} if file is None else {"code_file": str(file)}


def _typed_back(here: Here, code: Secret) -> None:
    prompt = messages.text("vault.ask_last_group", here.language)
    for _ in range(_TRIES):
        try:
            typed = input(prompt)
        except EOFError:
            break
        if recovery_code.ends_in(code, typed):
            return
        show.say(messages.text("vault.last_group_wrong", here.language))
    raise UserFacing("vault.recovery_unconfirmed")


@contextmanager
def _written(code: Secret, file: Path) -> Iterator[None]:
    try:
        file.touch(PRIVATE_FILE, exist_ok=False)
    except OSError as error:
        raise UserFacing("vault.recovery_file", file=file, reason=error) from error
    try:
        file.write_text(recovery_code.written(code) + "\n", "ascii")
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            file.unlink()
        raise
