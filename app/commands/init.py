"""``banyan init``: a new household on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app import interview, messages, openers, recovering, show, wiring
from app.here import Here
from app.recovering import Confirm, ToFile
from app.show import Json
from core.errors import Refused, Unavailable, UserFacing
from core.secret import Secret
from core.text import Language
from core.vault import recovery_code

if TYPE_CHECKING:
    from core.people.consent import Purpose
    from core.people.persons import Person
    from core.people.roles import Role
    from core.vault.database import Vault
    from core.vault.slots import KeySlot, SlotRecord
    from core.vault.transaction import Transaction


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
    asyncio.run(_refuse_taken(here, person, slots))
    code = recovery_code.new_code()
    with recovering.handed_over(here, code, to_file, confirm=confirm, json=json):
        made, records = asyncio.run(_make(here, person, spoken, slots, code, keep=keep, remember=remember))
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


async def _refuse_taken(here: Here, person_name: str, slots: Sequence[KeySlot]) -> None:
    """Before anybody writes down a code: a name that nobody can have, and a folder where somebody lives."""
    from core.people.names import checked

    checked(person_name)
    try:
        left = await _left_empty(here.places.vault, slots)
    except OSError as error:
        raise Unavailable("app.folder_unusable", folder=here.places.data, reason=error) from error
    if left is not None:
        await left.close()


async def _make(
    here: Here,
    person_name: str,
    language: Language,
    slots: Sequence[KeySlot],
    code: Secret,
    *,
    keep: bool,
    remember: bool,
) -> tuple[dict[str, object], Sequence[SlotRecord]]:
    from app.first_role import companion
    from core.household.founding import found

    folder: Path = here.places.vault
    decisions: list[tuple[Purpose, bool]] = [("transcript", keep), ("memory", remember)]

    def job(tx: Transaction) -> tuple[Person, Role]:
        return found(tx, person_name, language, companion(language), decisions)

    try:
        wiring.machine_id(here.places)
        vault = await _empty_vault(folder, slots, code)
    except OSError as error:
        raise Unavailable("app.folder_unusable", folder=here.places.data, reason=error) from error
    try:
        person, role = await vault.write(job)
        records = vault.header.slots
    finally:
        await vault.close()
    return {
        "folder": str(folder),
        "slots": [record.kind for record in records],
        "person": person,
        "role": role,
        "consents": {"transcript": keep, "memory": remember},
    }, records


async def _empty_vault(folder: Path, slots: Sequence[KeySlot], code: Secret) -> Vault:
    """A new vault, or the one in which an init that was cut off left nobody; ``code`` opens it too.

    Raises as :func:`_left_empty`.
    """
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.vault.database import Vault
    from core.vault.recovery_slot import RecoverySlot

    recovery = RecoverySlot(code)
    vault = await _left_empty(folder, slots)
    if vault is None:
        ways = [*slots, recovery]
        return await asyncio.to_thread(Vault.create, folder, ways, MIGRATIONS, SystemClock())
    earlier = [record.id for record in vault.header.slots if record.kind == recovery.kind]
    known = {record.kind for record in vault.header.slots}
    for slot in slots:
        if slot.kind not in known:
            await vault.add_slot(slot)
    await (vault.replace_slot(earlier[0], recovery) if earlier else vault.add_slot(recovery))
    return vault


async def _left_empty(folder: Path, slots: Sequence[KeySlot]) -> Vault | None:
    """The vault in which an init that was cut off left nobody; None when there is none at all.

    Raises Refused("vault.exists") when somebody lives there, or nobody can tell.
    """
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.people import persons
    from core.vault import header
    from core.vault.database import Vault

    if not header.exists(folder):
        return None
    taken = Refused("vault.exists", folder=str(folder))
    try:
        vault = await asyncio.to_thread(Vault.open, folder, slots[-1], MIGRATIONS, SystemClock())
    except UserFacing as error:
        raise taken from error
    if await vault.read(persons.all):
        await vault.close()
        raise taken
    return vault
