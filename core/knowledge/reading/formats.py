"""The kinds of files that are read, and how large each may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MEGABYTE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file. reader: the module of this folder that reads it. most: bytes a file of it may have.
    libraries: what must be installed (extra ``documents``), by the names they are imported under."""

    reader: str
    most: int
    libraries: tuple[str, ...] = ()


_TEXT: Final = Format("plain", 16 * MEGABYTE)
_PAGE: Final = Format("web_page", 16 * MEGABYTE, ("lxml.etree",))

FORMATS: Final[dict[str, Format]] = {
    ".txt": _TEXT,
    ".md": _TEXT,
    ".csv": Format("csv_rows", 16 * MEGABYTE),
    ".html": _PAGE,
    ".htm": _PAGE,
    ".pdf": Format("pdf_pages", 50 * MEGABYTE, ("pypdfium2",)),
    ".docx": Format("word", 50 * MEGABYTE, ("docx", "lxml.etree")),
    ".pptx": Format("slides", 50 * MEGABYTE, ("pptx", "lxml.etree")),
    ".xlsx": Format("spreadsheet", 50 * MEGABYTE, ("openpyxl", "lxml.etree")),
}
SUFFIXES: Final = tuple(FORMATS)
MOST_BYTES: Final = max(one.most for one in FORMATS.values())
MAX_CHARACTERS: Final = 4_000_000
"""Of the text of one document."""


def suffix_of(name: str) -> str:
    """The ending that says what a file is, in lower case; empty when there is none."""
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""


def shown(name: str) -> str:
    """A file's name as people may see it: without folders, and without marks that reverse what it shows."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in last if c.isprintable() and c not in BIDI) or "?"


BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
