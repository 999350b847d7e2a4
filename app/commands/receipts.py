"""``banyan receipts``: that something was deleted, when and by whom, never what. And deleting itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from app import messages, show, wiring
from app.commands import forgetting
from app.commands.history import history
from app.commands.knowledge import knowledge
from app.commands.memory import memory
from app.commands.people import people
from app.deletion_words import KINDS
from app.here import Here
from app.show import Json

if TYPE_CHECKING:
    from core.household.household import Household
    from core.vault.erasing import Swept
    from core.vault.receipts import Receipt

receipts = typer.Typer(help="Receipts of deletion: list, show, and sweep what deleting left.")


def register(cli: typer.Typer) -> None:
    memory.command("forget")(forgetting.forget_fact)
    memory.command("delete", hidden=True)(forgetting.forget_fact)
    history.command("delete")(forgetting.delete_history)
    knowledge.command("remove")(forgetting.remove_document)
    people.command("remove")(forgetting.remove_person)
    cli.add_typer(receipts, name="receipts")


@receipts.callback(invoke_without_command=True)
def no_command(context: typer.Context, json: Json = False) -> None:
    """Receipts of deletion: list, show, and sweep what deleting left."""
    if context.invoked_subcommand is None:
        list_receipts(context, json=json)


@receipts.command("list")
def list_receipts(context: typer.Context, json: Json = False) -> None:
    """Every receipt, the newest first."""

    async def run(here: Here) -> tuple[list[Receipt], Mapping[str, str]]:
        async with wiring.open_household(here, dense=False) as household:
            return await household.deletions.receipts(), await _names(household)

    found, names = asyncio.run(run(context.obj))
    if json:
        show.emit({"receipts": [_row(one, names) for one in found]})
        return
    show.table(
        "",
        ("id", "kind", "deleted at", "by", "swept"),
        [
            (
                one.id[:8],
                _kind(context.obj, one),
                show.when(one.at),
                names.get(one.by, one.by[:8]),
                show.when(one.swept) if one.swept else "—",
            )
            for one in found
        ],
    )


@receipts.command("show")
def show_receipt(
    context: typer.Context,
    receipt: Annotated[str, typer.Argument(help="A receipt's id or the beginning of it.")],
    json: Json = False,
) -> None:
    """One receipt, and what it says: kind, time, by whom, and whether nothing is left."""

    async def run(here: Here) -> tuple[Receipt, Mapping[str, str]]:
        async with wiring.open_household(here, dense=False) as household:
            return await household.deletions.receipt(receipt), await _names(household)

    here: Here = context.obj
    one, names = asyncio.run(run(here))
    if json:
        show.emit(_row(one, names))
        return
    by = names.get(one.by, one.by[:8])
    show.say(
        messages.text("receipts.says", here.language, kind=_kind(here, one), at=show.when(one.at), by=by)
    )
    swept = "receipts.settled" if one.swept else "receipts.unsettled"
    show.say(messages.text(swept, here.language))
    show.say(f"HMAC-SHA256 {one.mark}")


@receipts.command()
def sweep(context: typer.Context, json: Json = False) -> None:
    """Count what deleting left, take it out, and empty the log. Exit code 1 when something stays."""

    async def run(here: Here) -> Swept:
        async with wiring.open_household(here, dense=False) as household:
            return await household.deletions.sweep(thorough=True)

    here: Here = context.obj
    swept = asyncio.run(run(here))
    if json:
        show.emit({"settled": swept.settled, "left": dict(swept.left)})
    else:
        show.table("", ("place", "left"), sorted(swept.left.items()))
        show.say(messages.text("receipts.settled" if swept.settled else "receipts.unsettled", here.language))
    if not swept.settled:
        raise typer.Exit(1)


async def _names(household: Household) -> dict[str, str]:
    return {person.id: person.name for person in await household.people.all()}


def _row(one: Receipt, names: Mapping[str, str]) -> dict[str, Any]:
    return msgspec.structs.asdict(one) | {"by_name": names.get(one.by)}


def _kind(here: Here, one: Receipt) -> str:
    return messages.text(KINDS[one.kind], here.language)
