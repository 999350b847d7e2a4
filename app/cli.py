"""The command line: ``banyan`` and its exit codes.

0 done · 1 a problem, said in a sentence with its next step · 2 the command was misspelt ·
3 no household yet (``banyan init``) · 4 the household stayed locked · 130 interrupted
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from app import heap, messages, show
from app.commands import (
    ask,
    backup,
    consent,
    demo,
    desktop,
    doctor,
    history,
    init,
    knowledge,
    memory,
    models,
    people,
    plugins,
    receipts,
    roles,
    settings,
    talk,
    vault,
)
from app.here import Here
from app.messages import face_language
from app.settings import load, places
from app.translation import translate
from core.errors import UserFacing

NO_HOUSEHOLD = 3
LOCKED = 4
_EXIT_CODES = {
    "vault.none": NO_HOUSEHOLD,
    "vault.wrong_passphrase": LOCKED,
    "vault.wrong_device_key": LOCKED,
    "vault.device_key_missing": LOCKED,
    "vault.device_key_exposed": LOCKED,
    "vault.device_key_sealed": LOCKED,
    "vault.no_such_slot": LOCKED,
    "vault.wrong_recovery_code": LOCKED,
    "vault.wrong_keychain_key": LOCKED,
    "vault.keychain_key_missing": LOCKED,
    "app.passphrase_needed": LOCKED,
}
_GLOBAL_OPTIONS = ("--person", "--role", "--by", "--passphrase-file")

cli = typer.Typer(
    name="banyan",
    help="Banyan 伴言: a voice companion for a household. Everything stays on this machine.",
    epilog="Exit codes: 0 done, 1 a problem, 2 misspelt, 3 no household yet, 4 locked.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@cli.callback()
def standing(
    context: typer.Context,
    person: Annotated[str, typer.Option(help="Who is speaking, by name. Default: the first person.")] = "",
    role: Annotated[str, typer.Option(help="Which role answers, by name. Default: the first role.")] = "",
    by: Annotated[
        str, typer.Option(help="Who is asking, by name, when it is somebody else than the person.")
    ] = "",
    passphrase_file: Annotated[
        Path | None, typer.Option(help="A file whose first line is the passphrase.", dir_okay=False)
    ] = None,
) -> None:
    """Options before or behind any command."""
    here = places()
    chosen = load(here.config)
    context.obj = Here(
        places=here,
        settings=chosen,
        language=face_language(),
        person=person or chosen.person,
        role=role or chosen.role,
        guest=chosen.guest and not person,
        named=bool(person),
        passphrase_file=passphrase_file,
        by=by,
    )


for module in (
    desktop,
    init,
    talk,
    ask,
    history,
    memory,
    knowledge,
    people,
    consent,
    roles,
    settings,
    models,
    plugins,
    doctor,
    demo,
    vault,
    backup,
    receipts,
):
    module.register(cli)


def hoist(arguments: list[str]) -> list[str]:
    """The global options moved to the front, so that they may stand anywhere a person puts them."""
    front: list[str] = []
    rest: list[str] = []
    queue = list(arguments)
    while queue:
        word = queue.pop(0)
        if word == "--":
            return [*front, *rest, word, *queue]
        name, equals, _ = word.partition("=")
        if name not in _GLOBAL_OPTIONS:
            rest.append(word)
        elif equals or not queue:
            front.append(word)
        else:
            front += [word, queue.pop(0)]
    return [*front, *rest]


def _bare() -> list[str]:
    """``banyan`` alone opens the window; where none can open, it says why, above the help."""
    if trouble := desktop.hindrance():
        show.note(messages.text(trouble, messages.face_language()))
        return []
    return ["desktop"]


def main() -> None:
    """Run one command and leave with its exit code."""
    heap.keep_few_arenas()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # whatever the locale, Chinese is not a reason to stop
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    arguments = hoist(sys.argv[1:]) or _bare()
    try:
        command = typer.main.get_command(cli)
        translate(command, face_language())
        command(arguments, prog_name="banyan")
    except UserFacing as error:
        show.trouble(error, face_language(), as_json="--json" in arguments)
        sys.exit(_EXIT_CODES.get(error.message_id, 1))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output left; what is done is done.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
