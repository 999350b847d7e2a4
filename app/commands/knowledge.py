"""``banyan knowledge``: the household's documents and what they answer."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from app import show, wiring
from app.here import Here
from app.show import Json
from app.words import Words
from core.errors import Unavailable, UserFacing

if TYPE_CHECKING:
    from core.knowledge.documents import Answerable, Document

knowledge = typer.Typer(help="Documents: add, bind to a role, search.")


def register(cli: typer.Typer) -> None:
    cli.add_typer(knowledge, name="knowledge")


@knowledge.callback(invoke_without_command=True)
def no_command(context: typer.Context, json: Json = False) -> None:
    """Documents: add, bind to a role, search."""
    if context.invoked_subcommand is None:
        list_documents(context, json=json)


@knowledge.command()
def add(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(help="Text or Markdown files; - reads standard input.")],
    title: Annotated[str, typer.Option(help="What people call it. Default: the file's name.")] = "",
    bind: Annotated[bool, typer.Option(help="Let the role (--role, or the first) quote it.")] = True,
    json: Json = False,
) -> None:
    """Import documents. The same text again changes nothing; changed text replaces the old."""

    async def run(here: Here) -> list[dict[str, Any]]:
        async with wiring.open_household(here) as household:
            person, role = await wiring.speaker(here, household)
            added = []
            for name in files:
                source, text = await asyncio.to_thread(_read, name)
                document = await household.knowledge.add(
                    title or Path(source).stem, source, text, by=person, roles=(role,) if bind else ()
                )
                added.append(msgspec.structs.asdict(document) | {"bound_to": [role.name] if bind else []})
            return added

    documents = asyncio.run(run(context.obj))
    if json:
        show.emit({"documents": documents})
        return
    for document in documents:
        bound = ", ".join(document["bound_to"]) or "—"
        show.say(f"{document['title']}  v{document['version']}  {document['characters']}  → {bound}")


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
        ("id", "title", "version", "characters", "source"),
        [(d.id[:8], d.title, d.version, d.characters, d.source) for d in documents],
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
            found = _one(await household.knowledge.all(), document)
            act = household.knowledge.unbind if unbind else household.knowledge.bind
            await act(found, role)
            return found.title, role.name

    title, role = asyncio.run(run(context.obj))
    if json:
        show.emit({"document": title, "role": role, "bound": not unbind})
    else:
        show.say(f"{title} {'⇸' if unbind else '→'} {role}")


def _one(documents: list[Document], wanted: str) -> Document:
    """The document meant by an id's beginning or a title."""
    fits = [d for d in documents if d.id.startswith(wanted) or d.title == wanted]
    if len(fits) != 1:
        raise UserFacing("app.document_unclear", wanted=wanted, count=len(fits))
    return fits[0]


def _read(name: str) -> tuple[str, str]:
    """A file's name without its folder, and its text. Raises UserFacing with the reason."""
    from core.knowledge.parsers import MAX_BYTES, parse

    if name == "-":
        return "paste", parse("paste.txt", sys.stdin.buffer.read(MAX_BYTES + 1))
    path = Path(name)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unavailable("app.file_unreadable", file=name, reason=error) from error
    return path.name, parse(path.name, data)
