"""A chat server on this machine that speaks the OpenAI API, or whatever a test wants it to speak."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import cached_property
from typing import Any

from tests.support.http_server import HttpRequest, HttpServer, http_server

Behaviour = Callable[["Exchange"], Awaitable[None]]
ChatServer = HttpServer["Exchange"]


class Exchange(HttpRequest):
    """One request and the ways a chat server answers."""

    @cached_property
    def body(self) -> dict[str, Any]:
        """What was asked."""
        asked: dict[str, Any] = json.loads(self.content)
        return asked

    async def begin(self, status: str = "200 OK", kind: str = "text/event-stream") -> None:
        await super().begin(status, kind)

    async def event(self, data: object) -> None:
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        await self.raw(f"data: {text}\n\n".encode())

    async def says(self, *texts: str) -> None:
        for text in texts:
            await self.event({"choices": [{"index": 0, "delta": {"content": text}}]})

    async def finishes(self, reason: str = "stop") -> None:
        await self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        await self.event({"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 3}})
        await self.event("[DONE]")

    async def stays_silent(self) -> None:
        """Until the client has gone."""
        await self.gone.wait()


def chat_server(behave: Behaviour) -> AbstractAsyncContextManager[ChatServer]:
    """Serves until the block ends; every request is answered by ``behave``."""
    return http_server(Exchange, behave)
