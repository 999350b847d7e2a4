"""``banyan roles``: who the companion is for whom."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated, Any, cast, get_args

import msgspec
import typer

from app import show, wiring
from app.here import Here
from app.show import Json
from core.errors import UserFacing
from core.people.roles import Patience, Permission, default_tools, draft
from core.speech.models.catalogue import VOICES, voice_model
from core.text import Language

roles = typer.Typer(help="Roles: instructions, voice, patience, memory, tools.")


def register(cli: typer.Typer) -> None:
    cli.add_typer(roles, name="roles")


@roles.callback(invoke_without_command=True)
def no_command(context: typer.Context, json: Json = False) -> None:
    """Roles: instructions, voice, patience, memory, tools."""
    if context.invoked_subcommand is None:
        list_roles(context, json=json)


@roles.command("list")
def list_roles(context: typer.Context, json: Json = False) -> None:
    """Every role with its switches and documents."""

    async def run(here: Here) -> list[dict[str, Any]]:
        async with wiring.open_household(here, dense=False) as household:
            return [
                msgspec.structs.asdict(role)
                | {"documents": [document.title for document in await household.knowledge.bound(role)]}
                for role in await household.roles.all()
            ]

    rows = asyncio.run(run(context.obj))
    if json:
        show.emit({"roles": rows})
        return
    show.table(
        "",
        ("name", "language", "patience", "memory", "tools", "documents"),
        [
            (
                r["name"],
                r["language"],
                r["patience"],
                "on" if r["memory"] else "off",
                ", ".join(f"{tool}:{may}" for tool, may in sorted(r["tools"].items())),
                ", ".join(r["documents"]) or "—",
            )
            for r in rows
        ],
    )


@roles.command()
def add(
    context: typer.Context,
    name: str,
    instructions: Annotated[str, typer.Option(help="What this role is and how it speaks.")] = "",
    greeting: Annotated[str, typer.Option(help="The first thing it says.")] = "",
    language: Annotated[Language, typer.Option(help="What it speaks.")] = "zh",
    patience: Annotated[Patience, typer.Option(help="elder waits longer.")] = "elder",
    memory: Annotated[bool, typer.Option(help="Remember, and use what is remembered.")] = True,
    json: Json = False,
) -> None:
    """Add a role. No document is bound to it yet."""
    role = draft(
        name,
        instructions=instructions,
        greeting=greeting,
        language=language,
        patience=patience,
        memory=memory,
    )

    async def run(here: Here) -> object:
        async with wiring.open_household(here, dense=False) as household:
            return await household.roles.add(role)

    stored = asyncio.run(run(context.obj))
    show.emit(stored) if json else show.say(name)


@roles.command("set")
def set_role(
    context: typer.Context,
    name: str,
    memory: Annotated[bool | None, typer.Option("--memory/--no-memory", help="The memory switch.")] = None,
    patience: Annotated[Patience | None, typer.Option(help="elder waits longer.")] = None,
    speed: Annotated[float | None, typer.Option(help="Speaking speed, 1.0 is natural.")] = None,
    voice: Annotated[list[str] | None, typer.Option(help="LANGUAGE=VOICE, once or more.")] = None,
    tool: Annotated[list[str] | None, typer.Option(help="TOOL=never|ask|allow, once or more.")] = None,
    json: Json = False,
) -> None:
    """Change a role; what is not named stays."""

    voices, tools = _voices(voice, context.obj), _permissions(tool)

    async def run(here: Here) -> object:
        async with wiring.open_household(here, dense=False) as household:
            role = await household.roles.named(name)
            changed = msgspec.structs.replace(
                role,
                memory=role.memory if memory is None else memory,
                patience=patience or role.patience,
                speed=speed or role.speed,
                voices=role.voices | voices,
                tools=role.tools | tools,
            )
            return await household.roles.update(changed)

    stored = asyncio.run(run(context.obj))
    show.emit(stored) if json else show.say(name)


@roles.command()
def remove(context: typer.Context, name: str, json: Json = False) -> None:
    """Nobody talks with it any more; its conversations stay readable."""

    async def run(here: Here) -> None:
        async with wiring.open_household(here, dense=False) as household:
            await household.roles.remove(await household.roles.named(name))

    asyncio.run(run(context.obj))
    show.emit({"removed": name}) if json else show.say(name)


def _pairs(values: list[str] | None) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for value in values or ():
        name, equals, chosen = value.partition("=")
        if not equals or not name or not chosen:
            raise UserFacing("app.pair_expected", value=value)
        pairs[name] = chosen
    return pairs


def _voices(values: list[str] | None, here: Here) -> dict[str, str]:
    """Voices by language. A server or a plug-in has voices of its own that only it knows."""
    from core.speech.kokoro.synthesis import KokoroFiles

    pairs = _pairs(values)
    for language in pairs:
        if language not in get_args(Language):
            raise UserFacing("app.language_unknown", language=language, known=", ".join(get_args(Language)))
    if here.settings.voice.kind == "kokoro":
        ours = {model.name.removeprefix(voice_model("")) for model in VOICES}
        installed = KokoroFiles.within(here.places.models).voices
        _refuse_unknown("app.voice_unknown", pairs.values(), ours | set(installed))
    return pairs


def _permissions(values: list[str] | None) -> dict[str, Permission]:
    pairs = _pairs(values)
    _refuse_unknown("app.tool_unknown", pairs, default_tools())
    for chosen in pairs.values():
        if chosen not in get_args(Permission):
            raise UserFacing("app.permission_unknown", permission=chosen)
    return cast("dict[str, Permission]", pairs)


def _refuse_unknown(message_id: str, names: Iterable[str], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            raise UserFacing(message_id, name=name, known=", ".join(sorted(known)))
