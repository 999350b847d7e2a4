"""``banyan ask`` and the typed half of ``banyan continue``."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from app import show, two_ways, wiring
from app.here import Here
from app.show import Json
from app.words import said
from core.errors import UserFacing

if TYPE_CHECKING:
    from core.conversation.conversation import Conversation

Form = Literal["plain", "events", "json"]
Events = Annotated[bool, typer.Option("--events", help="JSON lines while it happens.")]
Pace = Annotated[float, typer.Option(help="Seconds between sentences, for reading along.", min=0.0)]


def register(cli: typer.Typer) -> None:
    cli.command()(ask)
    cli.command("continue")(continue_thread)


def ask(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What to say.", callback=said)],
    quote: Annotated[
        str, typer.Option(help="Records of an import to bring in, as IMPORT:3 or IMPORT:0,2,5.")
    ] = "",
    pace: Pace = 0.0,
    events: Events = False,
    json: Json = False,
) -> None:
    """Type one turn of a new conversation and read the answer."""
    if not text:
        raise UserFacing("app.nothing_said")

    async def run(here: Here) -> None:
        async with wiring.open_household(here) as household:
            person, role = await wiring.talker(here, household)
            await two_ways.wanted(here, household, person)
            await household.memory.indexing.catch_up()
            conversation = await household.begin(person, role)
            if quote:
                source, positions = _quoted(quote)
                found = await household.imports.find(source, person)
                await household.imports.quote_into(conversation, found.id, positions)
            await answer(here, conversation, text, pace=pace, form=_form(events=events, json=json))

    asyncio.run(run(context.obj))


def continue_thread(
    context: typer.Context,
    thread: Annotated[str, typer.Argument(help="A conversation of `banyan history`, or `last`.")],
    text: Annotated[str, typer.Argument(help="What to say; without it, by microphone.", callback=said)] = "",
    pace: Pace = 0.0,
    events: Events = False,
    json: Json = False,
) -> None:
    """Go on with an earlier conversation, also after a crash or a restart."""
    here: Here = context.obj
    if not text:
        from app.commands.talk import talk_on

        talk_on(here, thread, as_json=json)
        return

    async def run() -> None:
        async with wiring.open_household(here) as household:
            person, role = await wiring.talker(here, household)
            found = await household.history.find(thread, person, role if here.role else None)
            await two_ways.wanted(here, household, person)
            await household.memory.indexing.catch_up()
            conversation = await household.resume(found, person)
            await answer(here, conversation, text, pace=pace, form=_form(events=events, json=json))

    asyncio.run(run())


async def answer(here: Here, conversation: Conversation, text: str, *, pace: float, form: Form) -> None:
    """One typed turn: sentences are shown as they become durable, and what was used behind them.

    Raises Exit(1) behind an answer that failed, with the reason on standard error.
    """
    sentences: list[str] = []
    async for sentence in conversation.ask(text):
        if form == "events" and not sentences:
            show.line({"event": "user_said", "text": text, "thread": conversation.thread})
        sentences.append(sentence)
        if form == "events":
            show.line({"event": "assistant_heard", "text": sentence})
        elif form == "plain":
            show.say(sentence)
        await asyncio.sleep(pace)
    await conversation.end()
    if form == "json":
        show.emit(_result(conversation, text, sentences))
    if conversation.failed is not None:
        show.trouble(conversation.failed, here.language, as_json=False)
        raise typer.Exit(1)


def _quoted(wanted: str) -> tuple[str, list[int]]:
    """An import and its records, of ``IMPORT:0,2``. Raises UserFacing when it is not written so."""
    source, _, places = wanted.partition(":")
    if not source or not re.fullmatch(r"\d{1,6}(,\d{1,6})*", places, re.ASCII):
        raise UserFacing("app.quote_expected")
    return source, [int(place) for place in places.split(",")]


def _form(*, events: bool, json: bool) -> Form:
    return "events" if events else "json" if json else "plain"


def _result(conversation: Conversation, text: str, sentences: list[str]) -> dict[str, Any]:
    used = conversation.responder.last
    return {
        "thread": conversation.thread,
        "text": text,
        "reply": sentences,
        "quotes": used.knowledge.quotes if used else (),
        "memories": [fact.text for fact in used.memories] if used else (),
        "learned": [fact.text for fact in conversation.recorder.learned],
        "kept": conversation.journal.session.kept,
        "failed": None if conversation.failed is None else conversation.failed.message_id,
    }
