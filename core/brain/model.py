"""The port for chat models: a structured context in, streamed text and tool calls out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Literal, Protocol

import msgspec

from core.knowledge.documents import Answerable
from core.memory.facts import Candidate, Fact
from core.text import Language


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """One past turn as the context shows it: the assistant's words only as far as heard."""

    by: Literal["user", "assistant"]
    text: str


class ToolSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A tool as a model sees it. parameters: JSON Schema."""

    name: str
    description: str
    parameters: dict[str, Any]


class ToolCall(msgspec.Struct, frozen=True, kw_only=True):
    """arguments: JSON text as the model wrote it; may be anything, checked before use."""

    id: str
    name: str
    arguments: str


class ToolResult(msgspec.Struct, frozen=True, kw_only=True):
    """result: JSON text."""

    call: ToolCall
    ok: bool
    result: str


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a model may know for this turn, already cut to the budget.

    person: the name they go by. now: local time of the household. exchanges: tool calls made for this
    very question. memory_on: whether what is said may be remembered (role's switch and consent).
    learned: the facts found in this very question, which will be stored; None when nobody looked.
    closeness: how near in meaning each memory is to the question (cosine, by the fact's id); empty when
    nobody measured it.
    """

    instructions: str
    person: str
    language: Language
    question: str
    spoken: bool
    now: datetime
    turns: tuple[Said, ...] = ()
    summary: str = ""
    memories: tuple[Fact, ...] = ()
    knowledge: Answerable = Answerable(state="nothing_bound")
    exchanges: tuple[ToolResult, ...] = ()
    memory_on: bool = True
    learned: tuple[Candidate, ...] | None = None
    closeness: dict[str, float] = {}


class TextDelta(msgspec.Struct, frozen=True, kw_only=True):
    text: str


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    prompt_tokens: int
    completion_tokens: int


ReplyPart = TextDelta | ToolCall | Usage


class TokenCounter(Protocol):
    """What a chat model may offer besides: its own tokeniser."""

    def count_tokens(self, text: str) -> int:
        """Quick, and in this process: it is asked for every turn of the past."""
        ...


class ChatModel(Protocol):
    """Raises Unavailable when the answer cannot be had or breaks off in the middle."""

    name: str
    cloud: bool
    """Whether text leaves the machine, which needs the person's consent."""

    def reply(self, context: Context, tools: tuple[ToolSpec, ...]) -> AsyncIterator[ReplyPart]:
        """Stream one reply. Closing the iterator stops the request."""
        ...
