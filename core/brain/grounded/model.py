"""Grounded as a chat model: the same context gives the same words, and nothing leaves the machine."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from core.brain.grounded.decide import decide
from core.brain.model import Context, ReplyPart, TextDelta, ToolCall, ToolSpec


class Grounded:
    """Offline and extractive. Answers from quotes, memories, the conversation and the clock; text in
    those is only ever quoted. Calls no tool but ``clock``."""

    name = "grounded"
    cloud = False

    async def reply(self, context: Context, tools: tuple[ToolSpec, ...]) -> AsyncGenerator[ReplyPart, None]:
        decided = decide(context, tools)
        if isinstance(decided, ToolCall):
            yield decided
            return
        for index, sentence in enumerate(decided):
            # A Latin stop ends a sentence only before a space; a Chinese one needs none.
            gap = " " if index and decided[index - 1].isascii() else ""
            yield TextDelta(text=gap + sentence)
