"""``banyan people``: who lives here, and how patient to be with them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, cast

import typer

from app import show, translation, wiring
from app.here import Here
from app.show import Json
from core.errors import Refused
from core.people.manner import Manner
from core.text import Language
from core.turn.policies.patience import PROFILES, Learned

if TYPE_CHECKING:
    from core.household.household import Household
    from core.people.persons import Person

_LANGUAGES: dict[Language, dict[Language, str]] = {
    "en": {"en": "English", "zh": "Chinese"},
    "zh": {"en": "英语", "zh": "中文"},
}

people = typer.Typer(help="Persons of the household, and how patient to be with each.")


def register(cli: typer.Typer) -> None:
    cli.add_typer(people, name="people")


@people.callback(invoke_without_command=True)
def no_command(context: typer.Context, json: Json = False) -> None:
    """Persons of the household, and how patient to be with each."""
    if context.invoked_subcommand is None:
        list_people(context, json=json)


@people.command("list")
def list_people(context: typer.Context, json: Json = False) -> None:
    """Everyone, with what each agreed to."""

    async def run(here: Here) -> list[dict[str, object]]:
        async with wiring.open_household(here, dense=False) as household:
            by = await wiring.actor(here, household)
            return [
                {
                    "name": person.name,
                    "language": person.language,
                    "consents": await _consents(household, person, by),
                }
                for person in await household.people.all()
            ]

    here: Here = context.obj
    rows = asyncio.run(run(here))
    if json:
        show.emit({"people": rows})
        return
    show.table(
        "",
        ("name", "language", "consents"),
        [
            (
                r["name"],
                _LANGUAGES[here.language][cast("Language", r["language"])],
                _agreed(r["consents"], here.language),
            )
            for r in rows
        ],
    )


async def _consents(household: Household, person: Person, by: Person | None) -> list[str] | None:
    """None where ``by`` may not look: that they live here is no secret, what they agreed to is."""
    try:
        return sorted((await household.people.consents(person, by=by)).granted)
    except Refused:
        return None


def _agreed(consents: object, language: Language) -> str:
    if consents is None:
        return translation.word("not shared", language)
    return ", ".join(translation.word(one, language) for one in cast("list[str]", consents)) or "—"


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
