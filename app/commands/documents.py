"""``banyan knowledge add|watch|rebuild``: bringing documents in, and keeping them as their files are."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from app import messages, show, wiring
from app.here import Here
from app.import_steps import Steps
from app.show import Json
from core.errors import Unavailable, UserFacing

if TYPE_CHECKING:
    from core.household.household import Household
    from core.household.importing import FolderRead
    from core.knowledge.documents import Document, Folder
    from core.knowledge.reading.guard import Given
    from core.people.persons import Person
    from core.people.roles import Role


def register(knowledge: typer.Typer) -> None:
    knowledge.command()(add)
    knowledge.command()(watch)
    knowledge.command()(rebuild)


@dataclass
class _Brought:
    """What came in. rows: documents as JSON tells them."""

    bound_to: list[str]
    rows: list[dict[str, Any]] = field(default_factory=list)
    refused: list[dict[str, str]] = field(default_factory=list)
    left_out: list[dict[str, str]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def document(self, document: Document, outcome: str) -> None:
        row = msgspec.structs.asdict(document)
        self.rows.append(row | {"bound_to": self.bound_to, "outcome": outcome})

    def folder(self, here: Here, read: FolderRead) -> None:
        for one in read.files:
            if one.document is not None:
                self.document(one.document, one.outcome)
            elif one.refused is not None:
                said, _ = messages.sentence(one.refused, here.language)
                self.refused.append({"file": one.place, "id": one.refused.message_id, "message": said})
        self.left_out += [{"file": place, "why": why} for place, why in read.left_out]
        self.missing += [document.title for document in read.missing]

    def as_json(self) -> dict[str, Any]:
        return {
            "documents": self.rows,
            "refused": self.refused,
            "left_out": self.left_out,
            "missing": self.missing,
        }

    def tell(self, here: Here) -> None:
        for row in self.rows:
            bound = ", ".join(row["bound_to"]) or "—"
            mark = _outcome(row["outcome"], here)
            show.say(f"{row['title']}  v{row['version']}  {row['characters']}  → {bound}{mark}")
        for one in self.refused:
            show.note(one["message"])
        for why in sorted({one["why"] for one in self.left_out}):
            files = [one["file"] for one in self.left_out if one["why"] == why]
            show.note(_left_out(why, here, files))
        for title in self.missing:
            show.note(messages.text("knowledge.now_missing", here.language, title=title))


def add(
    context: typer.Context,
    files: Annotated[
        list[str], typer.Argument(help="Files or folders of documents; - reads standard input.")
    ],
    title: Annotated[str, typer.Option(help="What people call it. Default: the file's name.")] = "",
    bind: Annotated[bool, typer.Option(help="Let the role (--role, or the first) quote it.")] = True,
    json: Json = False,
) -> None:
    """Import documents. The same text again changes nothing; changed text replaces the old.

    Text, Markdown, HTML, CSV, PDF, Word, PowerPoint and Excel. Each is read in a process of its own, which
    can reach neither files nor the network; macros, formulas and scripts are never run. Ctrl-C leaves every
    document whole, in its old version or its new one.
    """

    async def run(here: Here) -> _Brought:
        async with wiring.open_household(here) as household:
            person, role = await wiring.speaker(here, household)
            roles = (role,) if bind else ()
            brought = _Brought([one.name for one in roles])
            with Steps(here.language, quiet=json) as steps:
                for name in files:
                    if name != "-" and Path(name).is_dir():  # noqa: ASYNC240 - before anything runs beside it
                        await _folder(here, household, Path(name), person, roles, steps, brought)
                        continue
                    given = await asyncio.to_thread(_given, name, title)
                    kept = await household.knowledge.add_file(given, by=person, roles=roles, seen=steps)
                    brought.document(kept.document, kept.outcome)
            return brought

    brought = asyncio.run(run(context.obj))
    if json:
        show.emit(brought.as_json())
    else:
        brought.tell(context.obj)
    if brought.refused and not brought.rows:
        raise typer.Exit(1)


def watch(
    context: typer.Context,
    folder: Annotated[
        str, typer.Argument(help="A folder to watch from now on. Default: those there are.")
    ] = "",
    stop: Annotated[bool, typer.Option("--stop", help="Watch it no longer; its documents stay.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Look once and end, instead of until Ctrl-C.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Only list the watched folders.")] = False,
    json: Json = False,
) -> None:
    """Keep documents as the files of a folder are. What disappears is marked missing, never forgotten."""

    async def run(here: Here) -> list[Folder]:
        async with wiring.open_household(here, dense=not (stop or listed)) as household:
            watching = household.knowledge.watching
            if stop:
                await watching.remove(Path(folder))
            elif folder:
                person, role = await wiring.speaker(here, household)
                await watching.add(Path(folder), by=person, role=role)
            if stop or listed:
                return await watching.folders()
            await _keep_up(here, household, once=once, as_json=json)
            return await watching.folders()

    folders = asyncio.run(run(context.obj))
    if json and (stop or listed):
        show.emit({"folders": folders})
    elif stop or listed:
        show.table("", ("folder", "since"), [(one.path, show.when(one.added)) for one in folders])


def rebuild(context: typer.Context, json: Json = False) -> None:
    """Cut and index every document anew, as this version does it. Texts, versions and quotes stay."""

    async def run(here: Here) -> int:
        async with wiring.open_household(here) as household:
            with Steps(here.language, quiet=json) as steps:
                return await household.knowledge.rebuild(steps)

    here: Here = context.obj
    count = asyncio.run(run(here))
    if json:
        show.emit({"rebuilt": count})
    else:
        show.say(messages.text("knowledge.rebuilt", here.language, count=count))


async def _keep_up(here: Here, household: Household, *, once: bool, as_json: bool) -> None:
    """Look at every watched folder, once or until cancelled, and tell what changed."""
    watching = household.knowledge.watching
    names = {role.id: role.name for role in await household.roles.all()}

    def looked(one: Folder, read: FolderRead) -> None:
        brought = _Brought([names.get(one.role, one.role)])
        brought.folder(here, read)
        if as_json:
            show.line({"folder": one.path} | brought.as_json())
        else:
            brought.rows = [row for row in brought.rows if row["outcome"] != "unchanged"]
            brought.left_out = []
            brought.tell(here)

    with Steps(here.language, quiet=as_json) as steps:
        if once:
            for one in await watching.folders():
                looked(one, await watching.look(one, steps))
        else:
            show.note(messages.text("knowledge.watching", here.language))
            await watching.run(looked, steps)


async def _folder(
    here: Here,
    household: Household,
    path: Path,
    person: Person,
    roles: tuple[Role, ...],
    steps: Steps,
    brought: _Brought,
) -> None:
    from core.knowledge.reading.formats import SUFFIXES

    whole = await asyncio.to_thread(path.resolve)
    read = await household.knowledge.add_folder(whole, by=person, roles=roles, seen=steps)
    if not read.files:
        raise UserFacing("knowledge.folder_empty", name=whole.name, known=" ".join(SUFFIXES))
    brought.folder(here, read)


def _given(name: str, title: str) -> Given:
    """A file's bytes, no more of them than are read. Raises Unavailable("app.file_unreadable")."""
    from core.knowledge.reading.formats import MOST_BYTES
    from core.knowledge.reading.guard import Given

    if name == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        return Given("paste.txt", data, title=title, source="paste")
    path = Path(name)
    try:
        with path.open("rb") as file:
            return Given(path.name, file.read(MOST_BYTES + 1), title=title)
    except OSError as error:
        raise Unavailable("app.file_unreadable", file=name, reason=error) from error


def _outcome(outcome: str, here: Here) -> str:
    match outcome:
        case "unchanged":
            return "  " + messages.text("knowledge.outcome_unchanged", here.language)
        case "known":
            return "  " + messages.text("knowledge.outcome_known", here.language)
        case "renamed":
            return "  " + messages.text("knowledge.outcome_renamed", here.language)
    return ""


def _left_out(why: str, here: Here, files: list[str]) -> str:
    shown = ", ".join(files[:5]) + (" …" if len(files) > 5 else "")
    reason = {
        "hidden": messages.text("knowledge.left_hidden", here.language),
        "link": messages.text("knowledge.left_link", here.language),
        "kind": messages.text("knowledge.left_kind", here.language),
        "unreadable": messages.text("knowledge.left_unreadable", here.language),
        "many": messages.text("knowledge.left_many", here.language),
    }[why]
    return f"{reason} ({len(files)}): {shown}"
