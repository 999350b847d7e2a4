"""``banyan memory``: what a person told about themselves in a role."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from app import show, wiring
from app.here import Here
from app.show import Json
from app.words import Words
from core.errors import UserFacing
from core.memory.facts import Kind

if TYPE_CHECKING:
    from core.household.household import Household
    from core.memory.facts import Fact
    from core.people.persons import Person
    from core.people.roles import Role

T = TypeVar("T")

memory = typer.Typer(
    help="Memories: list, add, edit, delete, and what a question recalls.", no_args_is_help=True
)
FactId = Annotated[str, typer.Argument(help="A memory's id or the beginning of it.")]


def register(cli: typer.Typer) -> None:
    cli.add_typer(memory, name="memory")


@memory.command("list")
def list_memories(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Superseded and disabled ones too.")] = False,
    json: Json = False,
) -> None:
    """The facts of one person in one role."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Sequence[Fact]:
        return await household.memory.all(person, role, active=not everything, by=by)

    _show_facts(_within(context.obj, run), as_json=json)


@memory.command()
def recall(context: typer.Context, text: Words, json: Json = False) -> None:
    """The facts that an answer to this text would be given."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Sequence[Fact]:
        return await household.memory.recall(person, role, text, by=by)

    _show_facts(_within(context.obj, run), as_json=json)


@memory.command()
def add(
    context: typer.Context,
    text: Words,
    kind: Annotated[Kind | None, typer.Option(help="Default: what the text says.")] = None,
    json: Json = False,
) -> None:
    """Write down a fact by hand."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Sequence[Fact]:
        return [await household.memory.add(person, role, text, kind, by=by)]

    _show_facts(_within(context.obj, run), as_json=json)


@memory.command()
def edit(
    context: typer.Context,
    fact: FactId,
    text: Words,
    revision: Annotated[int, typer.Option(help="The revision it was read at; 0 takes the newest.")] = 0,
    json: Json = False,
) -> None:
    """Correct a fact. Refused when somebody changed it since."""

    async def run(household: Household, person: Person, role: Role, by: Person) -> Sequence[Fact]:
        found = _one(await household.memory.all(person, role, active=False, by=by), fact)
        return [await household.memory.edit(person, role, found.id, revision or found.revision, text, by=by)]

    _show_facts(_within(context.obj, run), as_json=json)


def _within(here: Here, job: Callable[[Household, Person, Role, Person], Awaitable[T]]) -> T:
    """Run ``job`` with the open household and whom the global options name."""

    async def run() -> T:
        async with wiring.open_household(here) as household:
            person, role = await wiring.speaker(here, household)
            return await job(household, person, role, await wiring.actor(here, household) or person)

    return asyncio.run(run())


def _one(facts: Sequence[Fact], wanted: str) -> Fact:
    fits = [fact for fact in facts if fact.id.startswith(wanted)]
    if len(fits) != 1:
        raise UserFacing("app.fact_unclear", wanted=wanted, count=len(fits))
    return fits[0]


def _show_facts(facts: Sequence[Fact], *, as_json: bool) -> None:
    if as_json:
        show.emit({"memories": list(facts)})
        return
    show.table(
        "",
        ("id", "kind", "about", "said", "status", "revision"),
        [(f.id[:8], f.kind, f.about, f.text, f.status, f.revision) for f in facts],
    )
