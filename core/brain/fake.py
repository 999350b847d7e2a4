"""A chat model that follows a script: for testing whatever stands around a model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from core.brain.model import Context, ReplyPart, ToolSpec
from core.errors import UserFacing

Line = ReplyPart | UserFacing


class Scripted:
    """Replies with one list of parts per request, in order; an error in a list is raised at its place.

    asked: the contexts and tools it was given. closed: how many of its replies were closed early.
    """

    def __init__(self, *replies: Sequence[Line], cloud: bool = False, name: str = "scripted") -> None:
        self.name = name
        self.cloud = cloud
        self.asked: list[tuple[Context, tuple[ToolSpec, ...]]] = []
        self.closed = 0
        self._replies = list(replies)

    async def reply(self, context: Context, tools: tuple[ToolSpec, ...]) -> AsyncGenerator[ReplyPart, None]:
        self.asked.append((context, tools))
        lines = self._replies.pop(0) if self._replies else ()
        try:
            for line in lines:
                if isinstance(line, UserFacing):
                    raise line
                yield line
        except GeneratorExit:
            self.closed += 1
            raise
