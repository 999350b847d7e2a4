"""Ears and a voice in a cloud, behind the consent of whoever is talking: asked at every sound."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import cast

from core.audio.frames import INPUT_RATE
from core.conversation.doors import Doors
from core.errors import Refused
from core.speech.ports import Hints, Recognizer, Samples, SpokenChunk, Style, Transcript, Voice


class ConsentedRecognizer:
    """A ``Recognizer`` around another. doors: of whoever is talking at the moment. host: what the access log
    calls the place sound is sent to. offline: hears where it may not be sent; without one nothing is
    understood, and :meth:`draft` and :meth:`final` raise Refused("conversation.hearing_closed")."""

    def __init__(
        self,
        recognizer: Recognizer,
        doors: Callable[[], Doors],
        host: str,
        offline: Recognizer | None = None,
    ) -> None:
        self._recognizer = recognizer
        self._doors = doors
        self._host = host
        self._offline = offline

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        return await self._read(audio, hints, final=False)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        return await self._read(audio, hints, final=True)

    async def _read(self, audio: Samples, hints: Hints, *, final: bool) -> Transcript:
        doors = self._doors()
        try:
            await doors.send("recogniser", self._host, round(len(audio) / INPUT_RATE, 1), "seconds")
            recognise = self._recognizer.final if final else self._recognizer.draft
            return await doors.during(recognise(audio, hints), "recogniser", self._host)
        except Refused as error:
            if error.message_id != "conversation.cloud_closed":
                raise
            if self._offline is None:
                raise Refused("conversation.hearing_closed") from error
        here = self._offline.final if final else self._offline.draft
        return await here(audio, hints)


class ConsentedVoice:
    """A ``Voice`` around another, as :class:`ConsentedRecognizer`. A sentence that was cut off in the middle
    is not said again; raises Refused("conversation.voice_closed")."""

    def __init__(
        self, voice: Voice, doors: Callable[[], Doors], host: str, offline: Voice | None = None
    ) -> None:
        self._voice = voice
        self._doors = doors
        self._host = host
        self._offline = offline

    async def speak(self, text: str, style: Style) -> AsyncGenerator[SpokenChunk, None]:
        doors, spoke = self._doors(), False
        try:
            await doors.send("voice", self._host, len(text), "characters")
            async with aclosing(doors.stream(_spoken(self._voice, text, style), "voice", self._host)) as made:
                async for chunk in made:
                    spoke = True
                    yield chunk
        except Refused as error:
            if error.message_id != "conversation.cloud_closed":
                raise
            if spoke or self._offline is None:
                raise Refused("conversation.voice_closed") from error
            async with aclosing(_spoken(self._offline, text, style)) as made:
                async for chunk in made:
                    yield chunk


def _spoken(voice: Voice, text: str, style: Style) -> AsyncGenerator[SpokenChunk, None]:
    return cast("AsyncGenerator[SpokenChunk, None]", voice.speak(text, style))
