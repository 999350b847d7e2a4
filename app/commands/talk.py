"""``banyan talk``: a spoken conversation, by microphone or from a sound file."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app import show, wiring
from app.ending import ended_by_signals
from app.here import Here
from app.show import Json

if TYPE_CHECKING:
    from app.live import Form
    from core.turn.captions import Caption

_AFTER_FILE = 6.0
"""Seconds of silence after a sound file: more than anybody's patience."""

_ACKNOWLEDGE_AFTER = 1.5
"""Seconds; a person would say "let me think" by then."""


def register(cli: typer.Typer) -> None:
    cli.command()(talk)


def talk(
    context: typer.Context,
    input_: Annotated[
        Path | None, typer.Option("--input", help="A sound file instead of the microphone.", dir_okay=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="Write both sides as stereo WAV (with --input).", dir_okay=False)
    ] = None,
    expect: Annotated[str, typer.Option(help="What the file says, to count recognition errors.")] = "",
    events: Annotated[bool, typer.Option("--events", help="JSON lines while it happens.")] = False,
    follow_up: Annotated[
        float | None,
        typer.Option(
            min=1.0,
            help="Seconds it goes on listening after an answer; then it waits for its name. Default: always.",
        ),
    ] = None,
    inspect: Annotated[
        bool, typer.Option("--inspect", help="Show what the turn engine thinks while it happens.")
    ] = False,
    json: Json = False,
) -> None:
    """Speak; Banyan waits until you have finished, answers aloud, and can be interrupted. Ctrl-C ends it."""
    form: Form = "events" if events else "quiet" if json or inspect else "plain"
    asked = _Talk(form, source=input_, output=output, follow_up=follow_up, inspect=inspect)
    _run(context.obj, asked, expect, as_json=json)


def talk_on(here: Here, thread: str, *, as_json: bool) -> None:
    """The same, going on with an earlier conversation."""
    _run(here, _Talk("quiet" if as_json else "plain", thread=thread), "", as_json=as_json)


@dataclass(frozen=True, slots=True)
class _Talk:
    """What was asked for. thread: the conversation to go on with."""

    form: Form
    thread: str | None = None
    source: Path | None = None
    output: Path | None = None
    follow_up: float | None = None
    inspect: bool = False


def _run(here: Here, asked: _Talk, expect: str, *, as_json: bool) -> None:
    result = asyncio.run(_talk(here, asked))
    if as_json:
        show.emit(_scored(result, expect))


async def _talk(here: Here, asked: _Talk) -> dict[str, Any]:
    from app.inspector import Inspector
    from app.live import Live
    from app.speech import Speech
    from core.audio.file_duplex import FileDuplex
    from core.clock import SystemClock

    clock = SystemClock()
    async with wiring.open_household(here) as household:
        person, role = await wiring.speaker(here, household)
        # The sound is opened before the models are loaded: what cannot be heard is said at once.
        duplex = (
            FileDuplex(clock, asked.source, tail=_AFTER_FILE) if asked.source else wiring.devices(here, clock)
        )
        async with Speech(here.places.models) as speech:
            conversation = (
                await household.resume(await household.history.find(asked.thread, person), person)
                if asked.thread
                else await household.begin(person, role)
            )
            live = Live(asked.form, person.name, conversation)
            inspector = Inspector(clock)
            habits = household.habits(conversation)

            def on_change(caption: Caption) -> None:
                live.on_change(caption)
                if asked.inspect:
                    inspector.on_change(caption)

            async with duplex:
                engine = speech.engine(
                    duplex,
                    conversation,
                    clock=clock,
                    words=await household.words(conversation.role),
                    on_change=on_change,
                    recorder=live,
                    habits=habits,
                    manner=await habits.known(),
                    acknowledge_after=_ACKNOWLEDGE_AFTER,
                    follow_up=asked.follow_up,
                )
                inspector.watch(engine)
                with ended_by_signals(engine.close):
                    live.ready()
                    await engine.run()
            await conversation.end()
            if asked.output is not None and isinstance(duplex, FileDuplex):
                await asyncio.to_thread(duplex.save, asked.output)
            return live.result(engine, conversation)


def _scored(result: dict[str, Any], expect: str) -> dict[str, Any]:
    from app.scoring import error_rate

    if not expect:
        return result
    name, rate = error_rate(expect, str(result["text"]))
    return result | {"expected": expect, name: rate}
