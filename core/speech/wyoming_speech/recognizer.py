"""A Recognizer behind Wyoming: transcribe, the sound, and a transcript comes back."""

from __future__ import annotations

from core.speech.patience import Patience
from core.speech.ports import Hints, Samples, Transcript
from core.speech.recognised import fingerprint, recognised
from core.speech.unheard import is_unheard
from core.speech.wyoming_speech.connection import Failed, Garbage, Service

CONFIDENCE = 0.7
"""The protocol does not tell how sure a service is."""
_PIECE = 1_600
_MOST_WORDS = 50
# Audio events are written out here: the package's own classes load audioop, which Python has given up.
_SOUND = {"rate": 16_000, "width": 2, "channels": 1}


class WyomingRecognizer:
    """One service. A draft is the final reading, and the same sound is sent once.

    url: ``tcp://host:port``. cloud: whether sound leaves this machine. share_words: tell the service the
    household's words; by default only on this machine. model: its name there, or the service's own choice.
    """

    def __init__(
        self,
        url: str,
        model: str | None = None,
        *,
        private_network: bool = False,
        share_words: bool | None = None,
        patience: Patience | None = None,
    ) -> None:
        """Raises Refused for an address that is none or unprotected."""
        self._service = Service(
            url, model or "", private_network=private_network, patience=patience or Patience()
        )
        self._model = model
        self.cloud = self._service.cloud
        self._share_words = not self.cloud if share_words is None else share_words
        self._last: tuple[bytes, Transcript] | None = None

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        """Raises Unavailable as ``Service.connected`` does."""
        return await self._transcribe(audio, hints)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        """As ``draft``. What was remembered of the utterance is forgotten."""
        transcript = await self._transcribe(audio, hints)
        self._last = None
        return transcript

    async def _transcribe(self, audio: Samples, hints: Hints) -> Transcript:
        if is_unheard(audio):
            return Transcript("", hints.language or "zh", 0.0)
        asked = fingerprint(audio, hints)
        if self._last is None or self._last[0] != asked:
            text = await self._ask(audio, hints)
            self._last = (asked, await recognised(text, hints.language or "zh", CONFIDENCE))
        return self._last[1]

    async def _ask(self, audio: Samples, hints: Hints) -> str:
        async with self._service.connected() as connection:
            from wyoming.asr import Transcribe
            from wyoming.asr import Transcript as Read
            from wyoming.error import Error
            from wyoming.event import Event

            words = list(hints.words[:_MOST_WORDS]) if self._share_words and hints.words else None
            wanted = Transcribe(name=self._model, language=hints.language, transcript_names=words)
            await connection.send(wanted.event(), Event("audio-start", dict(_SOUND)))
            data = audio.astype("<i2").tobytes()
            for at in range(0, len(data), 2 * _PIECE):
                await connection.send(Event("audio-chunk", dict(_SOUND), data[at : at + 2 * _PIECE]))
            await connection.send(Event("audio-stop"))
            while True:
                event = await connection.receive()
                if Error.is_type(event.type):
                    raise Failed
                if Read.is_type(event.type):
                    text = event.data.get("text")
                    if not isinstance(text, str):
                        raise Garbage
                    return text
