"""Founding a household, whichever face asked: the vault, its first person and its companion."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app import wiring
from app.here import Here
from core.errors import Refused, Unavailable, UserFacing
from core.secret import Secret
from core.text import Language

if TYPE_CHECKING:
    from core.people.consent import Purpose
    from core.people.persons import Person
    from core.people.roles import Role
    from core.vault.database import Vault
    from core.vault.slots import KeySlot, SlotRecord
    from core.vault.transaction import Transaction


async def refuse_taken(here: Here, person_name: str, slots: Sequence[KeySlot]) -> None:
    """Before anybody writes down a code: a name that nobody can have, and a folder where somebody lives."""
    from core.people.names import checked

    checked(person_name)
    try:
        left = await _left_empty(here.places.vault, slots)
    except OSError as error:
        raise Unavailable("app.folder_unusable", folder=here.places.data, reason=error) from error
    if left is not None:
        await left.close()


async def make(
    here: Here,
    person_name: str,
    language: Language,
    slots: Sequence[KeySlot],
    code: Secret,
    *,
    keep: bool,
    remember: bool,
) -> tuple[dict[str, object], Sequence[SlotRecord]]:
    """What was made, as ``banyan init --json`` tells it, and the slots that open it.

    slots: the last of them opens what a founding that was cut off left. Raises UserFacing.
    """
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
    """A new vault, or the one in which a founding that was cut off left nobody; ``code`` opens it too.

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
    """The vault in which a founding that was cut off left nobody; None when there is none at all.

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
