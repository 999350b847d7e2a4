"""``banyan vault``: how the household is locked, checked, repaired and copied out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from app import messages, openers, show, wiring
from app.here import Here
from app.show import Json
from core.errors import Refused, UserFacing

if TYPE_CHECKING:
    from core.vault.database import Vault
    from core.vault.slots import KeySlot, SlotRecord

vault = typer.Typer(
    help="The vault: slots, passphrase, rotation, check, repair, export.", no_args_is_help=True
)
slots = typer.Typer(help="The ways in which the household opens.", no_args_is_help=True)
vault.add_typer(slots, name="slots")

SlotId = Annotated[str, typer.Argument(help="A slot's id or the beginning of it.")]
Recovery = Annotated[bool, typer.Option("--recovery", help="Open with the recovery code.")]
Keychain = Annotated[bool, typer.Option("--keychain", help="Open with this system's keychain.")]


def register(cli: typer.Typer) -> None:
    cli.add_typer(vault, name="vault")


@asynccontextmanager
async def opened(here: Here, *, recovery: bool = False, keychain: bool = False) -> AsyncIterator[Vault]:
    """The vault alone, without the household's other parts."""
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.vault import header
    from core.vault.database import Vault

    header.read_copies(here.places.vault)
    way = openers.opener(here, recovery=recovery, keychain=keychain)
    found = await asyncio.to_thread(Vault.open, here.places.vault, way, MIGRATIONS, SystemClock())
    try:
        yield found
    finally:
        await found.close()


@vault.command()
def status(
    context: typer.Context, recovery: Recovery = False, keychain: Keychain = False, json: Json = False
) -> None:
    """Where the household lies, what opens it, and when it was last backed up."""
    here: Here = context.obj

    async def run() -> dict[str, object]:
        from core.vault import backup, ballast, receipts
        from core.vault.pin import PinGate

        async with opened(here, recovery=recovery, keychain=keychain) as found:
            made = await found.read(backup.known)
            written = await found.read(receipts.all)
            return {
                "vault": found.id,
                "folder": str(found.folder),
                "bytes": found.path.stat().st_size,
                "slots": [_shown(record, found.opened_by) for record in found.header.slots],
                "enough_slots": len(found.slots) > 1,
                "pin": await PinGate(found).is_set(),
                "ballast": (found.folder / ballast.FILE).exists(),
                "receipts": len(written),
                "receipts_unswept": sum(one.swept is None for one in written),
                "backup": made[0] if made else None,
            }

    told = asyncio.run(run())
    if json:
        show.emit(told)
        return
    show.table(
        "", ("", ""), [(name, value) for name, value in told.items() if name not in ("slots", "backup")]
    )
    _slot_table(told["slots"])
    if not told["enough_slots"]:
        show.say(messages.text("vault.one_slot", here.language))
    if told["backup"] is None:
        show.say(messages.text("vault.never_backed_up", here.language))


@slots.command("list")
def list_slots(
    context: typer.Context, recovery: Recovery = False, keychain: Keychain = False, json: Json = False
) -> None:
    """What opens the household."""

    async def run() -> list[dict[str, object]]:
        async with opened(context.obj, recovery=recovery, keychain=keychain) as found:
            return [_shown(record, found.opened_by) for record in found.header.slots]

    rows = asyncio.run(run())
    show.emit({"slots": rows}) if json else _slot_table(rows)


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
            return await found.add_slot(_new_slot(here, kind))

    record = asyncio.run(run())
    show.emit({"slot": _shown(record, "")}) if json else _slot_table([_shown(record, "")])
    if record.kind == "device" and not json:
        show.say(messages.text("app.device_key_warning", here.language, folder=here.places.config / "keys"))


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


@vault.command()
def passphrase(
    context: typer.Context,
    slot: Annotated[str, typer.Option(help="Which one, when there are several.")] = "",
    recovery: Recovery = False,
    keychain: Keychain = False,
    json: Json = False,
) -> None:
    """Change the passphrase, or set a first one. Nothing else is written again."""
    here: Here = context.obj

    async def run() -> SlotRecord:
        async with opened(here, recovery=recovery, keychain=keychain) as found:
            old = _which(found, "passphrase", slot)
            new = openers.new_passphrase(here)
            return await (found.add_slot(new) if old is None else found.replace_slot(old, new))

    record = asyncio.run(run())
    show.emit({"slot": _shown(record, "")}) if json else show.say(
        messages.text("vault.passphrase_set", here.language)
    )


@vault.command()
def recovery(context: typer.Context, json: Json = False) -> None:
    """Make a recovery code and show it once. One made before stops working."""
    here: Here = context.obj

    async def run() -> tuple[SlotRecord, str]:
        from core.vault import recovery_code
        from core.vault.recovery_slot import RecoverySlot

        async with opened(here) as found:
            code = recovery_code.new_code()
            old = _which(found, "recovery", "")
            new = RecoverySlot(code)
            record = await (found.add_slot(new) if old is None else found.replace_slot(old, new))
            return record, recovery_code.written(code)

    record, code = asyncio.run(run())
    if json:
        show.emit({"slot": _shown(record, ""), "code": code})
        return
    show.say(code)
    show.say(messages.text("vault.write_it_down", here.language))


@vault.command()
def rotate(context: typer.Context, json: Json = False) -> None:
    """New keys for everything: old headers, slots and passphrases become worthless.

    Asks for a new passphrase, keeps a device key where there was one, and shows a new recovery code
    where there was one.
    """
    here: Here = context.obj

    async def run() -> dict[str, object]:
        from core.vault import recovery_code
        from core.vault.recovery_slot import RecoverySlot

        async with opened(here) as found:
            before = found.header.slots
            kinds = {record.kind for record in before}
            code = recovery_code.new_code()
            fresh: list[KeySlot] = [openers.new_passphrase(here)]
            if "device" in kinds:
                fresh.append(wiring.device_slot(here.places))
            if "recovery" in kinds:
                fresh.append(RecoverySlot(code))
            await found.rotate(fresh)
            for record in before:
                if record.kind == "device":
                    openers.forget(here, record)
            told: dict[str, object] = {"slots": [_shown(record, "") for record in found.header.slots]}
            return told | ({"code": recovery_code.written(code)} if "recovery" in kinds else {})

    told = asyncio.run(run())
    if json:
        show.emit(told)
        return
    show.say(messages.text("vault.rotated", here.language))
    if "code" in told:
        show.say(str(told["code"]))
        show.say(messages.text("vault.write_it_down", here.language))


@vault.command()
def check(
    context: typer.Context, recovery: Recovery = False, keychain: Keychain = False, json: Json = False
) -> None:
    """Read every page. Changes nothing; ends with 1 when some are damaged."""
    from core.vault import repair

    here: Here = context.obj
    report = repair.diagnose(here.places.vault, openers.opener(here, recovery=recovery, keychain=keychain))
    if json:
        show.emit({"pages": report.pages, "damaged_pages": report.damaged_pages})
    elif report.damaged_pages:
        show.say(
            messages.text(
                "vault.pages_damaged", here.language, damaged=report.damaged_pages, pages=report.pages
            )
        )
    else:
        show.say(messages.text("vault.pages_whole", here.language, pages=report.pages))
    if report.damaged_pages:
        raise typer.Exit(1)


@vault.command("repair")
def mend(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without, only what is damaged is told.")] = False,
    recovery: Recovery = False,
    keychain: Keychain = False,
    json: Json = False,
) -> None:
    """Save what can still be read into a new file. The damaged one is kept beside it."""
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.household.restoring import ERASERS, REBUILDS
    from core.vault import repair

    here: Here = context.obj
    way = openers.opener(here, recovery=recovery, keychain=keychain)
    if not yes:
        report = repair.diagnose(here.places.vault, way)
    else:
        report = repair.repair(here.places.vault, way, ERASERS, REBUILDS, MIGRATIONS, SystemClock())
    if json:
        show.emit(msgspec.structs.asdict(report) | {"whole": report.is_whole, "done": yes})
        return
    show.say(
        messages.text("vault.pages_damaged", here.language, damaged=report.damaged_pages, pages=report.pages)
    )
    if not yes:
        show.say(messages.text("vault.repair_by_yes", here.language))
        return
    show.table(
        "",
        ("table", "saved", "lost", "unusable"),
        [
            (t.table, t.saved, "?" if t.lost is None else t.lost, t.refused)
            for t in report.tables
            if t.gaps or t.refused
        ],
    )
    sentence = "vault.repaired_whole" if report.is_whole else "vault.repaired_partly"
    show.say(messages.text(sentence, here.language, file=report.set_aside))


@vault.command()
def export(context: typer.Context, folder: Path, json: Json = False) -> None:
    """Write what is kept of one person as plain files, readable by anybody."""
    from core.vault import export as writing

    here: Here = context.obj
    target = folder.absolute()

    async def run() -> list[Path]:
        async with wiring.open_household(here, dense=False) as household:
            person = await household.people.named(here.person)
            by = await wiring.actor(here, household)
            made = await household.export(person, here.language, by=by)
            warning = messages.text("vault.export_warning", here.language, person=person.name)
            return await asyncio.to_thread(writing.write, target, warning, made)

    files = asyncio.run(run())
    if json:
        show.emit({"folder": str(target), "files": [path.name for path in files]})
        return
    show.say(messages.text("vault.exported", here.language, folder=target))


def _new_slot(here: Here, kind: str) -> KeySlot:
    if kind == "passphrase":
        return openers.new_passphrase(here)
    if kind == "device":
        return wiring.device_slot(here.places)
    if kind == "keychain":
        return openers.keychain_slot()
    raise UserFacing("vault.unknown_slot_kind", kind=kind)


def _which(found: Vault, kind: str, wanted: str) -> str | None:
    """The slot of a kind to exchange: the one asked for, the one it was opened with, or the only one."""
    fits = [
        record.id for record in found.header.slots if record.kind == kind and record.id.startswith(wanted)
    ]
    if found.opened_by in fits:
        return found.opened_by
    if len(fits) > 1 or (wanted and not fits):
        raise Refused("vault.no_slot", wanted=wanted, count=len(fits))
    return fits[0] if fits else None


def _shown(record: SlotRecord, opened_by: str) -> dict[str, object]:
    return {"id": record.id, "kind": record.kind, "created": record.created, "used": record.id == opened_by}


def _slot_table(rows: object) -> None:
    listed = rows if isinstance(rows, list) else []
    show.table(
        "",
        ("id", "kind", "since"),
        [
            (row["id"][:8], row["kind"], row["created"].astimezone().strftime("%Y-%m-%d %H:%M"))
            for row in listed
        ],
    )
