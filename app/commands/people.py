"""``banyan people``: who lives here, and how patient to be with them."""

from __future__ import annotations

import asyncio
from typing import Annotated, cast

import typer

from app import show, wiring
from app.here import Here
from app.show import Json
from core.people.manner import Manner
from core.text import Language
from core.turn.policies.patience import PROFILES, Learned

people = typer.Typer(help="Persons of the household and their consents.")


def register(cli: typer.Typer) -> None:
    cli.add_typer(people, name="people")


@people.callback(invoke_without_command=True)
def no_command(context: typer.Context, json: Json = False) -> None:
    """Persons of the household and their consents."""
    if context.invoked_subcommand is None:
        list_people(context, json=json)


@people.command("list")
def list_people(context: typer.Context, json: Json = False) -> None:
    """Everyone, with what each agreed to."""

    async def run(here: Here) -> list[dict[str, object]]:
        async with wiring.open_household(here, dense=False) as household:
            return [
                {
                    "name": person.name,
                    "language": person.language,
                    "consents": sorted((await household.people.consents(person)).granted),
                }
                for person in await household.people.all()
            ]

    rows = asyncio.run(run(context.obj))
    if json:
        show.emit({"people": rows})
        return
    show.table(
        "",
        ("name", "language", "consents"),
        [(r["name"], r["language"], ", ".join(cast("list[str]", r["consents"])) or "—") for r in rows],
    )


@people.command()
def add(
    context: typer.Context,
    name: str,
    language: Annotated[Language, typer.Option(help="What they speak.")] = "zh",
    json: Json = False,
) -> None:
    """Add someone. Nothing is kept or remembered of them until they consent."""

    async def run(here: Here) -> object:
        async with wiring.open_household(here, dense=False) as household:
            return await household.people.add(name, language)

    person = asyncio.run(run(context.obj))
    show.emit(person) if json else show.say(name)


@people.command()
def patience(
    context: typer.Context,
    name: str,
    reset: Annotated[bool, typer.Option("--reset", help="Forget what was learned.")] = False,
    json: Json = False,
) -> None:
    """How long Banyan waits for someone, and how it speaks to them: learned from talking with them."""

    async def run(here: Here) -> Manner:
        async with wiring.open_household(here, dense=False) as household:
            person = await household.people.named(name)
            if reset:
                await household.people.forget_manner(person)
            return await household.people.manner(person)

    manner = asyncio.run(run(context.obj))
    learned = {role: Learned(profile, manner.pauses) for role, profile in PROFILES.items()}
    waits = {role: {"floor": of.floor, "ceiling": of.ceiling} for role, of in learned.items()}
    value = {"pauses": len(manner.pauses), "speed": manner.speed, "volume": manner.volume, "patience": waits}
    if json:
        show.emit({"name": name, **value})
        return
    show.say(f"{name}: {len(manner.pauses)} pauses, speed ×{manner.speed}, volume ×{manner.volume}")
    rows = [(role, f"{of.floor:.2f} s", f"{of.ceiling:.2f} s") for role, of in learned.items()]
    show.table("", ("role's patience", "shortest wait", "longest wait"), rows)
