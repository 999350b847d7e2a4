"""Talking with a speech-to-speech service: who answers by ear, and what must be agreed before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.services import key
from app.settings import Realtime
from core.brain.realtime import RealtimeModel
from core.brain.realtime.setup import Setup
from core.clock import Clock
from core.conversation.conversation import Conversation
from core.conversation.realtime import RealtimeResponder
from core.errors import Refused, UserFacing
from core.people.consent import Consents
from core.people.gate import decide
from core.turn.ports import Responder


class ByEar:
    """Own it and ``aclose`` it before the household. on_notice: told message ids that people should see.

    Raises UserFacing("app.realtime_not_set") without an address, what ``RealtimeModel`` refuses, and
    UserFacing for a key file that cannot be read.
    """

    def __init__(self, chosen: Realtime, clock: Clock, on_notice: Callable[[str], None]) -> None:
        if not chosen.address:
            raise UserFacing("app.realtime_not_set")
        self._chosen = chosen
        self._clock = clock
        self._notice = on_notice
        self._cloud = self._model().cloud
        self._conversation: Conversation | None = None
        self._responder: RealtimeResponder | None = None
        self._closing: list[asyncio.Task[None]] = []

    def refusal(self, consents: Consents, person: str) -> UserFacing | None:
        """Why a conversation may not begin."""
        if self._cloud and not decide("cloud_models", consents, person, person).allowed:
            return Refused("app.realtime_stays", person=person, server=self._chosen.address)
        return None

    def of(self, conversation: Conversation) -> Responder:
        """Who answers in it. Another conversation has another connection: what one person said is not
        told to the next."""
        if self._responder is None or conversation is not self._conversation:
            if self._responder is not None:
                self._closing.append(asyncio.create_task(self._responder.aclose()))
            self._conversation = conversation
            self._responder = RealtimeResponder(
                conversation, self._model(), clock=self._clock, on_notice=self._notice
            )
        return self._responder

    async def prepare(self, conversation: Conversation) -> None:
        """Connect ahead of the first turn; after :meth:`refusal`."""
        self.of(conversation)
        assert self._responder is not None, "made just now"
        await self._responder.prepare()

    async def aclose(self) -> None:
        """Wait a little for what the service still writes down, and disconnect."""
        responder, self._responder = self._responder, None
        if responder is not None:
            await responder.aclose()
        await asyncio.gather(*self._closing)

    def _model(self) -> RealtimeModel:
        chosen = self._chosen
        setup = Setup(dialect=chosen.dialect, voice=chosen.voice, transcription=chosen.transcription)
        return RealtimeModel(
            chosen.address,
            chosen.model,
            key(chosen.key_file),
            clock=self._clock,
            setup=setup,
            relays=chosen.relays,
        )
