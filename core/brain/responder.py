"""Answering one turn: asks the model, runs its tools, and hands out sentences as they become complete."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, cast

import msgspec

from core.brain.budget import Budget
from core.brain.calibration import Calibration
from core.brain.context import fit
from core.brain.model import ChatModel, Context, ReplyPart, TextDelta, ToolCall, ToolResult, Usage
from core.brain.sentences import SentenceStream
from core.brain.tools import AwaitCommit, Toolbox, failed
from core.errors import Refused, Unavailable
from core.people.consent import Consents

MAX_CALLS = 8
"""Tool calls of one round that are run; more than that is a model gone astray."""


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence to say, whole."""

    text: str


class ToolAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A model wants a tool; given out before it is run."""

    call: ToolCall


class ToolAnswered(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it, refusals included."""

    result: ToolResult


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """What one request cost, as far as the model says."""

    usage: Usage


AnswerPart = Sentence | ToolAsked | ToolAnswered | Spent


class Answering:
    """The tool loop over one chat model. rounds: requests per turn; the last one offers no tools.
    calibration: shared by the conversations of a household."""

    def __init__(
        self,
        model: ChatModel,
        toolbox: Toolbox,
        budget: Budget,
        rounds: int = 4,
        calibration: Calibration | None = None,
    ) -> None:
        self._model = model
        self._toolbox = toolbox
        self._budget = budget.counted_by(model).with_tools(toolbox.offered())
        self._rounds = rounds
        self._calibration = calibration or Calibration()

    @property
    def budget(self) -> Budget:
        """The budget to project a context with: the offered tools are counted, and what the model has
        reported of earlier requests is taken into account."""
        return self._calibration.of(self._model.name, self._budget)

    async def answer(
        self, context: Context, consents: Consents, await_commit: AwaitCommit
    ) -> AsyncGenerator[AnswerPart, None]:
        """Raises Refused("brain.no_cloud_consent") before anything is sent, and Unavailable when the
        model fails or has nothing to say.

        A cloud model is asked only once the turn is final: a draft may be thrown away, and words that
        were not meant yet do not leave the machine. Close the iterator to stop the request.
        """
        if self._model.cloud:
            if not consents.allows("cloud_models"):
                raise Refused("brain.no_cloud_consent", model=self._model.name)
            await await_commit()
        spoke = False
        for left in range(self._rounds - 1, -1, -1):
            calls: list[ToolCall] = []
            async with aclosing(self._round(context, calls, offer=left > 0)) as parts:
                async for part in parts:
                    spoke = spoke or isinstance(part, Sentence)
                    yield part
            if not calls:
                break
            for call in calls[:MAX_CALLS]:
                yield ToolAsked(call=call)
                result = await self._toolbox.run(call, await_commit)
                context, result = self._with_result(context, result)
                yield ToolAnswered(result=result)
        if not spoke:
            raise Unavailable("brain.no_answer", model=self._model.name)

    def _with_result(self, context: Context, result: ToolResult) -> tuple[Context, ToolResult]:
        """The context with one more exchange; a result that leaves no room is refused, never cut."""
        extended = msgspec.structs.replace(context, exchanges=(*context.exchanges, result))
        try:
            fit(extended, self.budget)
        except Refused:
            result = failed(result.call, "the result is too long for this model; ask for less")
            extended = msgspec.structs.replace(context, exchanges=(*context.exchanges, result))
        return extended, result

    async def _round(
        self, context: Context, calls: list[ToolCall], *, offer: bool
    ) -> AsyncGenerator[Sentence | Spent, None]:
        """One request; its tool calls are put into ``calls``."""
        stream = SentenceStream()
        tools = self._toolbox.offered() if offer else ()
        sent = fit(context, self.budget)
        reply = cast("Any", self._model.reply(sent, tools))
        async with aclosing(reply) as parts:
            part: ReplyPart
            async for part in parts:
                if isinstance(part, TextDelta):
                    for sentence in stream.feed(part.text):
                        yield Sentence(text=sentence)
                elif isinstance(part, ToolCall):
                    calls.append(part)
                else:
                    self._calibration.learn(self._model.name, self._budget, sent, tools, part)
                    yield Spent(usage=part)
        for sentence in stream.rest():
            yield Sentence(text=sentence)
