"""``banyan history imports``: records of other programs, read-only."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from app import messages, show, wiring
from app.deletion_words import GIVEN
from app.here import Here
from app.show import Json
from core.errors import UserFacing
from core.vault.receipts import Receipt

imports = typer.Typer(
    help="Records taken in from other programs: list, read, take out.", no_args_is_help=True
)
ImportId = Annotated[str, typer.Argument(help="An import's id or the beginning of it.")]


@imports.command("list")
def list_imports(context: typer.Context, json: Json = False) -> None:
    """What was taken in, and what of it was left out."""
    asyncio.run(_all(context.obj, as_json=json))


@imports.command("show")
def show_import(
    context: typer.Context,
    source: ImportId,
    first: Annotated[int, typer.Option(min=0, help="The first record to show.")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many.")] = 200,
    json: Json = False,
) -> None:
    """Read the records of one."""
    asyncio.run(_one(context.obj, source, first, limit, as_json=json))


@imports.command()
def remove(context: typer.Context, source: ImportId, json: Json = False) -> None:
    """Take one out again, with all its records."""
    receipts = asyncio.run(_remove(context.obj, source))
    if json:
        show.emit({"receipts": receipts})
        return
    for receipt in receipts:
        show.say(messages.text(GIVEN[receipt.kind], context.obj.language, id=receipt.id[:8]))


def take_in(here: Here, file: Path, *, as_json: bool) -> None:
    """Import a file. Raises UserFacing when it cannot be read or is not understood."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UserFacing("app.file_unreadable", file=file, reason=error) from error
    asyncio.run(_add(here, file.name, content, as_json=as_json))


async def _add(here: Here, title: str, content: bytes, *, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        taken, new = await household.imports.add(person, title, content)
    if as_json:
        show.emit({"import": taken, "new": new})
        return
    left = taken.left_out
    show.say(
        messages.text(
            "app.imported" if new else "app.imported_before",
            here.language,
            id=taken.id[:8],
            records=taken.records,
            left_out=left.unreadable + left.empty + left.too_long + left.beyond,
        )
    )


async def _all(here: Here, *, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        found = await household.imports.all(person, by=await wiring.actor(here, household))
    if as_json:
        show.emit({"imports": found})
        return
    show.table(
        person.name,
        ("id", "last", "kind", "title", "records", "not understood", "too long"),
        [
            (
                one.id[:8],
                show.when(one.at),
                one.kind,
                one.title,
                one.records,
                one.left_out.unreadable + one.left_out.empty,
                one.left_out.too_long + one.left_out.beyond,
            )
            for one in found
        ],
    )


async def _one(here: Here, wanted: str, first: int, limit: int, *, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        by = await wiring.actor(here, household)
        source = await household.imports.find(wanted, person, by=by)
        records = await household.imports.records(source.id, person, first, limit, by=by)
    if as_json:
        show.emit({"import": source, "records": records})
        return
    for one in records:
        show.say(f"{one.position} {one.said_by}: {one.text}")


async def _remove(here: Here, wanted: str) -> tuple[Receipt, ...]:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        source = await household.imports.find(wanted, person)
        return (await household.deletions.imported(source.id, of=person, by=person)).receipts
