"""What of a folder is read: files of known kinds, at any depth, and nothing that leads out of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from core.errors import Unavailable
from core.knowledge.reading.formats import FORMATS, suffix_of

MAX_FILES: Final = 20_000
Why = Literal["hidden", "link", "kind", "unreadable", "many"]
"""Left out because it is hidden, a link, of a kind that is not read, closed to us, or beyond MAX_FILES."""


@dataclass(frozen=True, slots=True)
class Found:
    """Files by their path inside the folder, parts joined by /, in order. left_out: the same, with why."""

    files: tuple[str, ...]
    left_out: tuple[tuple[str, Why], ...]


def walk(folder: Path) -> Found:
    """Look through a folder; blocks. Raises Unavailable("knowledge.folder_missing")."""
    try:
        os.scandir(folder).close()
    except OSError as error:
        raise Unavailable("knowledge.folder_missing", name=folder.name) from error
    files: list[str] = []
    left_out: list[tuple[str, Why]] = []
    for place, why in _inside(folder):
        if why is not None or len(files) >= MAX_FILES:
            left_out.append((place, why or "many"))
        else:
            files.append(place)
    return Found(tuple(sorted(files)), tuple(sorted(left_out)))


def _inside(folder: Path) -> Iterator[tuple[str, Why | None]]:
    waiting = [""]
    while waiting:
        under = waiting.pop()
        try:
            with os.scandir(folder / under) as entries:
                found = list(entries)
        except OSError:
            yield under, "unreadable"
            continue
        for entry in found:
            place = f"{under}/{entry.name}" if under else entry.name
            if entry.is_symlink() or _is_junction(entry):
                yield place, "link"
            elif entry.name.startswith((".", "~$")):
                yield place, "hidden"
            elif entry.is_dir(follow_symlinks=False):
                waiting.append(place)
            elif not entry.is_file(follow_symlinks=False) or suffix_of(entry.name) not in FORMATS:
                yield place, "kind"
            else:
                yield place, None


def opened(folder: Path, place: str, most: int) -> bytes:
    """The bytes of one found file, one more than ``most`` if there are more; blocks.

    Raises OSError, also where the file became a link since it was found.
    """
    descriptor = os.open(
        folder / place, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    )
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most + 1)


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Windows' other link between folders, which Python tells from 3.12 on."""
    tells: Callable[[], bool] | None = getattr(entry, "is_junction", None)
    return tells is not None and tells()
