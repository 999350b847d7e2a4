"""``banyan vault``: how the household is locked, checked, repaired and copied out."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from app import forgotten, guessing, messages, openers, recovering, show, wiring
from app.commands.slots import shown, slots, table
from app.here import Here
from app.openers import Keychain, Recovery, opened
from app.recovering import Confirm, ToFile
from app.show import Json
from core.errors import Refused, Unavailable
from core.secret import Secret
from core.vault import recovery_code

if TYPE_CHECKING:
    from core.vault.database import Vault
    from core.vault.slots import KeySlot, SlotRecord

vault = typer.Typer(
    help="The vault: slots, passphrase, rotation, check, repair, export.", no_args_is_help=True
)
vault.add_typer(slots, name="slots")
_APART = ("slots", "backup", "guess")  # of the status: shown otherwise than as a row


def register(cli: typer.Typer) -> None:
    cli.add_typer(vault, name="vault")


@vault.command()
def status(
    context: typer.Context, recovery: Recovery = False, keychain: Keychain = False, json: Json = False
) -> None:
    """Where the household lies, what opens it, and when it was last backed up."""
    here: Here = context.obj

    async def run() -> tuple[dict[str, Any], tuple[SlotRecord, ...]]:
        from core.vault import backup, ballast, receipts
        from core.vault.pin import PinGate

        async with opened(here, recovery=recovery, keychain=keychain) as found:
            made = await found.read(backup.known)
            written = await found.read(receipts.all)
            records = found.header.slots
            return {
                "vault": found.id,
                "folder": str(found.folder),
                "bytes": found.path.stat().st_size,
                "slots": [shown(record, found.opened_by) for record in records],
                "enough_slots": len(records) > 1,
                "pin": await PinGate(found).is_set(),
                "ballast": (found.folder / ballast.FILE).exists(),
                "receipts": len(written),
                "receipts_unswept": sum(one.swept is None for one in written),
                "backup": made[0] if made else None,
            }, records

    told, records = asyncio.run(run())
    prices = [guessing.price(record) for record in records if record.kind == "passphrase"]
    told["guess"] = prices[0] if prices else None
    if json:
        show.emit(told)
        return
    show.table("", ("", ""), [(name, value) for name, value in told.items() if name not in _APART])
    table(told["slots"])
    for record in records:
        show.say(openers.protection(here, record))
    for price in prices[:1]:
        show.say(guessing.sentence(price, here))
    if not told["enough_slots"]:
        show.say(messages.text("vault.one_slot", here.language))
    if told["backup"] is None:
        show.say(messages.text("vault.never_backed_up", here.language))


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
    show.emit({"slot": shown(record, "")}) if json else show.say(
        messages.text("vault.passphrase_set", here.language)
    )


@vault.command()
def recovery(
    context: typer.Context, to_file: ToFile = None, confirm: Confirm = True, json: Json = False
) -> None:
    """Make a recovery code and show it once. One made before stops working."""
    here: Here = context.obj
    code = recovery_code.new_code()

    async def run() -> SlotRecord:
        from core.vault.recovery_slot import RecoverySlot

        async with opened(here) as found:
            old, new = _which(found, "recovery", ""), RecoverySlot(code)
            with recovering.handed_over(here, code, to_file, confirm=confirm, json=json):
                return await (found.add_slot(new) if old is None else found.replace_slot(old, new))

    record = asyncio.run(run())
    if json:
        show.emit({"slot": shown(record, "")} | recovering.told(code, to_file))


@vault.command()
def rotate(
    context: typer.Context, to_file: ToFile = None, confirm: Confirm = True, json: Json = False
) -> None:
    """New keys for everything: old headers, slots and passphrases become worthless.

    Asks for a new passphrase, keeps keys of the device and in the keychain where there were some, and shows
    a new recovery code where there was one.
    """
    here: Here = context.obj
    code = recovery_code.new_code()

    async def run() -> dict[str, object]:
        async with opened(here) as found:
            before = found.header.slots
            fresh = _fresh(here, {record.kind for record in before}, code)
            with contextlib.ExitStack() as handing:
                if any(slot.kind == "recovery" for slot in fresh):
                    handed = recovering.handed_over(here, code, to_file, confirm=confirm, json=json)
                    handing.enter_context(handed)
                await found.rotate(fresh)
            for record in before:
                with contextlib.suppress(Unavailable):  # an old key left over opens nothing any more
                    openers.forget(here, record)
            told: dict[str, object] = {"slots": [shown(record, "") for record in found.header.slots]}
            return told | (recovering.told(code, to_file) if "recovery" in found.slots else {})

    told = asyncio.run(run())
    show.emit(told) if json else show.say(messages.text("vault.rotated", here.language))


@vault.command("forgotten")
def forgotten_passphrase(context: typer.Context, json: Json = False) -> None:
    """Nobody remembers the passphrase: what still opens the household. Needs no key."""
    here: Here = context.obj
    ways = forgotten.ways(here)
    if json:
        show.emit({"ways": list(ways)})
        return
    for sentence in forgotten.sentences(ways, here):
        show.say(sentence)


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
    from core.household.exported_sounds import sounds
    from core.household.recordings import FOLDER
    from core.vault import export as writing

    here: Here = context.obj
    target = folder.absolute()

    async def run() -> list[Path]:
        async with wiring.open_household(here, dense=False) as household:
            await household.recordings.sweep()  # what is out of its time is not taken along
            person = await household.people.named(here.person)
            by = await wiring.actor(here, household)
            made = await household.export(person, here.language, by=by)
            warning = messages.text("vault.export_warning", here.language, person=person.name)
            if by is not None:  # what a person shares with the family is words, not their voice
                return await asyncio.to_thread(writing.write, target, warning, made)
            kept = here.places.vault / FOLDER
            return await household.read(
                lambda tx: writing.write(target, warning, made, sounds(tx, person, kept))
            )

    files = asyncio.run(run())
    if json:
        show.emit({"folder": str(target), "files": [path.relative_to(target).as_posix() for path in files]})
        return
    show.say(messages.text("vault.exported", here.language, folder=target))


def _fresh(here: Here, kinds: set[str], code: Secret) -> list[KeySlot]:
    """A new slot for each kind there was; without device and keychain somebody has to remember something."""
    from core.vault.recovery_slot import RecoverySlot

    fresh: list[KeySlot] = []
    if "passphrase" in kinds or not kinds & {"device", "keychain"}:
        fresh.append(openers.new_passphrase(here))
    if "device" in kinds:
        fresh.append(wiring.device_slot(here.places))
    if "keychain" in kinds:
        fresh.append(openers.keychain_slot())
    if "recovery" in kinds:
        fresh.append(RecoverySlot(code))
    return fresh


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
