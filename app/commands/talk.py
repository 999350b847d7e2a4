"""``banyan talk``: a spoken conversation, by microphone or from a sound file."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app import show
from app.here import Here
from app.show import Json
from core.errors import UserFacing

if TYPE_CHECKING:
    from app.live import Form
    from app.talking import Asked


def register(cli: typer.Typer) -> None:
    cli.command()(talk)


def talk(
    context: typer.Context,
    *,
    input_: Annotated[
        Path | None, typer.Option("--input", help="A sound file instead of the microphone.", dir_okay=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="Write both sides as stereo WAV (with --input).", dir_okay=False)
    ] = None,
    expect: Annotated[str, typer.Option(help="What the file says, to count recognition errors.")] = "",
    events: Annotated[bool, typer.Option("--events", help="JSON lines while it happens.")] = False,
    wake: Annotated[
        str | None,
        typer.Option(
            help="What wakes it: none (it always listens), name, a wake word such as okay_nabu, or"
            " plugin:NAME. Default: the settings'."
        ),
    ] = None,
    follow_up: Annotated[
        float | None,
        typer.Option(
            min=1.0,
            help="Seconds it goes on listening after an answer; then it waits to be called, by its name"
            " when nothing else wakes it. Default: the settings'.",
        ),
    ] = None,
    push_to_talk: Annotated[
        bool,
        typer.Option(
            "--push-to-talk", help="Space or Enter opens the microphone, and once more ends the turn."
        ),
    ] = False,
    guest: Annotated[
        bool, typer.Option("--guest", help="Not of the household: nothing is kept or remembered.")
    ] = False,
    realtime: Annotated[
        bool,
        typer.Option(
            "--realtime", help="A speech-to-speech service answers: the settings' realtime.address."
        ),
    ] = False,
    inspect: Annotated[
        bool, typer.Option("--inspect", help="Show what the turn engine thinks while it happens.")
    ] = False,
    json: Json = False,
) -> None:
    """Speak; Banyan waits until you have finished, answers aloud, and can be interrupted. Ctrl-C ends it."""
    from app.talking import Asked

    here: Here = context.obj
    form: Form = "events" if events else "quiet" if json or inspect else "plain"
    if push_to_talk and (input_ is not None or (wake or "none") != "none" or follow_up is not None):
        raise UserFacing("app.push_alone")
    asked = Asked(
        form, source=input_, output=output, push_to_talk=push_to_talk, inspect=inspect, realtime=realtime
    )
    if not push_to_talk:
        asked = _waking(asked, here, wake, follow_up)
    if guest:
        here = replace(here, guest=True, named=True)
    result = _run(here, asked)
    if json:
        show.emit(_scored(result, expect))


def talk_on(here: Here, thread: str, *, as_json: bool) -> None:
    """The same, going on with an earlier conversation."""
    from app.talking import Asked

    asked = _waking(Asked("quiet" if as_json else "plain", thread=thread), here, None, None)
    result = _run(here, asked)
    if as_json:
        show.emit(result)


def _run(here: Here, asked: Asked) -> dict[str, Any]:
    from app.talking import talk as talked

    return asyncio.run(talked(here, asked))


def _waking(asked: Asked, here: Here, wake: str | None, follow_up: float | None) -> Asked:
    """What was said on the command line, else in the settings. Who names a time and nothing that wakes it
    calls it by its name."""
    chosen = here.settings.wake
    word = chosen.word if wake is None else wake
    if word == "none" and wake is None and follow_up is not None:
        word = "name"
    return replace(asked, wake=word, follow_up=follow_up or chosen.follow_up)


def _scored(result: dict[str, Any], expect: str) -> dict[str, Any]:
    from app.scoring import error_rate

    if not expect:
        return result
    name, rate = error_rate(expect, str(result["text"]))
    return result | {"expected": expect, name: rate}
