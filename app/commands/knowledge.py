"""``banyan knowledge``: the household's documents and what they answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from app import messages, show, wiring
from app.here import Here
from app.show import Json
from app.words import Words
from core.errors import UserFacing

if TYPE_CHECKING:
    from core.knowledge.documents import Answerable, Document, Version

knowledge = typer.Typer(help="Documents: add, bind to a role, search.")
Wanted = Annotated[str, typer.Argument(help="A document's title, its id or the beginning of it.")]


def register(cli: typer.Typer) -> None:
    from app.commands import documents

    documents.register(knowledge)
    cli.add_typer(knowledge, name="knowledge")


@knowledge.callback(invoke_without_command=True)
def no_command(context: typer.Context, json: Json = False) -> None:
    """Documents: add, bind to a role, search."""
    if context.invoked_subcommand is None:
        list_documents(context, json=json)


@knowledge.command("list")
def list_documents(context: typer.Context, json: Json = False) -> None:
    """Every document."""

    async def run(here: Here) -> list[Document]:
        async with wiring.open_household(here, dense=False) as household:
            return list(await household.knowledge.all())

    documents = asyncio.run(run(context.obj))
    if json:
        show.emit({"documents": documents})
        return
    show.table(
        "",
        ("id", "title", "version", "characters", "source", "missing since"),
        [
            (d.id[:8], d.title, d.version, d.characters, d.source, show.when(d.missing) if d.missing else "—")
            for d in documents
        ],
    )


@knowledge.command("show")
def show_document(context: typer.Context, document: Wanted, json: Json = False) -> None:
    """One document: all of its text, as it was read."""

    async def run(here: Here) -> tuple[Document, str]:
        async with wiring.open_household(here, dense=False) as household:
            found = one(await household.knowledge.all(), document)
            return found, await household.knowledge.text(found)

    found, text = asyncio.run(run(context.obj))
    if json:
        show.emit(msgspec.structs.asdict(found) | {"text": text})
    else:
        show.say(text)


@knowledge.command()
def history(context: typer.Context, document: Wanted, json: Json = False) -> None:
    """Every version of a document; the text of replaced ones is gone, and their quotes with it."""

    async def run(here: Here) -> tuple[Document, list[Version]]:
        async with wiring.open_household(here, dense=False) as household:
            found = one(await household.knowledge.all(), document)
            return found, await household.knowledge.versions(found)

    here: Here = context.obj
    found, versions = asyncio.run(run(here))
    if json:
        show.emit({"document": found, "versions": versions})
        return
    standing = {
        True: messages.text("knowledge.standing_current", here.language),
        False: messages.text("knowledge.standing_replaced", here.language),
    }
    show.table(
        "",
        ("version", "title", "imported", "characters", "state"),
        [(v.version, v.title, show.when(v.imported), v.characters, standing[v.current]) for v in versions],
    )


@knowledge.command()
def search(
    context: typer.Context,
    question: Words,
    after: Annotated[list[str] | None, typer.Option(help="What was said before, for a follow-up.")] = None,
    spoken: Annotated[bool, typer.Option(help="Also match by sound, as for recognised speech.")] = False,
    json: Json = False,
) -> None:
    """What the role would quote for a question, and why. Exit code 1 when it would decline."""

    async def run(here: Here) -> Answerable:
        async with wiring.open_household(here) as household:
            _, role = await wiring.speaker(here, household)
            return await household.knowledge.search(role, question, context=tuple(after or ()), spoken=spoken)

    found = asyncio.run(run(context.obj))
    if json:
        show.emit(found)
    else:
        show.say(found.state)
        show.table(
            "",
            ("title", "characters", "score", "quote"),
            [(q.title, f"{q.start}–{q.end}", f"{q.score:.2f}", q.text) for q in found.quotes],
        )
    if found.state != "found":
        raise typer.Exit(1)


@knowledge.command()
def bind(context: typer.Context, document: str, unbind: bool = False, json: Json = False) -> None:
    """Let the role (--role) quote a document, or no longer."""

    async def run(here: Here) -> tuple[str, str]:
        async with wiring.open_household(here, dense=False) as household:
            _, role = await wiring.speaker(here, household)
            found = one(await household.knowledge.all(), document)
            act = household.knowledge.unbind if unbind else household.knowledge.bind
            await act(found, role)
            return found.title, role.name

    title, role = asyncio.run(run(context.obj))
    if json:
        show.emit({"document": title, "role": role, "bound": not unbind})
    else:
        show.say(f"{title} {'⇸' if unbind else '→'} {role}")


def one(documents: list[Document], wanted: str) -> Document:
    """The document meant by an id's beginning or a title."""
    fits = [d for d in documents if d.id.startswith(wanted) or d.title == wanted]
    if len(fits) != 1:
        raise UserFacing("app.document_unclear", wanted=wanted, count=len(fits))
    return fits[0]
