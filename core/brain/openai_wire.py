"""The OpenAI chat-completions stream as pure functions: a context to a request, chunks to reply parts.

Shapes: https://platform.openai.com/docs/api-reference/chat-streaming
"""

from __future__ import annotations

from typing import Any

import msgspec

from core.brain.model import Context, ReplyPart, TextDelta, ToolCall, ToolSpec, Usage
from core.brain.sections import messages

MAX_CALLS = 32
MAX_ARGUMENTS = 64_000
"""Characters of arguments that are collected for one call; a stream with more is garbage."""


class Garbage(ValueError):
    """A chunk that is not one."""


class ServerError(ValueError):
    """The server reported an error inside its stream."""


class _Function(msgspec.Struct):
    name: str | None = None
    arguments: str | None = None


class _CallPiece(msgspec.Struct):
    index: int | None = None
    id: str | None = None
    function: _Function | None = None


class _Delta(msgspec.Struct):
    content: str | None = None
    tool_calls: list[_CallPiece] | None = None


class _Choice(msgspec.Struct):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Chunk(msgspec.Struct):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: Any = None


class _Collected(msgspec.Struct):
    id: str = ""
    name: str = ""
    arguments: str = ""


def request_body(
    model: str, context: Context, tools: tuple[ToolSpec, ...], max_tokens: int
) -> dict[str, Any]:
    """The JSON body of a streaming request. Temperature is low: this model answers from data."""
    body: dict[str, Any] = {
        "model": model,
        "messages": messages(context),
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.3,
        "max_tokens": max_tokens,
    }
    if tools:
        body["tools"] = [{"type": "function", "function": msgspec.to_builtins(tool)} for tool in tools]
    return body


class ChunkReader:
    """Collects one stream. Text comes out as it arrives, tool calls whole at the end.

    ended: the server said that the answer is complete, by [DONE] or a finish reason.
    reason: that finish reason, if any.
    """

    def __init__(self) -> None:
        self.ended = False
        self.reason: str | None = None
        self._calls: dict[int, _Collected] = {}
        self._decode = msgspec.json.Decoder(_Chunk).decode

    def feed(self, data: str) -> list[ReplyPart]:
        """The parts one event's data holds. Raises Garbage or ServerError."""
        if data.strip() == "[DONE]":
            self.ended = True
            return []
        try:
            chunk = self._decode(data)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise Garbage(type(error).__name__) from error
        if chunk.error is not None:
            raise ServerError
        if chunk.choices is None and chunk.usage is None:
            raise Garbage("neither choices nor usage")
        parts = [part for choice in chunk.choices or () for part in self._choice(choice)]
        if chunk.usage is not None:
            parts.append(msgspec.convert(chunk.usage, Usage, from_attributes=True))
        return parts

    def _choice(self, choice: _Choice) -> list[ReplyPart]:
        if choice.finish_reason:
            self.ended, self.reason = True, choice.finish_reason
        if choice.delta is None:
            return []
        for piece in choice.delta.tool_calls or ():
            self._collect(piece)
        return [TextDelta(text=choice.delta.content)] if choice.delta.content else []

    def calls(self) -> list[ToolCall]:
        """The tool calls put together, in the order they were begun. Raises Garbage for a nameless one."""
        whole: list[ToolCall] = []
        for index, call in sorted(self._calls.items()):
            if not call.name:
                raise Garbage("a tool call without a name")
            whole.append(ToolCall(id=call.id or f"call_{index}", name=call.name, arguments=call.arguments))
        return whole

    def _collect(self, piece: _CallPiece) -> None:
        index = piece.index if piece.index is not None else self._index_without(piece)
        call = self._calls.setdefault(index, _Collected())
        call.id = call.id or piece.id or ""
        if piece.function is not None:
            call.name += piece.function.name or ""
            call.arguments += piece.function.arguments or ""
        if len(self._calls) > MAX_CALLS or len(call.arguments) + len(call.name) > MAX_ARGUMENTS:
            raise Garbage("too much of a tool call")

    def _index_without(self, piece: _CallPiece) -> int:
        """Some servers leave the index out: a piece with a new id begins a call, others continue it."""
        last = max(self._calls, default=-1)
        if last < 0 or (piece.id and piece.id != self._calls[last].id):
            return last + 1
        return last
