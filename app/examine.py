"""The doctor's examinations, each a handful of findings with a next step where one is needed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from app import messages, openers, two_ways, wiring
from app.here import Here
from core.errors import UserFacing

if TYPE_CHECKING:
    from core.turn.timeline import Percentiles
    from core.vault.slots import SlotRecord
    from core.vault.transaction import Database

Turns = dict[str, "dict[str, Percentiles]"]
"""By language and stage."""

NEWEST_TURNS = 200


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """part: audio, models, vault, keys or timings. next: what to do; empty when all is well."""

    part: str
    ok: bool
    what: str
    next: str = ""


def audio(here: Here) -> Iterator[Finding]:
    """The sound library, a microphone and a speaker."""
    from core.audio import devices as sound

    try:
        available = sound.devices()
        chosen = {
            "microphone": sound.choose(available, here.settings.audio.microphone or None, "input"),
            "speaker": sound.choose(available, here.settings.audio.speaker or None, "output"),
        }
    except UserFacing as error:
        yield _trouble(here, "audio", error)
        return
    for kind, device in chosen.items():
        yield Finding(part="audio", ok=True, what=f"{kind}: {device.name} ({device.rate} Hz)")


def models(here: Here) -> Iterator[Finding]:
    """Whether everything the voice needs is here."""
    from app.services import Chosen
    from core.speech.models import ModelStore

    store = ModelStore(here.places.models)
    servers = not Chosen.by(here.settings).models
    missing = () if servers else store.missing()
    if missing:
        lacking = UserFacing("app.models_missing", count=len(missing), first=missing[0])
        yield _trouble(here, "models", lacking)
    else:
        yield Finding(part="models", ok=True, what=str(store.folder))


async def services(here: Here) -> list[Finding]:
    """Whether somebody answers at every address in the settings; not a word is sent there."""
    from app import reach

    found = []
    try:
        reach.checked(here.settings)
    except UserFacing as error:
        return [_trouble(here, "services", error)]
    for name, address in reach.addresses(here.settings):
        try:
            await reach.answers(address)
        except UserFacing as error:
            found.append(_trouble(here, "services", error))
        else:
            answers = messages.text("app.service_answers", here.language, address=address)
            found.append(Finding(part="services", ok=True, what=f"{name}: {answers}"))
    return found


async def vault(here: Here) -> tuple[list[Finding], Turns]:
    """Whether there is a household, whether it opens, and whether its pages are whole; and how quick its
    newest spoken turns were."""
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.vault import header
    from core.vault.database import Vault

    try:
        header.read_copies(here.places.vault)
        began = time.monotonic()
        opened = Vault.open(here.places.vault, wiring.opener(here), MIGRATIONS, SystemClock())
        seconds = time.monotonic() - began
        kinds, records = ", ".join(opened.slots), opened.header.slots
        try:
            await opened.check()
            measured = await turns(opened)
        finally:
            await opened.close()
    except UserFacing as error:
        return [_trouble(here, "vault", error)], {}
    what = f"{here.places.vault} ({kinds}), opened in {seconds:.2f} s"
    return [Finding(part="vault", ok=True, what=what), *_ways(here, records)], measured


def _ways(here: Here, records: Sequence[SlotRecord]) -> Iterator[Finding]:
    """What protects the ways in that need nobody to remember anything, and whether one could be lost."""
    for record in records:
        if record.kind == "device":
            yield Finding(part="keys", ok=True, what=openers.protection(here, record))
    if len(records) < two_ways.ENOUGH:
        yield _trouble(here, "keys", UserFacing("vault.one_way"))


async def turns(vault: Database) -> Turns:
    """p50 and p95 of every stage of the household's newest spoken turns, in seconds, by language."""
    from core.household.history import History
    from core.household.people import People
    from core.turn.timeline import percentiles

    history = History(vault)
    kept = [
        timing
        for person in await People(vault).all()
        for timing in await history.timings(person, NEWEST_TURNS)
    ]
    newest = sorted(kept, key=lambda timing: -timing.arrival)[:NEWEST_TURNS]
    return {
        language: percentiles(
            {stage: span / 1000 for stage, span in timing.stages.items()}
            for timing in newest
            if timing.language == language
        )
        for language in sorted({timing.language for timing in newest})
    }


async def timings(here: Here) -> list[Finding]:
    """A sentence spoken by our voice and read back by our recogniser: how long each takes here."""
    from app.services import Chosen
    from app.speech import Speech

    try:
        speech = Speech(here.places.models, Chosen.by(here.settings))
    except UserFacing as error:
        return [_trouble(here, "timings", error)]
    try:
        async with speech:
            measured = await speech.measure(here.language)
    except UserFacing as error:
        return [_trouble(here, "timings", error)]
    return [
        Finding(part="timings", ok=True, what=f"{name}: {value:.2f} s") for name, value in measured.items()
    ]


def _trouble(here: Here, part: str, error: UserFacing) -> Finding:
    what, next_step = messages.sentence(error, here.language)
    return Finding(part=part, ok=False, what=what, next=next_step)
