"""Deleting from the command line: what goes and what stays is told first, and a receipt is given for it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated

import typer

from app import messages, show, wiring
from app.deletion_words import COUNTED, GIVEN, GOES, STAYING, STAYS
from app.here import Here
from app.show import Json
from core.errors import Refused, UserFacing

if TYPE_CHECKING:
    from core.household.deletions import Deletion
    from core.household.extents import Extent
    from core.household.household import Household

Yes = Annotated[bool, typer.Option("--yes", help="Delete without asking.")]
_SHOWN = 10
"""Utterances that repeat a fact, shown before it goes."""


def forget_fact(
    context: typer.Context,
    fact: Annotated[str, typer.Argument(help="A memory's id or the beginning of it.")],
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Forget a fact, in every revision; its source does not bring it back."""

    async def run(here: Here) -> None:
        async with wiring.open_household(here, dense=False) as household:
            person, role = await wiring.speaker(here, household)
            by = await wiring.actor(here, household) or person
            known = await household.memory.all(person, role, active=False, by=by)
            fits = [one for one in known if fact and one.id.startswith(fact)]
            if len(fits) != 1:
                raise UserFacing("app.fact_unclear", wanted=fact, count=len(fits))
            extent = await household.deletions.extent_of_fact(fits[0].id, of=person, by=by)
            act = lambda: household.deletions.fact(fits[0].id, of=person, by=by)  # noqa: E731
            await _delete(here, fits[0].text, extent, act, yes=yes, as_json=json)

    asyncio.run(run(context.obj))


def delete_history(
    context: typer.Context,
    thread: Annotated[str, typer.Argument(help="A conversation's id, its beginning, or `last`.")],
    place: Annotated[
        str,
        typer.Argument(help="One utterance of it, where `history show --numbers` tells. Default: all of it."),
    ] = "",
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Delete a conversation, or one utterance, with all that hangs on it: answers, sound, facts from it."""

    async def run(here: Here) -> None:
        async with wiring.open_household(here, dense=False) as household:
            await _delete_history(here, household, thread, place, yes=yes, as_json=json)

    asyncio.run(run(context.obj))


def remove_document(
    context: typer.Context,
    document: Annotated[str, typer.Argument(help="A document's title, its id or the beginning of it.")],
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Forget a document: its text, its index, its bindings."""

    async def run(here: Here) -> None:
        async with wiring.open_household(here, dense=False) as household:
            person, _ = await wiring.speaker(here, household)
            by = await wiring.actor(here, household) or person
            known = await household.knowledge.all()
            fits = [one for one in known if one.id.startswith(document) or one.title == document]
            if len(fits) != 1:
                raise UserFacing("app.document_unclear", wanted=document, count=len(fits))
            extent = await household.deletions.extent_of_document(fits[0].id)
            act = lambda: household.deletions.document(fits[0].id, by=by)  # noqa: E731
            await _delete(here, fits[0].title, extent, act, yes=yes, as_json=json)

    asyncio.run(run(context.obj))


def remove_person(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Whose, by name.")],
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Delete somebody and all that is theirs: conversations, memories, consents. Documents stay."""

    async def run(here: Here) -> None:
        async with wiring.open_household(here, dense=False) as household:
            if not name:  # which elsewhere stands for the first person
                raise Refused("people.nobody_called", name=name)
            person = await household.people.named(name)
            by = await wiring.actor(here, household) or await household.people.named(here.person)
            extent = await household.deletions.extent_of_person(person)
            act = lambda: household.deletions.person(person, by=by)  # noqa: E731
            await _delete(here, person.name, extent, act, yes=yes, as_json=json)

    asyncio.run(run(context.obj))


async def _delete_history(
    here: Here, household: Household, wanted: str, place: str, *, yes: bool, as_json: bool
) -> None:
    person = await household.people.named(here.person)
    by = await wiring.actor(here, household) or person
    thread = await household.history.find(wanted, person, by=by)
    turns = await household.history.transcript(thread, person, by=by)
    deletions = household.deletions
    if not place:
        extent = await deletions.extent_of_conversation(thread, of=person, by=by)
        said = next((turn.text for turn in turns if turn.by == "user"), "") or thread[:8]
        act = lambda: deletions.conversation(thread, of=person, by=by)  # noqa: E731
    else:
        session, _, seq = place.partition("/")
        fits = [one for one in turns if session and one.session.startswith(session) and str(one.seq) == seq]
        if len(fits) != 1:
            raise UserFacing("journal.not_an_utterance")
        turn = fits[0]
        extent, said = await deletions.extent_of_said(turn.session, turn.seq, of=person, by=by), turn.text
        act = lambda: deletions.said(turn.session, turn.seq, of=person, by=by)  # noqa: E731
    await _delete(here, said, extent, act, yes=yes, as_json=as_json)


async def _delete(
    here: Here,
    name: str,
    extent: Extent,
    act: Callable[[], Awaitable[Deletion]],
    *,
    yes: bool,
    as_json: bool,
) -> None:
    """Tell what goes, ask, do it, give the receipt. Leaves with 1 when nothing was done."""
    if not as_json:
        _tell(here, name, extent)
    if not yes and not _agreed(here):
        if as_json:
            show.emit({"extent": extent, "deleted": False, "receipts": []})
        show.note(messages.text("receipts.nothing_done", here.language))
        raise typer.Exit(1)
    done = await act()
    if as_json:
        show.emit(
            {
                "extent": extent,
                "deleted": True,
                "receipts": list(done.receipts),
                "settled": done.settled,
                "left": dict(done.left),
            }
        )
        return
    for receipt in done.receipts:
        show.say(messages.text(GIVEN[receipt.kind], here.language, id=receipt.id[:8]))
    show.say(messages.text("receipts.settled" if done.settled else "receipts.unsettled", here.language))
    if not done.mirrored:
        show.say(messages.text("receipts.not_mirrored", here.language))


def _tell(here: Here, name: str, extent: Extent) -> None:
    show.say(messages.text(GOES[extent.kind], here.language, name=name))
    for what, sentence in COUNTED.items():
        count = getattr(extent, what)
        if count and (extent.kind, what) != ("fact", "facts"):
            show.say("  · " + messages.text(sentence, here.language, count=count))
    for what, sentence in STAYING.items():
        if count := getattr(extent, what):
            show.say(messages.text(sentence, here.language, count=count))
    if extent.kind in STAYS:
        show.say(messages.text(STAYS[extent.kind], here.language))
    if extent.repeated:
        show.say(messages.text("receipts.repeated", here.language, count=len(extent.repeated)))
        show.table(
            "",
            ("conversation", "place", "by", "said"),
            [
                (one.thread[:8], f"{one.session[:8]}/{one.seq}", one.by, one.text)
                for one in extent.repeated[:_SHOWN]
            ],
        )


def _agreed(here: Here) -> bool:
    """Asked where there is somebody to ask; a script says --yes."""
    if not sys.stdin.isatty():
        return False
    sys.stderr.write(messages.text("receipts.ask", here.language))
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in ("y", "yes", "是", "好")
