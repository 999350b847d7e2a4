"""``banyan backup``: copies that are checked when they are made, and restored without what was deleted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from app import messages, openers, show, wiring
from app.here import Here
from app.openers import Keychain, Recovery, opened
from app.show import Json
from core.errors import Corrupt

if TYPE_CHECKING:
    from core.vault.backup import Backup
    from core.vault.restoring import Restored
    from core.vault.slots import KeySlot

backup = typer.Typer(help="Backups: make, list, verify, restore.", no_args_is_help=True)
BackupFile = Annotated[Path, typer.Argument(help="A backup's file.")]


def register(cli: typer.Typer) -> None:
    cli.add_typer(backup, name="backup")


@backup.command()
def make(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Where to: a stick, another disk.")],
    recovery: Recovery = False,
    keychain: Keychain = False,
    keep: Annotated[
        int | None,
        typer.Option(min=1, help="How many stay in this folder; older ones go. Default: the settings'."),
    ] = None,
    json: Json = False,
) -> None:
    """Make a backup, read it back, and put the receipts of deletion beside it. Interrupted, it goes on."""
    from core.clock import SystemClock
    from core.household.catching_up import catch_up
    from core.household.recordings import BESIDE, FOLDER
    from core.vault import backup as making
    from core.vault import retention

    here: Here = context.obj
    wanted = here.settings.backups
    limits = retention.Retention(keep=wanted.keep if keep is None else keep, days=wanted.days)

    async def run() -> tuple[Backup, list[Backup]]:
        clock = SystemClock()
        async with opened(here, recovery=recovery, keychain=keychain) as found:
            await catch_up(found, found.folder / FOLDER)
            made = await making.make(found, folder.absolute(), clock, beside=BESIDE)
            return made, await retention.prune(found, made, limits, clock)

    made, pruned = asyncio.run(run())
    if json:
        show.emit({"backup": made, "pruned": [one.path for one in pruned]})
        return
    show.say(messages.text("vault.backed_up", here.language, file=made.path))
    if pruned:
        show.say(messages.text("vault.backups_pruned", here.language, count=len(pruned)))


@backup.command("list")
def list_backups(
    context: typer.Context, recovery: Recovery = False, keychain: Keychain = False, json: Json = False
) -> None:
    """The backups this household knows of, and whether their files are there now."""
    from core.vault import backup as making

    async def run() -> list[Backup]:
        async with opened(context.obj, recovery=recovery, keychain=keychain) as found:
            return await found.read(making.known)

    made = asyncio.run(run())
    if json:
        rows = [msgspec.structs.asdict(one) | {"there": Path(one.path).exists()} for one in made]
        show.emit({"backups": rows})
        return
    show.table(
        "",
        ("made", "bytes", "there", "file"),
        [
            (
                one.made.astimezone().strftime("%Y-%m-%d %H:%M"),
                one.bytes,
                "✓" if Path(one.path).exists() else "—",
                one.path,
            )
            for one in made
        ],
    )


@backup.command()
def verify(context: typer.Context, file: BackupFile, recovery: Recovery = False, json: Json = False) -> None:
    """Read a backup from end to end and open the database inside it."""
    from core.vault import backup as making
    from core.vault import restoring

    here: Here = context.obj
    source = restoring.unlock(file, openers.opener(here, recovery=recovery))
    here.places.vault.mkdir(mode=0o700, parents=True, exist_ok=True)
    preamble = making.verify_with(file, source.root, here.places.vault)
    if json:
        show.emit({"file": str(file), "vault": preamble.vault, "made": preamble.made, "whole": True})
        return
    show.say(messages.text("vault.backup_whole", here.language, file=file))


@backup.command()
def restore(
    context: typer.Context,
    file: BackupFile,
    recovery: Annotated[
        bool, typer.Option("--recovery", help="The backup opens with its recovery code.")
    ] = False,
    old_passphrase: Annotated[
        bool,
        typer.Option("--old-passphrase", help="The backup has another passphrase than the household now."),
    ] = False,
    json: Json = False,
) -> None:
    """Put a backup in the household's place; what was deleted since it was made stays deleted."""
    here: Here = context.obj
    restored = asyncio.run(_restore(here, file, recovery=recovery, old_passphrase=old_passphrase))
    if json:
        show.emit({"restored": restored})
        return
    gone = sum(restored.erased.values())
    show.say(messages.text("vault.restored", here.language, receipts=restored.receipts, erased=gone))
    if restored.alone:
        show.say(messages.text("vault.restored_alone", here.language))


async def _restore(here: Here, file: Path, *, recovery: bool, old_passphrase: bool) -> Restored:
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.household.recordings import BESIDE
    from core.household.restoring import ERASERS
    from core.vault import backup_file, header, restoring

    backup_file.read_preamble(file)  # says that it is none before anybody is asked for a key
    clock = SystemClock()
    if not header.exists(here.places.vault) or _damaged(here):
        way = openers.opener(here, recovery=recovery)
        source = await asyncio.to_thread(restoring.unlock, file, way)
        made = await asyncio.to_thread(
            restoring.anew, here.places.vault, source, ERASERS, MIGRATIONS, clock, BESIDE
        )
        await _note(here, way)
        return made
    present = openers.opener(here, recovery=recovery and not old_passphrase)
    if old_passphrase:
        way = (
            openers.opener(here, recovery=True)
            if recovery
            else wiring.passphrase_slot(openers.asked("vault.ask_old_passphrase", here))
        )
        source = await asyncio.to_thread(restoring.unlock, file, way)
    else:
        root = await asyncio.to_thread(restoring.root_of, here.places.vault, present)
        source = await asyncio.to_thread(restoring.with_root, file, root)
    made = await asyncio.to_thread(
        restoring.over, here.places.vault, present, source, ERASERS, MIGRATIONS, clock, BESIDE
    )
    await _note(here, present)
    return made


async def _note(here: Here, opener: KeySlot) -> None:
    """That it was restored stands in the access log of everybody who is in it."""
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.household.restoring import note_restored
    from core.vault.database import Vault

    found = await asyncio.to_thread(Vault.open, here.places.vault, opener, MIGRATIONS, SystemClock())
    try:
        await found.write(note_restored)
    finally:
        await found.close()


def _damaged(here: Here) -> bool:
    from core.vault import header

    try:
        header.read_copies(here.places.vault)
    except Corrupt:
        return True
    return False
