"""Talking by keyboard: the demo without sound."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from app.demo.percentiles import percentiles
from app.demo.silent_engine import interrupted
from app.demo.talker import Exchange, Interruption, exchange_of
from core.conversation.conversation import Conversation


class TypedTalker:
    """Says things by typing; interrupts through the turn engine with ears and voice of its own."""

    mode = "text"

    def __init__(self) -> None:
        self._first: list[float] = []
        self._whole: list[float] = []

    @asynccontextmanager
    async def line(self, conversation: Conversation, words: tuple[str, ...]) -> AsyncIterator[_TypedLine]:
        del words  # nobody has to guess what was typed
        yield _TypedLine(conversation, self._first, self._whole)

    @asynccontextmanager
    async def resting(self) -> AsyncIterator[None]:
        yield

    def timings(self) -> dict[str, Any]:
        return {"first_sentence": percentiles(self._first), "answer": percentiles(self._whole)}


class _TypedLine:
    def __init__(self, conversation: Conversation, first: list[float], whole: list[float]) -> None:
        self._conversation = conversation
        self._first = first
        self._whole = whole

    async def say(self, text: str) -> Exchange:
        before = len(await self._conversation.journal.history())
        asked = time.monotonic()
        sentences: list[str] = []
        async for sentence in self._conversation.ask(text):
            if not sentences:
                self._first.append(time.monotonic() - asked)
            sentences.append(sentence)
        self._whole.append(time.monotonic() - asked)
        return await exchange_of(self._conversation, text, "".join(sentences), before)

    async def interrupt(self, question: str, interruption: str) -> Interruption:
        return await interrupted(self._conversation, question, interruption)
