"""A Recognizer behind ``POST /audio/transcriptions``."""

from __future__ import annotations

import msgspec

from core.secret import Secret
from core.speech.openai_speech.service import Service, pieces
from core.speech.openai_speech.transcription import Answer, prompt, read_answer, wav
from core.speech.patience import Patience
from core.speech.ports import Hints, Samples, Transcript
from core.speech.recognised import fingerprint, recognised
from core.speech.unheard import is_unheard

MAX_ANSWER = 4_000_000
"""Bytes; an hour of speech with all its segments is less."""


class OpenAIRecognizer:
    """One model of one server. Own it and ``aclose`` it.

    cloud: whether sound leaves this machine; consent is asked above. draft_model: a quicker model for
    drafts; without one a draft is the final reading, and the same sound is sent once. share_words: send
    the household's words along; by default only to this machine, because they name people and documents.
    detailed: ask for ``verbose_json``, which tells confidence and language and which not every model has.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key: Secret | None = None,
        *,
        draft_model: str | None = None,
        private_http: bool = False,
        relays: bool = False,
        share_words: bool | None = None,
        detailed: bool = False,
        patience: Patience | None = None,
    ) -> None:
        """Raises Refused as ``Service`` does."""
        self._service = Service(
            base_url, key, private_http=private_http, relays=relays, patience=patience or Patience()
        )
        self.name = model
        self.cloud = self._service.cloud
        self._draft_model = draft_model or model
        self._share_words = not self.cloud if share_words is None else share_words
        self._format = "verbose_json" if detailed else "json"
        self._last: tuple[bytes, Transcript] | None = None

    async def aclose(self) -> None:
        """Close the connection and forget."""
        self._last = None
        await self._service.aclose()

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        """Raises Unavailable as ``Service.answer`` does."""
        return await self._transcribe(audio, hints, self._draft_model)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        """As ``draft``. What was remembered of the utterance is forgotten."""
        transcript = await self._transcribe(audio, hints, self.name)
        self._last = None
        return transcript

    async def _transcribe(self, audio: Samples, hints: Hints, model: str) -> Transcript:
        if is_unheard(audio):
            return Transcript("", hints.language or "zh", 0.0)
        asked = fingerprint(audio, hints, model)
        if self._last is not None and self._last[0] == asked:
            return self._last[1]
        answer = await self._ask(audio, hints, model)
        language = answer.spoken() or hints.language or "zh"
        transcript = await recognised(answer.text, language, answer.confidence())
        self._last = (asked, transcript)
        return transcript

    async def _ask(self, audio: Samples, hints: Hints, model: str) -> Answer:
        fields = {"model": model, "response_format": self._format, "temperature": "0"}
        if hints.language:
            fields["language"] = hints.language
        if before := prompt(hints.language, hints.words if self._share_words else ()):
            fields["prompt"] = before
        file = {"file": ("utterance.wav", wav(audio), "audio/wav")}
        patience = self._service.patience
        async with self._service.answer("/audio/transcriptions", model, data=fields, files=file) as response:
            body = bytearray()
            async for block in pieces(response, patience.between):
                body += block
                if len(body) > MAX_ANSWER:
                    raise self._service.unavailable("speech.garbage_answer", model)
            try:
                return read_answer(bytes(body))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise self._service.unavailable("speech.garbage_answer", model) from error
