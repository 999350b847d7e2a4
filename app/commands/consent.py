"""``banyan consent``: what somebody agreed to, version by version, and what was done with what is theirs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app import messages, show, translation, wiring
from app.here import Here
from app.show import Json
from core.people.consent import PURPOSES, Purpose

if TYPE_CHECKING:
    from core.household.deletions import Deletion
    from core.household.household import Household
    from core.people.access import Access
    from core.people.persons import Person

consent = typer.Typer(
    help="Consents: show, grant, withdraw, their history, and the access log.", no_args_is_help=True
)
Name = Annotated[str, typer.Argument(help="Whose, by name.")]
_MEANINGS: dict[Purpose, str] = {
    "transcript": "consent.transcript",
    "memory": "consent.memory",
    "audio": "consent.audio",
    "cloud_sync": "consent.cloud_sync",
    "cloud_memory": "consent.cloud_memory",
    "cloud_models": "consent.cloud_models",
    "family_view": "consent.family_view",
}
"""The words people are asked with; their numbers are ``core.people.consent.WORDINGS``."""

_HOW = {"voice": "by voice"}
_DOORS = {"transcript": "history", "memory": "memories", "audio": "recordings"}
"""Where a word of a door is a purpose's too, and means the thing behind it here."""

About = Annotated[Purpose, typer.Argument(help="What it is about.")]


def register(cli: typer.Typer) -> None:
    cli.add_typer(consent, name="consent")


@consent.command("show")
def show_consents(context: typer.Context, name: Name, json: Json = False) -> None:
    """What somebody agreed to, in the words they are asked with."""

    async def run(here: Here) -> frozenset[Purpose]:
        async with wiring.open_household(here, dense=False) as household:
            person = await household.people.named(name)
            by = await wiring.actor(here, household)
            return (await household.people.consents(person, by=by)).granted

    granted = asyncio.run(run(context.obj))
    if json:
        show.emit({"name": name, "consents": sorted(granted)})
        return
    language = context.obj.language
    rows = [
        (_typed(purpose), _mark(purpose in granted), messages.text(_MEANINGS[purpose], language))
        for purpose in PURPOSES
    ]
    show.table(name, ("purpose", "agreed", "meaning"), rows)


@consent.command()
def grant(context: typer.Context, name: Name, purpose: About, json: Json = False) -> None:
    """Record that somebody agreed."""
    asyncio.run(_decide(context.obj, name, purpose, granted=True, delete=False, as_json=json))


@consent.command()
def withdraw(
    context: typer.Context,
    name: Name,
    purpose: About,
    delete: Annotated[bool, typer.Option("--delete", help="Delete what was kept under it, too.")] = False,
    json: Json = False,
) -> None:
    """Record that somebody took it back. It holds at once, in a conversation under way too."""
    asyncio.run(_decide(context.obj, name, purpose, granted=False, delete=delete, as_json=json))


@consent.command()
def history(context: typer.Context, name: Name, json: Json = False) -> None:
    """Every version: when, by whom it was recorded and how, and which text was shown."""

    async def run(here: Here) -> list[dict[str, Any]]:
        async with wiring.open_household(here, dense=False) as household:
            person = await household.people.named(name)
            decisions = await household.people.decisions(person, by=await _actor(here, household, person))
            names = {one.id: one.name for one in await household.people.all()}
        return [
            {
                "version": decision.version,
                "at": decision.at,
                "purpose": decision.purpose,
                "granted": decision.granted,
                "by": names.get(decision.by, decision.by),
                "how": decision.how,
                "wording": decision.wording,
            }
            for decision in decisions
        ]

    rows = asyncio.run(run(context.obj))
    if json:
        show.emit({"name": name, "decisions": rows})
        return
    show.table(
        name,
        ("version", "when", "purpose", "agreed", "who", "how", "text"),
        [
            (
                r["version"],
                _time(r["at"]),
                _word(r["purpose"]),
                _mark(r["granted"]),
                r["by"],
                _word(_HOW.get(r["how"], r["how"])),
                r["wording"],
            )
            for r in rows
        ],
    )


@consent.command()
def log(
    context: typer.Context,
    name: Name,
    limit: Annotated[int, typer.Option(min=1, help="How many lines, newest first.")] = 50,
    json: Json = False,
) -> None:
    """What was sent, shown, refused, exported and deleted of what is somebody's; never the content."""

    async def run(here: Here) -> list[dict[str, Any]]:
        async with wiring.open_household(here, dense=False) as household:
            person = await household.people.named(name)
            by = await _actor(here, household, person)
            lines = await household.people.accesses(person, limit, by=by)
            names = {one.id: one.name for one in await household.people.all()}
        return [_line(line, names) for line in lines]

    rows = asyncio.run(run(context.obj))
    if json:
        show.emit({"name": name, "log": rows})
        return
    show.table(
        name,
        ("when", "what", "where", "who", "purpose", "sent to", "amount"),
        [
            (
                _time(r["at"]),
                _word(r["act"]),
                _word(_DOORS.get(r["door"], r["door"])),
                r["by"],
                _word(r["purpose"]) if r["purpose"] else "—",
                r["target"] or "—",
                _amount(r),
            )
            for r in rows
        ],
    )


async def _decide(
    here: Here, name: str, purpose: Purpose, *, granted: bool, delete: bool, as_json: bool
) -> None:
    deletion: Deletion | None = None
    async with wiring.open_household(here, dense=False) as household:
        person = await household.people.named(name)
        by = await _actor(here, household, person)
        now = await household.people.decide(person, purpose, granted, by=by.id, how="command")
        kept = 0 if granted else await household.people.kept(person, purpose)
        if delete:
            deletion = await household.deletions.kept(purpose, of=person, by=by)
    if as_json:
        value: dict[str, Any] = {"name": person.name, "consents": sorted(now.granted), "kept": kept}
        if deletion is not None:
            value |= {"kept": 0, "deleted": kept, "settled": deletion.settled}
        show.emit(value)
        return
    agreed = [_word(one) for one in PURPOSES if one in now.granted]
    show.say(f"{person.name}: {', '.join(agreed) or '—'}")
    if deletion is not None:
        show.say(messages.text("consent.deleted", here.language, count=kept))
    elif kept:
        show.say(
            messages.text("consent.still_kept", here.language, count=kept, name=person.name, purpose=purpose)
        )


async def _actor(here: Here, household: Household, person: Person) -> Person:
    return await wiring.actor(here, household) or person


def _line(line: Access, names: dict[str, str]) -> dict[str, Any]:
    return {
        "number": line.number,
        "at": line.at,
        "act": line.act,
        "door": line.door,
        "by": names.get(line.actor, line.actor),
        "purpose": line.purpose,
        "target": line.target,
        "amount": line.amount,
        "unit": line.unit,
        "about": line.about,
    }


def _mark(agreed: bool) -> str:
    return "✓" if agreed else "—"


def _time(at: Any) -> str:  # noqa: ANN401
    return str(at.astimezone().strftime("%Y-%m-%d %H:%M:%S"))


def _amount(row: dict[str, Any]) -> str:
    return f"{row['amount']:g} {_word(row['unit'])}" if row["amount"] else "—"


def _word(english: str) -> str:
    return translation.word(english, messages.face_language()) if english else ""


def _typed(purpose: Purpose) -> str:
    """A purpose as it reads, with the word that the other commands want."""
    shown = _word(purpose)
    return purpose if shown == purpose else f"{shown} ({purpose})"
