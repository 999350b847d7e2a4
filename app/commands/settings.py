"""``banyan settings``: what was chosen at this device, and choosing otherwise."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from app import messages, reach, settings_file, show
from app.here import Here
from app.settings import FILE, Settings
from app.show import Json
from core.errors import UserFacing

settings = typer.Typer(help="Settings of this device: devices, recogniser, voice, wake word, chat model.")


def register(cli: typer.Typer) -> None:
    cli.add_typer(settings, name="settings")


@settings.callback(invoke_without_command=True)
def no_command(context: typer.Context, json: Json = False) -> None:
    """Settings of this device: devices, recogniser, voice, wake word, chat model."""
    if context.invoked_subcommand is None:
        list_settings(context, json=json)


@settings.command("list")
def list_settings(context: typer.Context, json: Json = False) -> None:
    """Every setting and its value. Keys are never in here, only the names of their files."""
    here: Here = context.obj
    values, usual = settings_file.flat(here.settings), settings_file.names()
    path = here.places.config / FILE
    if json:
        show.emit({"file": str(path), "settings": values})
        return
    show.table(
        str(path),
        ("setting", "value", "as it comes"),
        [(name, _shown(value), _shown(usual[name])) for name, value in values.items()],
    )


@settings.command("set")
def set_settings(
    context: typer.Context,
    pairs: Annotated[list[str], typer.Argument(help="NAME=VALUE, once or more; all or none are changed.")],
    json: Json = False,
) -> None:
    """Change settings, and see whether the services they name answer.

    For example, a recogniser of somebody else's: `banyan settings set recogniser.kind=openai
    recogniser.address=http://127.0.0.1:8000/v1 recogniser.model=whisper-1`. kind is whisper, openai,
    wyoming or plugin; of a voice kokoro, openai, wyoming or plugin. An API key stays in a file of its own
    that only you can read: `recogniser.key_file=…`.
    """
    here: Here = context.obj
    values = dict(_pair(pair) for pair in pairs)
    after = settings_file.changed(here.places.config, values, reach.checked)
    if not json:
        for name, value in values.items():
            show.say(f"{name} = {_shown(value)}")
    _answered(here, after, {name.partition(".")[0] for name in values}, as_json=json)


@settings.command()
def check(context: typer.Context, json: Json = False) -> None:
    """Connect to every service the settings name, and say nothing to it. Exit code 1 unless all answer."""
    here: Here = context.obj
    reach.checked(here.settings)
    _answered(here, here.settings, {"recogniser", "voice", "chat"}, as_json=json)


def _answered(here: Here, chosen: Settings, parts: set[str], *, as_json: bool) -> None:
    """Tell of each service that was named whether it answers."""
    asked = [(name, address) for name, address in reach.addresses(chosen) if name in parts]
    silent: dict[str, UserFacing] = {}
    for name, address in asked:
        try:
            asyncio.run(reach.answers(address))
        except UserFacing as error:
            silent[name] = error
    if as_json:
        rows = [{"part": name, "address": at, "answers": name not in silent} for name, at in asked]
        show.emit({"settings": settings_file.flat(chosen), "services": rows})
    for name, address in asked:
        if name in silent:
            show.trouble(silent[name], here.language, as_json=False)
        elif not as_json:
            show.say(f"✔ {name}: {messages.text('app.service_answers', here.language, address=address)}")
    if silent:
        raise typer.Exit(1)


def _pair(text: str) -> tuple[str, settings_file.Value]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UserFacing("app.pair_expected", value=text)
    return name.strip(), settings_file.read_value(name.strip(), value.strip())


def _shown(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
