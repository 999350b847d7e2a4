"""``banyan vault slots``: the ways in which the household opens, and what protects each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app import messages, openers, show, wiring
from app.here import Here
from app.openers import Keychain, Recovery, opened
from app.show import Json
from core.errors import UserFacing

if TYPE_CHECKING:
    from core.vault.slots import KeySlot, SlotRecord

slots = typer.Typer(help="The ways in which the household opens.", no_args_is_help=True)

SlotId = Annotated[str, typer.Argument(help="A slot's id or the beginning of it.")]


@slots.command("list")
def list_slots(
    context: typer.Context, recovery: Recovery = False, keychain: Keychain = False, json: Json = False
) -> None:
    """What opens the household."""

    here: Here = context.obj

    async def run() -> tuple[tuple[SlotRecord, ...], str]:
        async with opened(here, recovery=recovery, keychain=keychain) as found:
            return found.header.slots, found.opened_by

    records, by = asyncio.run(run())
    if json:
        show.emit({"slots": [shown(record, by) for record in records]})
        return
    table([shown(record, by) for record in records])
    for record in records:
        show.say(openers.protection(here, record))


@slots.command("add")
def add_slot(
    context: typer.Context,
    kind: Annotated[
        str, typer.Argument(help="passphrase, device or keychain; recovery has its own command.")
    ],
    recovery: Recovery = False,
    json: Json = False,
) -> None:
    """One more way to open the household."""
    here: Here = context.obj

    async def run() -> SlotRecord:
        async with opened(here, recovery=recovery) as found:
            return await found.add_slot(_new(here, kind))

    record = asyncio.run(run())
    show.emit({"slot": shown(record, "")}) if json else table([shown(record, "")])
    if not json:
        show.say(openers.protection(here, record))


@slots.command("remove")
def remove_slot(
    context: typer.Context,
    slot: SlotId,
    recovery: Recovery = False,
    keychain: Keychain = False,
    json: Json = False,
) -> None:
    """Take a way in away. The last one stays."""
    here: Here = context.obj

    async def run() -> SlotRecord:
        async with opened(here, recovery=recovery, keychain=keychain) as found:
            record = await found.remove_slot(slot)
            openers.forget(here, record)
            return record

    record = asyncio.run(run())
    show.emit({"removed": record.id}) if json else show.say(
        messages.text("vault.slot_removed", here.language)
    )


def _new(here: Here, kind: str) -> KeySlot:
    if kind == "passphrase":
        return openers.new_passphrase(here)
    if kind == "device":
        return wiring.device_slot(here.places)
    if kind == "keychain":
        return openers.keychain_slot()
    raise UserFacing("vault.unknown_slot_kind", kind=kind)


def shown(record: SlotRecord, opened_by: str) -> dict[str, Any]:
    """As scripts are told. opened_by: the slot by which the household was opened."""
    from core.vault.system_credentials import protection

    told = {"id": record.id, "kind": record.kind, "created": record.created, "used": record.id == opened_by}
    return told | ({"protection": protection(record.params)} if record.kind == "device" else {})


def table(rows: Iterable[Mapping[str, Any]]) -> None:
    show.table(
        "",
        ("id", "kind", "since"),
        [
            (row["id"][:8], row["kind"], row["created"].astimezone().strftime("%Y-%m-%d %H:%M"))
            for row in rows
        ],
    )
