"""``banyan history``: what was said, as it was heard; found, corrected, checked, brought from elsewhere."""

from __future__ import annotations

import asyncio
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from typer.core import TyperGroup

from app import messages, show, translation, wiring
from app.commands import imports, recordings
from app.here import Here
from app.show import Json
from core.errors import UserFacing
from core.journal.searching import Speaker, Wanted

Thread = Annotated[str, typer.Argument(help="A conversation's id, its beginning, or `last`.")]
_MANY = 5000
"""Events that are not in the index yet: some seconds of work."""

_DATES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M"]


class ThreadOrCommand(TyperGroup):
    """``banyan history`` lists, and ``banyan history last`` reads, without another word."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's click has no types
        words = [word for word in args if not word.startswith("-")]
        if not {"--help", "-h"} & set(args) and (not words or words[0] not in self.commands):
            args = ["show" if words else "list", *args]
        return super().parse_args(ctx, args)


history = typer.Typer(
    cls=ThreadOrCommand, help="Conversations: list, read, search, correct, check, and records from elsewhere."
)


def register(cli: typer.Typer) -> None:
    history.add_typer(imports.imports, name="imports")
    history.add_typer(recordings.recordings, name="recordings")
    cli.add_typer(history, name="history")


@history.command("list")
def list_threads(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many conversations a page has.")] = 20,
    page: Annotated[int, typer.Option(min=1, help="Which page; 1 has the newest.")] = 1,
    json: Json = False,
) -> None:
    """List conversations, the newest first."""
    asyncio.run(_all(context.obj, limit, page, as_json=json))


@history.command("show")
def show_thread(
    context: typer.Context,
    thread: Thread,
    events: Annotated[
        bool, typer.Option("--events", help="The journal's rows instead of the words.")
    ] = False,
    numbers: Annotated[bool, typer.Option("--numbers", help="With where each utterance stands.")] = False,
    json: Json = False,
) -> None:
    """Read one conversation."""
    asyncio.run(_one(context.obj, thread, events=events, numbers=numbers, as_json=json))


@history.command()
def search(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What to look for: words, or what they sound like.")],
    said_by: Annotated[str, typer.Option("--said-by", help="user, assistant or record.")] = "",
    since: Annotated[datetime | None, typer.Option(formats=_DATES, help="From this day on.")] = None,
    before: Annotated[datetime | None, typer.Option(formats=_DATES, help="Before this day.")] = None,
    everybody: Annotated[
        bool, typer.Option("--everybody", help="Also in conversations of those who share theirs.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many places.")] = 20,
    json: Json = False,
) -> None:
    """Find where something was said, in all conversations you may read."""
    if said_by not in ("", "user", "assistant", "record"):
        raise UserFacing("app.history_by", by=said_by)
    zone = wiring.local_zone()
    speaker: Speaker | None = msgspec.convert(said_by or None, Speaker | None)
    wanted = Wanted(
        text=text, said_by=speaker, since=_moment(since, zone), before=_moment(before, zone), limit=limit
    )
    asyncio.run(_search(context.obj, wanted, everybody=everybody, as_json=json))


@history.command()
def revise(
    context: typer.Context,
    thread: Thread,
    place: Annotated[str, typer.Argument(help="Where it stands, as `history show --numbers` tells.")],
    text: Annotated[str, typer.Argument(help="What was really said.")],
    json: Json = False,
) -> None:
    """Correct what was understood. The first reading stays on record."""
    asyncio.run(_revise(context.obj, thread, place, text, as_json=json))


@history.command()
def check(
    context: typer.Context,
    thread: Annotated[str, typer.Argument(help="One conversation. Default: all of them.")] = "",
    json: Json = False,
) -> None:
    """Check that nothing was changed behind Banyan's back. Exit code 1 when something was."""
    if asyncio.run(_check(context.obj, thread, as_json=json)):
        raise typer.Exit(1)


@history.command("import")
def import_file(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A memories.json or conversation.jsonl.")],
    json: Json = False,
) -> None:
    """Take in another program's records, to read and to search. The same file again changes nothing."""
    imports.take_in(context.obj, file, as_json=json)


async def _all(here: Here, limit: int, page: int, *, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        role = await household.roles.named(here.role) if here.role else None
        by = await wiring.actor(here, household)
        skip = (page - 1) * limit
        threads = await household.history.threads(person, role, by=by, limit=limit, skip=skip)
        count = len(await household.history.thread_ids(person, role, by=by))
        names = await household.roles.names()
    if as_json:
        rows = [msgspec.structs.asdict(t) | {"role": names.get(t.role, t.role)} for t in threads]
        show.emit({"person": person.name, "threads": rows, "count": count, "page": page})
        return
    show.table(
        person.name,
        ("id", "last", "role", "turns", "first words"),
        [
            (
                t.thread[:8],
                show.when(t.latest),
                names.get(t.role, t.role),
                t.utterances,
                t.first_words if t.kept else "—",
            )
            for t in threads
        ],
    )
    if skip + len(threads) < count:
        show.say(
            messages.text(
                "app.history_older", here.language, shown=skip + len(threads), count=count, next=page + 1
            )
        )


async def _one(here: Here, wanted: str, *, events: bool, numbers: bool, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        role = await household.roles.named(here.role) if here.role else None
        by = await wiring.actor(here, household)
        thread = await household.history.find(wanted, person, role, by=by)
        rows: list[Any] = (
            list(await household.history.events(thread, person, by=by))
            if events
            else list(await household.history.transcript(thread, person, by=by))
        )
    if as_json:
        show.emit({"thread": thread, "events" if events else "turns": rows})
        return
    for row in rows:
        if events:
            show.line(row)
        else:
            who = person.name if row.by == "user" else "Banyan"
            place = f"{row.session[:8]}/{row.seq} " if numbers else ""
            show.say(f"{place}{who}: {row.text}{' …' if row.cut else ''}")


async def _search(here: Here, wanted: Wanted, *, everybody: bool, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        role = await household.roles.named(here.role) if here.role else None
        by = await wiring.actor(here, household) or person
        found = await household.history.search(
            wanted, by, role, of=person, everybody=everybody, indexing=lambda left: _indexing(here, left)
        )
    if as_json:
        rows = [msgspec.structs.asdict(one.found) | {"person": one.person.name} for one in found]
        show.emit({"found": rows})
        return
    show.table(
        "",
        ("id", "last", "person", "by", "said"),
        [
            (
                (one.found.thread or one.found.session)[:8],
                show.when(one.found.at),
                one.person.name,
                translation.word(one.found.said_by, here.language),
                one.found.text,
            )
            for one in found
        ],
    )


def _indexing(here: Here, left: int) -> None:
    """A first search in a long history takes a while: say so, on the side."""
    if left >= _MANY:
        show.note(messages.text("app.history_indexing", here.language, count=left))


async def _revise(here: Here, wanted: str, place: str, text: str, *, as_json: bool) -> None:
    session, _, seq = place.partition("/")
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        by = await wiring.actor(here, household)
        thread = await household.history.find(wanted, person, by=by)
        turns = await household.history.transcript(thread, person, by=by)
        fits = [one for one in turns if one.session.startswith(session) and str(one.seq) == seq]
        if len(fits) != 1 or not session:
            raise UserFacing("journal.not_an_utterance")
        revised = await household.history.revise(fits[0].session, fits[0].seq, text, person, by=by)
        after = await household.history.transcript(thread, person, by=by)
    now = next(one.text for one in after if (one.session, one.seq) == (fits[0].session, fits[0].seq))
    show.emit({"revised": revised is not None, "text": now}) if as_json else show.say(now)


async def _check(here: Here, wanted: str, *, as_json: bool) -> bool:
    """Whether something does not check."""
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        by = await wiring.actor(here, household)
        threads = await household.history.thread_ids(person, by=by)
        if wanted:
            threads = [await household.history.find(wanted, person, by=by)]
        checked = [
            (one, part) for one in threads for part in await household.history.check(one, person, by=by)
        ]
    broken = any(part.broken is not None for _, part in checked)
    if as_json:
        rows = [msgspec.structs.asdict(part) | {"thread": thread} for thread, part in checked]
        show.emit({"whole": not broken, "sessions": rows})
        return broken
    show.table(
        "",
        ("id", "session", "events", "erased", "broken at"),
        [
            (
                thread[:8],
                part.session[:8],
                part.events,
                part.erased,
                "" if part.broken is None else part.broken,
            )
            for thread, part in checked
        ],
    )
    return broken


def _moment(day: datetime | None, zone: tzinfo) -> datetime | None:
    return None if day is None else day.replace(tzinfo=zone)
