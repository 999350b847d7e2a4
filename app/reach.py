"""Is somebody there? Connecting to the addresses in the settings, and saying nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from app.settings import Settings
from core.errors import Unavailable

PATIENCE = 5.0
"""Seconds."""
_PORTS = {"https": 443, "http": 80, "tcp": 10_300}


def addresses(settings: Settings) -> Iterator[tuple[str, str]]:
    """The parts of the settings that are served elsewhere, and where."""
    for name, part in (("recogniser", settings.recogniser), ("voice", settings.voice)):
        if part.kind in ("openai", "wyoming"):
            yield name, part.address
    if settings.chat.kind == "openai":
        yield "chat", settings.chat.base_url


def checked(settings: Settings) -> None:
    """Raises what the adapters refuse: an address that is none or unprotected, a key that cannot be read, a
    wake word or a plug-in that is not known. Nothing is connected to."""
    from app.services import recogniser_service, voice_service
    from app.waking import known
    from app.wiring import chat_model
    from core.turn.plugins import Shelf, chosen

    recogniser_service(settings.recogniser)
    voice_service(settings.voice)
    chat_model(settings.chat)
    known(settings.wake.word)
    if settings.recogniser.kind == "plugin":
        chosen(Shelf.installed().named(settings.recogniser.plugin), "Recognizer")
    if settings.voice.kind == "plugin":
        chosen(Shelf.installed().named(settings.voice.plugin), "Voice")


async def answers(address: str) -> None:
    """A connection is made and closed; not a word is sent. address: a checked one. Raises
    Unavailable("app.service_silent")."""
    parts = urlsplit(address)
    port = parts.port or _PORTS.get(parts.scheme, 443)
    try:
        async with asyncio.timeout(PATIENCE):
            _, writer = await asyncio.open_connection(parts.hostname, port)
    except OSError as error:  # TimeoutError is one
        raise Unavailable("app.service_silent", address=f"{parts.hostname}:{port}") from error
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
