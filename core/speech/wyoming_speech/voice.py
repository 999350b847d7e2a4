"""A Voice behind Wyoming: synthesize, and sound comes back as audio-start, chunks and audio-stop."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import numpy as np

from core.speech.incoming import Incoming
from core.speech.patience import Patience
from core.speech.ports import Samples, SpokenChunk, Style
from core.speech.streamed import Pace, longest, streamed
from core.speech.wyoming_speech.connection import Connection, Failed, Garbage, Service
from core.text import Language

if TYPE_CHECKING:
    from wyoming.event import Event


class WyomingVoice:
    """One service. The protocol has no speed, so ``Style.speed`` changes nothing; marks are estimated.

    url: ``tcp://host:port``. cloud: whether the text leaves this machine. Languages that ``Style.voices``
    does not name are spoken in whatever voice the service has for them.
    """

    def __init__(self, url: str, *, private_network: bool = False, patience: Patience | None = None) -> None:
        """Raises Refused for an address that is none or unprotected."""
        self._service = Service(url, "", private_network=private_network, patience=patience or Patience())
        self.cloud = self._service.cloud
        self._pace = Pace()

    async def speak(self, text: str, style: Style) -> AsyncGenerator[SpokenChunk, None]:
        """See ``Voice.speak``. Raises Unavailable as ``Service.connected`` does."""
        voices = dict(style.voices)

        def sounding(said: str, language: Language) -> AsyncGenerator[Samples, None]:
            return self._sound(said, language, voices.get(language))

        async with aclosing(streamed(text, sounding, self._pace, 1.0)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def _sound(self, said: str, language: Language, voice: str | None) -> AsyncGenerator[Samples, None]:
        async with self._service.connected() as connection:
            from wyoming.tts import Synthesize, SynthesizeVoice

            wanted = SynthesizeVoice(name=voice) if voice else SynthesizeVoice(language=language)
            await connection.send(Synthesize(said, wanted).event())
            most, made, heard = longest(said), 0, False
            async with aclosing(_received(connection)) as received:
                async for pcm in received:
                    made += len(pcm)
                    heard = heard or bool(np.any(pcm))
                    if made > most:
                        raise Garbage
                    yield pcm
            if not heard:
                raise Garbage


async def _received(connection: Connection) -> AsyncGenerator[Samples, None]:
    """The sound up to audio-stop, at 24 kHz. Raises Garbage, Failed."""
    from wyoming.error import Error

    incoming: Incoming | None = None
    while True:
        event = await connection.receive()
        if Error.is_type(event.type):
            raise Failed
        if event.type == "audio-stop":
            break
        if event.type == "audio-start" and incoming is None:
            incoming = _format(event)
        elif event.type == "audio-chunk":
            incoming = incoming or _format(event)
            yield incoming.push(event.payload or b"")
    if incoming is not None:
        yield incoming.finish()


def _format(event: Event) -> Incoming:
    values: list[Any] = [event.data.get(name) for name in ("rate", "width", "channels")]
    if not all(type(value) is int for value in values):
        raise Garbage
    try:
        return Incoming(*values)
    except ValueError as error:
        raise Garbage from error
