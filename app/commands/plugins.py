"""``banyan plugins``: what other packages add, and whether it keeps its promises."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from app import messages, show
from app.here import Here
from app.show import Json
from core.errors import UserFacing
from core.text import Language

if TYPE_CHECKING:
    from app.conformance import Result
    from core.speech.contract import Spoken
    from core.turn.plugins import Found

plugins = typer.Typer(help="Plug-ins from other packages: list, check.", no_args_is_help=True)

_SENTENCE = "今天的天气很好，我们去公园走走。"


def register(cli: typer.Typer) -> None:
    cli.add_typer(plugins, name="plugins")


@plugins.command("list")
def list_plugins(context: typer.Context, json: Json = False) -> None:
    """Every plug-in, what it contributes, and which were set aside and why."""
    from core.turn.plugins import CONTRACTS, Shelf

    found = list(Shelf.installed().plugins.values())
    here: Here = context.obj
    if json:
        rows = [_plain(one, here.language) for one in found]
        show.emit({"contracts": {str(port): version for port, version in CONTRACTS.items()}, "plugins": rows})
        return
    show.table(
        "",
        ("plug-in", "package", "contributes", "state"),
        [
            (
                one.name,
                f"{one.package} {one.version}",
                ", ".join(f"{part.port} {part.name}" for part in one.contributes) or "—",
                messages.sentence(one.fault, here.language)[0] if one.fault else "ok",
            )
            for one in found
        ],
    )


@plugins.command()
def check(
    context: typer.Context,
    name: str,
    recording: Annotated[
        Path | None, typer.Option(help="One clearly spoken sentence, for ears to be tried with.")
    ] = None,
    text: Annotated[str, typer.Option(help="The words of the recording.")] = "",
    language: Annotated[Language, typer.Option(help="The language of the recording.")] = "zh",
    json: Json = False,
) -> None:
    """Run each port's contract against what a plug-in contributes. Exit code 1 unless all of it passes."""
    from core.turn.plugins import Shelf

    if recording and not text:
        raise UserFacing("plugins.text_needed")
    found = Shelf.installed().named(name)
    if found.fault is not None:
        raise found.fault
    results = asyncio.run(_checked(context.obj, found, recording, text, language, quiet=json))
    passed = all(result.outcome == "passed" for result in results)
    if json:
        show.emit({"plugin": name, "passed": passed, "checks": [msgspec.to_builtins(one) for one in results]})
    if not passed:
        raise typer.Exit(1)


async def _checked(
    here: Here, found: Found, recording: Path | None, text: str, language: Language, *, quiet: bool
) -> list[Result]:
    from app.conformance import conformance
    from core.clock import SystemClock
    from core.turn.plugins import Surroundings

    results = []
    ears = any(one.port in ("VoiceActivity", "EndOfTurn", "Recognizer") for one in found.contributes)
    with ThreadPoolExecutor(1) as executor:
        spoken = await _spoken(here, recording, text, language) if ears else None
        async for result in conformance(found, Surroundings(executor, SystemClock()), spoken):
            results.append(result)
            if not quiet:
                why = f" ({result.reason})" if result.reason else ""
                show.say(f"{result.outcome}: {result.port} {result.contribution}, {result.check}{why}")
    return results


async def _spoken(here: Here, recording: Path | None, text: str, language: Language) -> Spoken | None:
    """The recording; else a sentence by the voice of this machine; None when there is none."""
    from core.audio.wav import read
    from core.speech.contract import Spoken

    if recording is not None:
        return Spoken(read(recording), text, language)
    from core.errors import Unavailable
    from core.speech.kokoro.synthesis import KokoroFiles
    from core.speech.kokoro.voice import KokoroVoice
    from core.speech.ports import Style

    with ThreadPoolExecutor(1) as executor:
        voice = KokoroVoice(KokoroFiles.within(here.places.models), executor)
        try:
            pieces = [chunk.pcm async for chunk in voice.speak(_SENTENCE, Style())]
        except Unavailable:
            return None
    import numpy as np

    from core.audio.resample import resample

    quiet = np.zeros(7_200, np.int16)
    return Spoken(resample(np.concatenate([quiet, *pieces, quiet]), 24_000, 16_000), _SENTENCE, "zh")


def _plain(found: Found, language: Language) -> dict[str, Any]:
    """One plug-in as scripts see it."""
    fault = found.fault
    return {
        "name": found.name,
        "package": found.package,
        "version": found.version,
        "contributes": [
            {"port": one.port, "name": one.name, "contract": one.contract} for one in found.contributes
        ],
        "set_aside": fault and {"id": fault.message_id, "message": messages.sentence(fault, language)[0]},
    }
