"""One file over HTTP into a part file: streamed, resumed after a cut, never longer than it should be."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from core.speech.models.progress import OnBytes

if TYPE_CHECKING:
    import httpx

CONNECT_SECONDS = 4.0
"""An address that does not answer by then is given up, because there is another source to try."""
READ_SECONDS = 30.0
ATTEMPTS_WITHOUT_PROGRESS = 3


class SourceFailedError(Exception):
    """This source did not deliver; there may be another.

    reason: a few words for people. host_is_down: do not ask it again. wrong_bytes: it delivered
    something that is not the file.
    """

    def __init__(self, reason: str, *, host_is_down: bool = False, wrong_bytes: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.host_is_down = host_is_down
        self.wrong_bytes = wrong_bytes


def new_client() -> httpx.AsyncClient:
    """A client with short patience for connecting and long patience for slow lines."""
    import httpx

    return httpx.AsyncClient(
        follow_redirects=True,
        timeout=httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS),
        headers={"accept-encoding": "identity"},  # so that ranges count the file's own bytes
    )


async def download(client: httpx.AsyncClient, url: str, part: Path, size: int, on_bytes: OnBytes) -> None:
    """Make ``part`` exactly ``size`` bytes, beginning with whatever it already holds.

    Raises SourceFailedError; what has arrived by then stays in ``part``. Raises OSError when it
    cannot be written. The bytes are not checked here.
    """
    failures = 0
    while (have := await asyncio.to_thread(_length, part)) != size:
        if have > size:
            await asyncio.to_thread(part.unlink)
            continue
        cut = await _append(client, url, part, size, on_bytes)
        if cut is None:
            return
        failures = failures + 1 if await asyncio.to_thread(_length, part) <= have else 0
        if failures >= ATTEMPTS_WITHOUT_PROGRESS:
            raise cut
    on_bytes(size)


async def _append(
    client: httpx.AsyncClient, url: str, part: Path, size: int, on_bytes: OnBytes
) -> SourceFailedError | None:
    """Ask for the rest once. Returns why it was cut off, or None when ``part`` is whole."""
    import httpx

    have = await asyncio.to_thread(_length, part)
    headers = {"range": f"bytes={have}-"} if have else {}
    try:
        async with client.stream("GET", url, headers=headers) as response:
            if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
                await asyncio.to_thread(part.unlink)
                return SourceFailedError("it refused to resume")
            if response.status_code not in (httpx.codes.OK, httpx.codes.PARTIAL_CONTENT):
                raise SourceFailedError(f"it answered {response.status_code}")
            resumed = response.status_code == httpx.codes.PARTIAL_CONTENT and _starts_at(response, have)
            await _receive(response, part, have if resumed else 0, size, on_bytes)
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        raise SourceFailedError("it cannot be reached", host_is_down=True) from error
    except (httpx.TransportError, httpx.StreamError) as error:
        cut = SourceFailedError("the connection was cut off")
        cut.__cause__ = error
        return cut
    except (httpx.InvalidURL, httpx.TooManyRedirects, httpx.DecodingError) as error:
        raise SourceFailedError("its answer makes no sense") from error
    if await asyncio.to_thread(_length, part) < size:
        return SourceFailedError("it ended too early")
    return None


async def _receive(response: httpx.Response, part: Path, at: int, size: int, on_bytes: OnBytes) -> None:
    file = await asyncio.to_thread(_open_at, part, at)
    try:
        done = at
        on_bytes(done)
        async for (
            block
        ) in response.aiter_bytes():  # as it comes: a block size would lose the last piece of a cut
            done += len(block)
            if done > size:
                raise SourceFailedError("it sent more than the file")
            await asyncio.to_thread(file.write, block)
            on_bytes(done)
    finally:
        await asyncio.to_thread(file.close)


def _starts_at(response: httpx.Response, offset: int) -> bool:
    return str(response.headers.get("content-range", "")).startswith(f"bytes {offset}-")


def _open_at(part: Path, offset: int) -> BinaryIO:
    file = part.open("r+b" if offset else "wb")
    file.seek(offset)
    return file


def _length(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
