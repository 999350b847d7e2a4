"""``banyan history``: what was said, as it was heard."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
import typer

from app import show, wiring
from app.here import Here
from app.show import Json


def register(cli: typer.Typer) -> None:
    cli.command()(history)


def history(
    context: typer.Context,
    thread: Annotated[str, typer.Argument(help="A conversation's id, its beginning, or `last`.")] = "",
    events: Annotated[
        bool, typer.Option("--events", help="The journal's rows instead of the words.")
    ] = False,
    json: Json = False,
) -> None:
    """List conversations, or read one."""
    if thread:
        asyncio.run(_one(context.obj, thread, events=events, as_json=json))
    else:
        asyncio.run(_all(context.obj, as_json=json))


async def _all(here: Here, *, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        role = await household.roles.named(here.role) if here.role else None
        threads = await household.history.threads(person, role)
        names = await household.roles.names()
    if as_json:
        rows = [msgspec.structs.asdict(t) | {"role": names.get(t.role, t.role)} for t in threads]
        show.emit({"person": person.name, "threads": rows})
        return
    show.table(
        person.name,
        ("id", "last", "role", "turns", "first words"),
        [
            (
                t.thread[:8],
                t.latest.astimezone().strftime("%Y-%m-%d %H:%M"),
                names.get(t.role, t.role),
                t.utterances,
                t.first_words if t.kept else "—",
            )
            for t in threads
        ],
    )


async def _one(here: Here, wanted: str, *, events: bool, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        role = await household.roles.named(here.role) if here.role else None
        thread = await household.history.find(wanted, person, role)
        rows: list[Any] = (
            list(await household.history.events(thread, person))
            if events
            else list(await household.history.transcript(thread, person))
        )
    if as_json:
        show.emit({"thread": thread, "events" if events else "turns": rows})
        return
    for row in rows:
        if events:
            show.line(row)
        else:
            who = person.name if row.by == "user" else "Banyan"
            show.say(f"{who}: {row.text}{' …' if row.cut else ''}")
