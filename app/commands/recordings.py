"""``banyan history recordings``: what was said, as sound, where that was agreed to."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from app import show, wiring
from app.here import Here
from app.show import Json
from core.errors import UserFacing

recordings = typer.Typer(
    help="Recordings, where keeping them was agreed to: list, save as WAV, let go.", no_args_is_help=True
)
RecordingId = Annotated[str, typer.Argument(help="A recording's id or the beginning of it.")]


@recordings.command("list")
def list_recordings(context: typer.Context, json: Json = False) -> None:
    """What can still be heard, and until when."""
    asyncio.run(_all(context.obj, as_json=json))


@recordings.command()
def save(
    context: typer.Context,
    recording: RecordingId,
    to: Annotated[Path, typer.Argument(help="A new WAV file. It is not encrypted.")],
    json: Json = False,
) -> None:
    """Write one as a WAV file that anybody can play."""
    seconds = asyncio.run(_save(context.obj, recording, to))
    show.emit({"saved": str(to), "seconds": seconds}) if json else show.say(str(to))


@recordings.command()
def remove(context: typer.Context, recording: RecordingId, json: Json = False) -> None:
    """Let one go; its words stay in the history."""
    gone = asyncio.run(_remove(context.obj, recording))
    show.emit({"removed": gone}) if json else show.say(gone[:8])


@recordings.command()
def sweep(context: typer.Context, json: Json = False) -> None:
    """Let go of those whose time is over, and of what a crash left."""
    files = asyncio.run(_sweep(context.obj))
    show.emit({"files": files}) if json else show.say(str(files))


async def _all(here: Here, *, as_json: bool) -> None:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        found = await household.recordings.all(person, by=await wiring.actor(here, household))
    if as_json:
        show.emit({"recordings": found})
        return
    show.table(
        person.name,
        ("id", "last", "session", "seconds", "until"),
        [
            (
                one.id[:8],
                show.when(one.at),
                f"{one.session[:8]}/{one.seq}",
                f"{one.seconds:.1f}",
                show.when(one.until),
            )
            for one in found
        ],
    )


async def _save(here: Here, wanted: str, to: Path) -> float:
    import wave

    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        by = await wiring.actor(here, household)
        found = await household.recordings.find(wanted, person, by=by)
        pcm = await household.recordings.sound(found.id, person, by=by)
    try:
        with to.open("xb") as file, wave.open(file, "wb") as wav:
            wav.setnchannels(1)
            wav.setsampwidth(2)
            wav.setframerate(16_000)
            wav.writeframes(pcm)
    except OSError as error:
        raise UserFacing("app.recording_unwritable", file=to, reason=error) from error
    return found.seconds


async def _remove(here: Here, wanted: str) -> str:
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(here.person)
        by = await wiring.actor(here, household)
        found = await household.recordings.find(wanted, person, by=by)
        await household.recordings.remove(found.id, person, by=by)
        return found.id


async def _sweep(here: Here) -> int:
    async with wiring.open_household(here, dense=False) as household:
        return (await household.recordings.sweep()).files
