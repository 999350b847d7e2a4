"""``banyan init``: a new household on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app import messages, show, wiring
from app.here import Here
from app.show import Json
from core.errors import Refused, Unavailable, UserFacing
from core.secret import Secret
from core.text import Language

if TYPE_CHECKING:
    from core.people.consent import Purpose
    from core.people.persons import Person
    from core.people.roles import Role
    from core.vault.database import Vault
    from core.vault.slots import KeySlot
    from core.vault.transaction import Transaction

MIN_PASSPHRASE = 8


def register(cli: typer.Typer) -> None:
    cli.command()(init)


def init(
    context: typer.Context,
    name: Annotated[str, typer.Option(help="Who it is for, by the name people call them.")] = "",
    language: Annotated[Language | None, typer.Option(help="What it speaks. Default: yours.")] = None,
    device: Annotated[bool, typer.Option("--device", help="Open by a key file on this machine.")] = False,
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Keep conversations, encrypted, on this machine.")
    ] = True,
    remember: Annotated[
        bool, typer.Option("--remember/--no-remember", help="Remember facts people tell about themselves.")
    ] = True,
    json: Json = False,
) -> None:
    """Make a household: an encrypted vault, its first person and a companion.

    The passphrase comes from the terminal or from `--passphrase-file`, never from the command line.
    """
    here: Here = context.obj
    spoken = language or here.language
    passphrase = _passphrase(here, device=device)
    person = name or ("家人" if spoken == "zh" else "Family")
    made = asyncio.run(_make(here, person, spoken, passphrase, device=device, keep=keep, remember=remember))
    if json:
        show.emit(made)
        return
    show.say(messages.text("app.household_made", here.language, folder=here.places.vault, person=person))
    agreed = "app.agreed_kept" if keep else "app.agreed_not_kept"
    show.say(messages.text(agreed, here.language, person=person))
    if device:
        show.say(messages.text("app.device_key_warning", here.language, folder=here.places.config / "keys"))


def _passphrase(here: Here, *, device: bool) -> Secret | None:
    if here.passphrase_file is not None:
        chosen: Secret | None = wiring.read_passphrase(here.passphrase_file)
    elif device:
        chosen = None
    else:
        chosen = wiring.ask_passphrase(messages.text("app.ask_passphrase", here.language))
        if wiring.ask_passphrase(messages.text("app.ask_again", here.language)) != chosen:
            raise UserFacing("app.passphrases_differ")
    if chosen is not None and len(chosen) < MIN_PASSPHRASE:
        raise UserFacing("app.passphrase_short", least=MIN_PASSPHRASE)
    return chosen


async def _make(
    here: Here,
    person_name: str,
    language: Language,
    passphrase: Secret | None,
    *,
    device: bool,
    keep: bool,
    remember: bool,
) -> dict[str, object]:
    from app.first_role import companion
    from core.household.founding import found
    from core.people.names import checked

    checked(person_name)  # before anything is made that would have nobody in it
    folder: Path = here.places.vault
    slots = []
    if passphrase is not None:
        slots.append(wiring.passphrase_slot(passphrase))
    if device:
        slots.append(wiring.device_slot(here.places))
    decisions: list[tuple[Purpose, bool]] = [("transcript", keep), ("memory", remember)]

    def job(tx: Transaction) -> tuple[Person, Role]:
        return found(tx, person_name, language, companion(language), decisions)

    try:
        wiring.machine_id(here.places)
        vault = await _empty_vault(folder, slots)
    except OSError as error:
        raise Unavailable("app.folder_unusable", folder=here.places.data, reason=error) from error
    try:
        person, role = await vault.write(job)
    finally:
        await vault.close()
    return {
        "folder": str(folder),
        "slots": [slot.kind for slot in slots],
        "person": person,
        "role": role,
        "consents": {"transcript": keep, "memory": remember},
    }


async def _empty_vault(folder: Path, slots: Sequence[KeySlot]) -> Vault:
    """A new vault, or the one in which an init that was cut off left nobody.

    Raises Refused("vault.exists") when somebody lives there, or nobody can tell.
    """
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.people import persons
    from core.vault import header
    from core.vault.database import Vault

    clock = SystemClock()
    if not header.exists(folder):
        return await asyncio.to_thread(Vault.create, folder, slots, MIGRATIONS, clock)
    taken = Refused("vault.exists", folder=str(folder))
    try:
        vault = await asyncio.to_thread(Vault.open, folder, slots[-1], MIGRATIONS, clock)
    except UserFacing as error:
        raise taken from error
    if await vault.read(persons.all):
        await vault.close()
        raise taken
    return vault
