"""A Voice behind ``POST /audio/speech``, its sound streamed as it is made."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import numpy as np

from core.secret import Secret
from core.speech.incoming import Incoming
from core.speech.openai_speech.service import Service, pieces
from core.speech.patience import Patience
from core.speech.ports import Samples, SpokenChunk, Style
from core.speech.streamed import RATE, Pace, longest, streamed
from core.text import Language

_KINDS = {"", "audio/pcm", "audio/x-pcm", "audio/l16", "audio/raw", "application/octet-stream"}
_CONTAINERS = (b"RIFF", b"ID3", b"OggS", b"fLaC", b"{", b"<")
_SLOWEST, _FASTEST = 0.25, 4.0


class OpenAIVoice:
    """One model of one server. Own it and ``aclose`` it.

    cloud: whether the text leaves this machine; consent is asked above. voice: for languages that
    ``Style.voices`` does not name. rate: of the server's ``pcm``; OpenAI's is 24 kHz. Marks are estimated.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key: Secret | None = None,
        *,
        voice: str = "alloy",
        rate: int = RATE,
        private_http: bool = False,
        relays: bool = False,
        patience: Patience | None = None,
    ) -> None:
        """Raises Refused as ``Service`` does."""
        self._service = Service(
            base_url, key, private_http=private_http, relays=relays, patience=patience or Patience()
        )
        self.name = model
        self.cloud = self._service.cloud
        self._voice = voice
        self._rate = rate
        self._pace = Pace()

    async def aclose(self) -> None:
        """Close the connection."""
        await self._service.aclose()

    async def speak(self, text: str, style: Style) -> AsyncGenerator[SpokenChunk, None]:
        """See ``Voice.speak``. Raises Unavailable as ``Service.answer`` does."""
        speed = min(_FASTEST, max(_SLOWEST, style.speed))
        voices = dict(style.voices)

        def sounding(said: str, language: Language) -> AsyncGenerator[Samples, None]:
            return self._sound(said, voices.get(language, self._voice), speed)

        async with aclosing(streamed(text, sounding, self._pace, speed)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def _sound(self, said: str, voice: str, speed: float) -> AsyncGenerator[Samples, None]:
        service = self._service
        body = {
            "model": self.name,
            "input": said,
            "voice": voice,
            "response_format": "pcm",
            "speed": speed,
        }
        incoming, most, made = Incoming(self._rate), longest(said) / speed, 0
        async with service.answer("/audio/speech", self.name, json=body) as response:
            kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            begun = kind in _KINDS
            async for block in pieces(response, service.patience.between):
                # A file's header played as sound would be a bang, compressed sound a roar.
                if not begun or (not made and block.startswith(_CONTAINERS)):
                    raise service.unavailable("speech.garbage_answer", self.name)
                pcm = incoming.push(block)
                made += len(pcm)
                if made > most:
                    raise service.unavailable("speech.garbage_answer", self.name)
                yield pcm
        rest = incoming.finish()
        if not made and not np.any(rest):
            raise service.unavailable("speech.garbage_answer", self.name)
        yield rest
