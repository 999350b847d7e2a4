"""``banyan init``: a new household on this machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from app import founding, interview, messages, openers, recovering, show, wiring
from app.here import Here
from app.recovering import Confirm, ToFile
from app.show import Json
from core.secret import Secret
from core.text import Language
from core.vault import recovery_code

if TYPE_CHECKING:
    from core.vault.slots import KeySlot


def register(cli: typer.Typer) -> None:
    cli.command()(init)


def init(
    context: typer.Context,
    *,
    name: Annotated[str, typer.Option(help="Who it is for, by the name people call them.")] = "",
    language: Annotated[Language | None, typer.Option(help="What it speaks. Default: yours.")] = None,
    device: Annotated[bool, typer.Option("--device", help="Open by a key on this machine.")] = False,
    keychain: Annotated[
        bool | None,
        typer.Option(
            "--keychain/--no-keychain",
            help="Open by this system's keychain, too. Default: asks, if it has one.",
        ),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Keep conversations, encrypted, on this machine.")
    ] = True,
    remember: Annotated[
        bool, typer.Option("--remember/--no-remember", help="Remember facts people tell about themselves.")
    ] = True,
    to_file: ToFile = None,
    confirm: Confirm = True,
    json: Json = False,
) -> None:
    """Make a household: an encrypted vault, its first person and a companion.

    The passphrase comes from the terminal or from `--passphrase-file`, never from the command line. A
    recovery code is the second way in; it is shown once.
    """
    here: Here = context.obj
    spoken = language or here.language
    asks = interview.at_terminal() and here.passphrase_file is None and not json
    person = name or interview.default_name(spoken)
    if asks and not name:
        person = interview.name(here, person)
    passphrase = _passphrase(here, device=device)
    if keychain is None:
        keychain = asks and not device and interview.wants_keychain(here)
    slots = _slots(here, passphrase, device=device, keychain=keychain)
    asyncio.run(founding.refuse_taken(here, person, slots))
    code = recovery_code.new_code()
    with recovering.handed_over(here, code, to_file, confirm=confirm, json=json):
        made, records = asyncio.run(
            founding.make(here, person, spoken, slots, code, keep=keep, remember=remember)
        )
    if json:
        show.emit(made | recovering.told(code, to_file))
        return
    show.say(messages.text("app.household_made", here.language, folder=here.places.vault, person=person))
    agreed = "app.agreed_kept" if keep else "app.agreed_not_kept"
    show.say(messages.text(agreed, here.language, person=person))
    remembers = "app.agreed_remembered" if remember else "app.agreed_not_remembered"
    show.say(messages.text(remembers, here.language, person=person))
    for record in records:
        if record.kind in ("device", "keychain"):
            show.say(openers.protection(here, record))


def _passphrase(here: Here, *, device: bool) -> Secret | None:
    if here.passphrase_file is not None:
        chosen: Secret | None = wiring.read_passphrase(here.passphrase_file)
    elif device:
        chosen = None
    else:
        chosen = interview.passphrase(here)
    if chosen is not None:
        openers.check_length(chosen)
    return chosen


def _slots(here: Here, passphrase: Secret | None, *, device: bool, keychain: bool) -> list[KeySlot]:
    """The last of them opens what an init that was cut off left, so it is one whose key is known."""
    slots = [openers.keychain_slot()] if keychain else []
    if passphrase is not None:
        slots.append(wiring.passphrase_slot(passphrase))
    if device:
        slots.append(wiring.device_slot(here.places))
    return slots
