"""The household's side of reading: starts the process, feeds it, believes nothing it says, ends it.

The process gets bytes on its standard input and no name of any file. Whatever becomes of it (a crash, no
memory, no end), the answer here is a sentence for people, and nothing was kept yet.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from core.knowledge.preparing import Piece, Prepared, called
from core.knowledge.reading import wire
from core.knowledge.reading.formats import FORMATS, MAX_CHARACTERS, MEGABYTE, shown, suffix_of
from core.knowledge.reading.refusals import REASONS, refusal
from core.knowledge.reading.wire import Begun, Declined, Finished, Job, Message, Pieces
from core.knowledge.reading.worker import WORD

_BOOT: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); from core.knowledge.reading.worker import main; main()"
)
_STEP: Final = 256 * 1024
_MOST_OUTPUT: Final = 24
"""Bytes that may come back for a character of the text: its own, its words and its sounds as JSON."""
_OUT_OF_TIME: Final = (-24, 152)
_KILLED: Final = -9

Seen = Callable[[int, int], None]
"""Told characters prepared and characters there are; on the loop, and must return at once."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one process. seconds and cpu: for any file, and more for every megabyte of it. memory: bytes."""

    seconds: float = 60.0
    cpu: int = 30
    for_each_megabyte: float = 20.0
    memory: int = 1024 * MEGABYTE


@dataclass(frozen=True, slots=True)
class Given:
    """A file as it was handed over. name: as people know it, for its suffix and to be shown. title: empty for
    the name without its suffix. source: what the document is known by; empty for the shown name."""

    name: str
    data: bytes
    title: str = ""
    source: str = ""

    @property
    def names(self) -> tuple[str, str]:
        """Title and source of the document that it becomes."""
        name = shown(self.name)
        stem = name[: len(name) - len(suffix_of(name))]
        return called(self.title or stem, name), self.source or name


class Reader:
    """Reads one document after the other, each in a process of its own. Holds nothing between two."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self._limits = limits
        self._turn = asyncio.Lock()

    async def read(self, given: Given, seen: Seen | None = None) -> Prepared:
        """A file, prepared. Raises UserFacing with the reason why not. Cancelling ends the process.

        Raises UserFacing: see ``refusals``.
        """
        name = shown(given.name)
        suffix = suffix_of(name)
        form = FORMATS.get(suffix)
        if form is None:
            raise refusal("unknown_format", name)
        if len(given.data) > form.most:
            raise refusal("too_large", name, form.most // MEGABYTE)
        if not given.data.strip(b"\xef\xbb\xbf \t\r\n"):
            raise refusal("empty", name)
        title, source = given.names
        file_hash = await asyncio.to_thread(lambda: hashlib.sha256(given.data).hexdigest())
        return await self._prepared(name, source, title, suffix, given.data, file_hash, seen)

    async def prepare(self, title: str, source: str, text: str, seen: Seen | None = None) -> Prepared:
        """A text that is one already, prepared in the process because it is long."""
        name = called(title, source)
        data = text.encode("utf-8", "replace")
        return await self._prepared(name, source, name, "", data, "", seen)

    async def _prepared(
        self, name: str, source: str, title: str, suffix: str, data: bytes, file_hash: str, seen: Seen | None
    ) -> Prepared:
        if len(data) > 64 * MEGABYTE:
            raise refusal("too_large", name, 64)
        more = self._limits.for_each_megabyte * len(data) / MEGABYTE
        job = Job(
            suffix=suffix,
            title=title,
            size=len(data),
            memory=self._limits.memory,
            cpu=int(self._limits.cpu + more),
        )
        async with self._turn:
            seconds = self._limits.seconds + 2 * more
            try:
                async with asyncio.timeout(seconds):
                    gathered = await _spoken_with(name, job, data, seen or _unseen)
            except TimeoutError as error:
                raise refusal("too_slow", name, int(seconds)) from error
        content_hash = await asyncio.to_thread(_hash_of, gathered)
        characters = gathered[-1][0] + len(gathered[-1][1])
        return Prepared(title, source, content_hash, characters, tuple(gathered), file_hash)


async def _spoken_with(name: str, job: Job, data: bytes, seen: Seen) -> list[Piece]:
    """Start the process, give it the job, take what it answers."""
    process = await asyncio.create_subprocess_exec(
        *command(),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=_environment(),
        cwd=Path(sys.executable).anchor,  # nothing of the household's
        start_new_session=sys.platform != "win32",  # Ctrl-C is for the app, which ends it in order
    )
    assert process.stdin is not None
    assert process.stdout is not None
    feeding = asyncio.create_task(_feed(process.stdin, wire.framed(job), data), name="feeding a reader")
    try:
        return await _heard(name, process.stdout, seen)
    except asyncio.IncompleteReadError as error:
        code = await process.wait()
        reason = "too_slow" if code in _OUT_OF_TIME else "too_hungry" if code == _KILLED else "crashed"
        raise refusal(reason, name, job.cpu) from error
    except (msgspec.DecodeError, _Astray) as error:
        raise refusal("crashed", name) from error
    finally:
        feeding.cancel()
        if process.returncode is None:
            process.kill()
        await asyncio.gather(feeding, _drained(process.stdout), process.wait(), return_exceptions=True)


class _Astray(Exception):
    """It says what no reader says."""


async def _heard(name: str, stream: asyncio.StreamReader, seen: Seen) -> list[Piece]:
    total, at, size = -1, 0, 0
    found: list[Piece] = []
    while True:
        length = int.from_bytes(await stream.readexactly(wire.LENGTH), "big")
        size += length
        if length > wire.MAX_FRAME or size > wire.MAX_FRAME + _MOST_OUTPUT * max(total, 0):
            raise _Astray
        message: Message = wire.MESSAGE.decode(await stream.readexactly(length))
        match message:
            case Declined(reason, limit):
                raise refusal(reason if reason in REASONS else "crashed", name, limit)
            case Begun(characters) if total < 0 and 0 < characters <= MAX_CHARACTERS:
                total = characters
            case Pieces(pieces):
                for piece in pieces:
                    if piece[0] != at or not piece[1] or "\x00" in piece[1]:
                        raise _Astray
                    at += len(piece[1])
                found += pieces
                if at > total:
                    raise _Astray
                seen(at, total)
            case Finished() if at == total > 0:
                return found
            case _:
                raise _Astray


async def _feed(into: asyncio.StreamWriter, head: bytes, data: bytes) -> None:
    try:
        into.write(head)
        for start in range(0, len(data), _STEP):
            into.write(data[start : start + _STEP])
            await into.drain()
    except (BrokenPipeError, ConnectionResetError):
        pass  # it ended before it had read all; what it said, or its exit, tells why
    finally:
        into.close()


async def _drained(stream: asyncio.StreamReader) -> None:
    """To its end, so that the pipe is closed."""
    while await stream.read(_STEP):
        pass


def command() -> list[str]:
    """How the process is started, from the source tree, an installation or a frozen program."""
    if getattr(sys, "frozen", False):
        return [sys.executable, WORD]
    return [sys.executable, "-I", "-X", "utf8", "-c", _BOOT, str(Path(__file__).parents[3])]


def _environment() -> dict[str, str]:
    """Only what a program needs to find its own libraries."""
    names = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PATH")
    return {name: os.environ[name] for name in names if name in os.environ}


def _hash_of(pieces: list[Piece]) -> str:
    whole = hashlib.sha256()
    for piece in pieces:
        whole.update(piece[1].encode("utf-8", "surrogatepass"))
    return whole.hexdigest()


def _unseen(done: int, total: int) -> None:
    pass
