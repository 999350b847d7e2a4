"""Files that lie beside the database and belong to its rows, as a backup takes them along.

A store hands in a :class:`Beside`; the vault knows no store. In a backup they follow the database's bytes:
for each ``2 bytes length · name · 8 bytes size · content``, sorted by name, sealed in pieces as the rest is.
Nothing here holds more than a block of them in memory.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.errors import BanyanError, Corrupt
from core.vault.files import PRIVATE_FILE, flush_folder, make_private_folder
from core.vault.transaction import Transaction

_BLOCK = 64 * 1024


class Vanished(BanyanError):
    """A file went, or became another, while a backup was made: the section it was counted in is no more."""


@dataclass(frozen=True, slots=True)
class Beside:
    """folder: its name in the vault's folder. names: the files that rows stand behind."""

    folder: str
    names: Callable[[Transaction], Iterable[str]]


class File(msgspec.Struct, frozen=True, array_like=True):
    name: str
    size: int


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """What is taken along. size, sha256: of all its bytes, heads included."""

    files: tuple[File, ...] = ()
    size: int = 0
    sha256: str = ""


def gathered(folder: Path, names: Iterable[str]) -> Section:
    """Of ``names`` those whose files are in ``folder`` now."""
    found = [File(name, size) for name in sorted(set(names)) if (size := _size(folder / name)) is not None]
    if not found:
        return Section()
    digest, size = hashlib.sha256(), 0
    for block in blocks(folder, found):
        digest.update(block)
        size += len(block)
    return Section(files=tuple(found), size=size, sha256=digest.hexdigest())


def is_there(folder: Path, section: Section) -> bool:
    """Whether it could be read once more, to the bit."""
    try:
        return gathered(folder, [file.name for file in section.files]) == section
    except Vanished:
        return False


def blocks(folder: Path, files: Iterable[File]) -> Iterator[bytes]:
    """A section's bytes. Raises Vanished."""
    for file in files:
        name = file.name.encode()
        yield len(name).to_bytes(2, "big") + name + file.size.to_bytes(8, "big")
        left = file.size
        try:
            with (folder / file.name).open("rb") as source:
                while block := source.read(_BLOCK):
                    left -= len(block)
                    yield block
        except FileNotFoundError as error:
            raise Vanished(file.name) from error
        if left:
            raise Vanished(file.name)


def after(stream: Iterable[bytes], skipped: int) -> Iterator[bytes]:
    """A stream without its first bytes."""
    for block in stream:
        if skipped < len(block):
            yield block[skipped:]
        skipped = max(0, skipped - len(block))


def cut(stream: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The same bytes in blocks of ``size``, the last one shorter."""
    held = bytearray()
    for block in stream:
        held += block
        while len(held) >= size:
            yield bytes(held[:size])
            del held[:size]
    if held:
        yield bytes(held)


def put_back(stream: Iterable[bytes], folder: Path, wanted: Collection[str]) -> int:
    """Write those of a section that are ``wanted`` into ``folder``, durably; how many.

    Raises Corrupt("vault.backup_damaged") when it is no section.
    """
    reading, written = _Reading(stream), 0
    make_private_folder(folder)
    while (name := reading.name()) is not None:
        size = int.from_bytes(reading.exactly(8), "big")
        content = reading.blocks(size)
        if name in wanted and Path(name).name == name:
            _write(folder / name, content)
            written += 1
        else:
            for _ in content:
                pass
    flush_folder(folder)
    return written


class _Reading:
    """Cuts a stream of blocks as it is asked to."""

    def __init__(self, stream: Iterable[bytes]) -> None:
        self._stream = iter(stream)
        self._held = b""

    def name(self) -> str | None:
        """The next file's; None at the end."""
        self._fill()
        if not self._held:
            return None
        try:
            return self.exactly(int.from_bytes(self.exactly(2), "big")).decode()
        except UnicodeDecodeError as error:
            raise Corrupt("vault.backup_damaged") from error

    def exactly(self, size: int) -> bytes:
        return b"".join(self.blocks(size))

    def blocks(self, size: int) -> Iterator[bytes]:
        while size:
            self._fill()
            if not self._held:
                raise Corrupt("vault.backup_damaged")
            block, self._held = self._held[:size], self._held[size:]
            size -= len(block)
            yield block

    def _fill(self) -> None:
        while not self._held and (block := next(self._stream, None)) is not None:
            self._held = block


def _write(path: Path, content: Iterable[bytes]) -> None:
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as file:
        for block in content:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return None
