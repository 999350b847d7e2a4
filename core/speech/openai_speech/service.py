"""One server of the OpenAI-compatible speech API: its address, its key, and what can go wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from core.address import address
from core.errors import Refused, Unavailable
from core.secret import Secret
from core.speech.addresses import REFUSALS
from core.speech.patience import Patience

if TYPE_CHECKING:
    import httpx

_BY_STATUS = {401: "speech.key_refused", 403: "speech.key_refused", 404: "speech.model_not_found",
              408: "speech.server_slow", 429: "speech.server_busy", 503: "speech.server_busy"}  # fmt: skip


class Service:
    """Sends requests and reads answers of one server. Own it and ``aclose`` it.

    key: sent as a bearer token and to nobody but ``base_url``; redirects are not followed, proxies and
    other settings of the environment are not used. cloud: true unless the server is this very machine,
    and may be forced for a local relay to a cloud.
    """

    def __init__(
        self, base_url: str, key: Secret | None, *, private_http: bool, relays: bool, patience: Patience
    ) -> None:
        """Raises Refused for an address that is none or unprotected, and for a key with a character that
        could not stand in a header."""
        if key is not None and not all(0x20 < byte < 0x7F for byte in key.reveal()):
            # Refused here, because the HTTP library would quote it in its error.
            raise Refused("speech.bad_key")
        self._address = address(base_url, ("https", "http"), REFUSALS, private_plain=private_http)
        self.cloud = relays or not self._address.loopback
        self._key = key
        self.patience = patience
        self._client: httpx.AsyncClient | None = None

    def __repr__(self) -> str:
        return f"Service({self._address.base!r}, cloud={self.cloud})"

    async def aclose(self) -> None:
        """Close the connection; it opens again when it is needed."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    @asynccontextmanager
    async def answer(self, path: str, model: str, **content: Any) -> AsyncIterator[httpx.Response]:  # noqa: ANN401 (httpx's own)
        """The response to a POST, its body not yet read; leaving closes the connection. Errors of the
        network become Unavailable here, those of the body too, because they surface while it is read:

        speech.server_down, server_slow, server_busy, server_failed, key_refused, model_not_found,
        request_refused, garbage_answer, answer_broke_off.
        """
        import httpx

        response = await self._send(path, model, content)
        try:
            status = response.status_code
            if status != 200:
                fallback = "speech.server_failed" if status >= 500 else "speech.request_refused"
                raise self.unavailable(_BY_STATUS.get(status, fallback), model, status=status)
            yield response
        except (TimeoutError, httpx.TimeoutException) as error:
            raise self.unavailable("speech.server_slow", model) from error
        except httpx.HTTPError as error:
            raise self.unavailable("speech.answer_broke_off", model) from error
        finally:
            await response.aclose()

    def unavailable(self, message_id: str, model: str, **values: object) -> Unavailable:
        """An error that names server and model, and nothing of what was said."""
        return Unavailable(message_id, server=self._address.shown, model=model, **values)

    async def _send(self, path: str, model: str, content: dict[str, Any]) -> httpx.Response:
        import httpx

        headers = {"Accept-Encoding": "identity", "Cache-Control": "no-store"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key.reveal().decode()}"
        client = self._open()
        request = client.build_request("POST", f"{self._address.base}{path}", headers=headers, **content)
        try:
            async with asyncio.timeout(self.patience.connect + self.patience.first):
                return await client.send(request, stream=True)
        except (httpx.ConnectTimeout, httpx.NetworkError) as error:
            raise self.unavailable("speech.server_down", model) from error
        except (TimeoutError, httpx.TimeoutException) as error:
            raise self.unavailable("speech.server_slow", model) from error
        except httpx.HTTPError as error:
            raise self.unavailable("speech.garbage_answer", model) from error

    def _open(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            timeout = httpx.Timeout(self.patience.between, connect=self.patience.connect, read=None)
            self._client = httpx.AsyncClient(timeout=timeout, trust_env=False, follow_redirects=False)
        return self._client


async def pieces(response: httpx.Response, between: float) -> AsyncIterator[bytes]:
    """The body as it comes. Raises TimeoutError when nothing comes for ``between`` seconds."""
    blocks = response.aiter_bytes()
    while True:
        async with asyncio.timeout(between):
            block = await anext(blocks, None)
        if block is None:
            return
        yield block
