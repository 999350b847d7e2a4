"""A chat model in a cloud, behind the person's consent: asked at every request, watched while it answers."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import cast

import msgspec

from core.brain.model import ChatModel, Context, ReplyPart, TextDelta, ToolSpec
from core.brain.sections import system_text
from core.conversation.doors import Doors
from core.errors import Refused

log = logging.getLogger(__name__)


class ConsentedChat:
    """A ``ChatModel`` around another. host: what the access log calls the place it is sent to.

    offline: answers instead when the consent is gone before anything of the answer was said; without one,
    and in the middle of an answer, it raises Refused("conversation.cloud_closed").
    """

    def __init__(self, model: ChatModel, doors: Doors, host: str, offline: ChatModel | None = None) -> None:
        self.name = model.name
        self.cloud = model.cloud
        self._model = model
        self._doors = doors
        self._host = host
        self._offline = offline

    async def reply(self, context: Context, tools: tuple[ToolSpec, ...]) -> AsyncGenerator[ReplyPart, None]:
        """What was remembered goes along only while memory is consented to at that very moment."""
        spoke = False
        try:
            consents = await self._doors.send("chat", self._host, characters(context), "characters")
            if not consents.allows("memory"):
                context = msgspec.structs.replace(context, memories=(), memory_on=False)
            parts = cast("AsyncGenerator[ReplyPart, None]", self._model.reply(context, tools))
            async with aclosing(self._doors.stream(parts, "chat", self._host)) as watched:
                async for part in watched:
                    spoke = spoke or isinstance(part, TextDelta)
                    yield part
        except Refused as error:
            if spoke or self._offline is None or error.message_id != "conversation.cloud_closed":
                raise
            log.info("cloud model: consent is gone, answering offline")
            here = cast("AsyncGenerator[ReplyPart, None]", self._offline.reply(context, tools))
            async with aclosing(here) as parts:
                async for part in parts:
                    yield part


def characters(context: Context) -> int:
    """How much of what is somebody's a request carries, in characters."""
    said = sum(len(turn.text) for turn in context.turns)
    results = sum(len(exchange.result) for exchange in context.exchanges)
    return len(system_text(context)) + said + len(context.question) + results
