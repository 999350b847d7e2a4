"""A readable copy of a household: plain files that anybody can open, and that anybody can read.

The vault writes the files; what stands in them comes from above as sections. The folder appears under
its name only when it is complete.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from core.errors import Refused, Unavailable
from core.ids import new_id
from core.vault.files import PRIVATE_FILE, make_private_folder
from core.vault.generations import flush

WARNING = "READ-ME-FIRST.txt"
SOUNDS = "recordings"
_NAME = re.compile(r"[a-z0-9-]+")
_SOUND = re.compile(r"[a-z0-9-]+\.wav")


@dataclass(frozen=True, slots=True)
class Section:
    """One pair of files. name: of both, from the code and never from outside. rows: what ``name.jsonl``
    holds, one JSON object a line. page: the same to read, as ``name.md``."""

    name: str
    rows: Sequence[Mapping[str, Any]]
    page: Callable[[Sequence[Mapping[str, Any]]], str]


def write(
    folder: Path, warning: str, sections: Sequence[Section], sounds: Iterable[tuple[str, bytes]] = ()
) -> list[Path]:
    """Write the sections and the warning into the new ``folder``; its files. Blocks.

    sounds: names and contents, asked for one after the other, into the folder ``SOUNDS`` inside.

    Raises Refused("vault.export_exists") when something is there, Unavailable when it cannot be written.
    """
    if folder.exists():
        raise Refused("vault.export_exists", folder=str(folder))
    unfinished = folder.with_name(f".{folder.name}.{new_id()[:8]}")
    try:
        make_private_folder(unfinished)
        _private(unfinished / WARNING, (warning.rstrip() + "\n").encode())
        for section in sections:
            if not _NAME.fullmatch(section.name):
                raise ValueError(f"not a section's name: {section.name}")
            lines = b"".join(msgspec.json.encode(row) + b"\n" for row in section.rows)
            _private(unfinished / f"{section.name}.jsonl", lines)
            _private(unfinished / f"{section.name}.md", (section.page(section.rows).rstrip() + "\n").encode())
        for name, content in sounds:
            make_private_folder(unfinished / SOUNDS)
            if not _SOUND.fullmatch(name):
                raise ValueError(f"not a sound's name: {name}")
            _private(unfinished / SOUNDS / name, content)
        unfinished.rename(folder)
    except OSError as error:
        raise Unavailable("vault.export_unwritable", folder=str(folder)) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def escaped(text: str) -> str:
    """Somebody's words inside Markdown: they make no headings, links, lists or HTML."""
    flat = re.sub(r"([\\`*_{}\[\]<>#|!~])", r"\\\1", " ".join(text.split()))
    return re.sub(r"^([-+=]|\d+[.)])", r"\\\1", flat)


def _private(path: Path, content: bytes) -> None:
    path.touch(PRIVATE_FILE, exist_ok=False)
    path.write_bytes(content)
    flush(path)
