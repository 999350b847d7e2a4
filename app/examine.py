"""The doctor's examinations, each a handful of findings with a next step where one is needed."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec

from app import messages, wiring
from app.here import Here
from core.errors import UserFacing


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """part: audio, models, vault or timings. next: what to do; empty when all is well."""

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
    from core.speech.models import ModelStore

    store = ModelStore(here.places.models)
    missing = store.missing()
    if missing:
        lacking = UserFacing("app.models_missing", count=len(missing), first=missing[0])
        yield _trouble(here, "models", lacking)
    else:
        yield Finding(part="models", ok=True, what=str(store.folder))


async def vault(here: Here) -> list[Finding]:
    """Whether there is a household, whether it opens, and whether its pages are whole."""
    from core.clock import SystemClock
    from core.household.household import MIGRATIONS
    from core.vault import header, integrity
    from core.vault.database import Vault

    try:
        header.read_copies(here.places.vault)
        began = time.monotonic()
        opened = Vault.open(here.places.vault, wiring.opener(here), MIGRATIONS, SystemClock())
        seconds = time.monotonic() - began
        try:
            await opened.read(integrity.check)
        finally:
            await opened.close()
    except UserFacing as error:
        return [_trouble(here, "vault", error)]
    kinds = ", ".join(opened.slots)
    return [Finding(part="vault", ok=True, what=f"{here.places.vault} ({kinds}), opened in {seconds:.2f} s")]


async def timings(here: Here) -> list[Finding]:
    """A sentence spoken by our voice and read back by our recogniser: how long each takes here."""
    from app.speech import Speech

    try:
        speech = Speech(here.places.models)
    except UserFacing as error:
        return [_trouble(here, "timings", error)]
    async with speech:
        measured = await speech.measure(here.language)
    return [
        Finding(part="timings", ok=True, what=f"{name}: {value:.2f} s") for name, value in measured.items()
    ]


def _trouble(here: Here, part: str, error: UserFacing) -> Finding:
    what, next_step = messages.sentence(error, here.language)
    return Finding(part=part, ok=False, what=what, next=next_step)
