"""A chat model behind the OpenAI-compatible API: local servers and clouds alike, streamed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec

from core.address import Refusals, address
from core.brain.model import Context, ReplyPart, ToolSpec
from core.brain.openai_wire import ChunkReader, Garbage, ServerError, request_body
from core.errors import Refused, Unavailable
from core.secret import Secret

if TYPE_CHECKING:
    import httpx

MAX_LINE = 1_000_000
"""Bytes of one line of the stream; more is no chat."""

_REFUSALS = Refusals(bad="brain.bad_address", plain="brain.plain_http")
_BY_STATUS = {401: "brain.key_refused", 403: "brain.key_refused", 404: "brain.model_not_found",
              408: "brain.server_slow", 429: "brain.server_busy", 503: "brain.server_busy"}  # fmt: skip
_BY_REASON = {"length": "brain.answer_cut", "content_filter": "brain.answer_withheld"}


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds to wait: for a connection, for the first word, from one word to the next."""

    connect: float = 5.0
    first: float = 30.0
    between: float = 15.0


class OpenAIChat:
    """One model of one server. Own it and ``aclose`` it; it keeps its connection open between turns.

    key: sent as a bearer token and to nobody but ``base_url``; redirects are not followed, proxies and
    other settings of the environment are not used. cloud: true unless the server is this very machine,
    and may be forced for a local relay to a cloud.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key: Secret | None = None,
        *,
        private_http: bool = False,
        relays: bool = False,
        max_tokens: int = 512,
        patience: Patience | None = None,
    ) -> None:
        """Raises Refused for an address that is none or unprotected (see ``core.address``), and
        Refused("brain.bad_key") for a key that could not stand in a header."""
        if key is not None and not all(0x20 < byte < 0x7F for byte in key.reveal()):
            # Refused here, because the HTTP library would quote it in its error.
            raise Refused("brain.bad_key")
        self._server = address(base_url, ("https", "http"), _REFUSALS, private_plain=private_http)
        self.name = model
        self.cloud = relays or not self._server.loopback
        self._key = key
        self._max_tokens = max_tokens
        self._patience = patience or Patience()
        self._client: httpx.AsyncClient | None = None

    def __repr__(self) -> str:
        return f"OpenAIChat({self._server.base!r}, {self.name!r}, cloud={self.cloud})"

    async def aclose(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def reply(self, context: Context, tools: tuple[ToolSpec, ...]) -> AsyncGenerator[ReplyPart, None]:
        """Raises Unavailable, with what went wrong and nothing of what was said:

        brain.server_down, server_slow, server_busy, server_failed, key_refused, model_not_found,
        request_refused, garbage_answer, answer_broke_off, answer_cut, answer_withheld.
        """
        reader = ChunkReader()
        async with self._events(request_body(self.name, context, tools, self._max_tokens)) as events:
            wait = self._patience.first
            while True:
                try:
                    async with asyncio.timeout(wait):
                        data = await anext(events, None)
                except TimeoutError as error:
                    raise self._unavailable("brain.server_slow") from error
                if data is None:
                    break
                for part in self._read(reader, data):
                    wait = self._patience.between
                    yield part
                if data.strip() == "[DONE]":
                    break
        if not reader.ended:
            raise self._unavailable("brain.answer_broke_off")
        if reader.reason in _BY_REASON:
            raise self._unavailable(_BY_REASON[reader.reason])
        try:
            calls = reader.calls()
        except Garbage as error:
            raise self._unavailable("brain.garbage_answer") from error
        for call in calls:
            yield call

    def _read(self, reader: ChunkReader, data: str) -> list[ReplyPart]:
        try:
            return reader.feed(data)
        except Garbage as error:
            raise self._unavailable("brain.garbage_answer") from error
        except ServerError as error:
            raise self._unavailable("brain.server_failed") from error

    @asynccontextmanager
    async def _events(self, body: dict[str, object]) -> AsyncIterator[AsyncIterator[str]]:
        """The data of the stream's events; leaving closes the connection. Network errors of the body
        are translated here too, because they surface while the caller reads."""
        import httpx

        response = await self._send(body)
        try:
            self._check(response)
            yield _data_of(response)
        except httpx.TimeoutException as error:
            raise self._unavailable("brain.server_slow") from error
        except _Huge as error:
            raise self._unavailable("brain.garbage_answer") from error
        except httpx.HTTPError as error:
            raise self._unavailable("brain.answer_broke_off") from error
        finally:
            await response.aclose()

    async def _send(self, body: dict[str, object]) -> httpx.Response:
        import httpx

        client = self._open()
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity", "Cache-Control": "no-store"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key.reveal().decode()}"
        request = client.build_request(
            "POST", f"{self._server.base}/chat/completions", json=body, headers=headers
        )
        try:
            async with asyncio.timeout(self._patience.connect + self._patience.first):
                return await client.send(request, stream=True)
        except (httpx.ConnectTimeout, httpx.NetworkError) as error:
            raise self._unavailable("brain.server_down") from error
        except (TimeoutError, httpx.TimeoutException) as error:
            raise self._unavailable("brain.server_slow") from error
        except httpx.HTTPError as error:
            raise self._unavailable("brain.garbage_answer") from error

    def _check(self, response: httpx.Response) -> None:
        status = response.status_code
        if status != 200:
            fallback = "brain.server_failed" if status >= 500 else "brain.request_refused"
            raise self._unavailable(_BY_STATUS.get(status, fallback), status=status)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "text/event-stream":
            raise self._unavailable("brain.garbage_answer")

    def _open(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            timeout = httpx.Timeout(None, connect=self._patience.connect)
            self._client = httpx.AsyncClient(timeout=timeout, trust_env=False, follow_redirects=False)
        return self._client

    def _unavailable(self, message_id: str, **values: object) -> Unavailable:
        return Unavailable(message_id, server=self._server.shown, model=self.name, **values)


class _Huge(ValueError):
    """A line that does not end."""


async def _data_of(response: httpx.Response) -> AsyncIterator[str]:
    """Data of each server-sent event, as UTF-8 whatever the server claims, lines bounded."""
    import httpx
    from httpx_sse import EventSource

    async def bounded() -> AsyncIterator[bytes]:
        line = 0
        async for block in response.aiter_bytes():
            end = block.rfind(b"\n")
            line = line + len(block) if end < 0 else len(block) - end - 1
            if line > MAX_LINE:
                raise _Huge
            yield block

    headers = {"content-type": "text/event-stream; charset=utf-8"}
    async for event in EventSource(httpx.Response(200, headers=headers, content=bounded())).aiter_sse():
        if event.data:
            yield event.data
