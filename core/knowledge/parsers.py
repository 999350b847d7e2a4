"""From a file's bytes to text, or a sentence that says why not."""

from __future__ import annotations

import codecs
from typing import Final

from core.errors import UserFacing
from core.text import count_han

MAX_BYTES: Final = 8 * 1024 * 1024
SUFFIXES: Final = (".txt", ".md")

_MARKED: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Common characters of written Chinese; bytes of anything else decode to rarer ones.
_COMMON: Final = frozenset("的一是不在了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会")


def parse(name: str, data: bytes) -> str:
    """The text of a .txt or .md file, line ends as \\n. name: only for its suffix and for errors.

    Raises UserFacing: knowledge.unknown_format, knowledge.too_large, knowledge.empty, knowledge.not_text.
    """
    shown = name.replace("\\", "/").rsplit("/", 1)[-1]
    if not shown.lower().endswith(SUFFIXES):
        raise UserFacing("knowledge.unknown_format", name=shown, known=" ".join(SUFFIXES))
    if len(data) > MAX_BYTES:
        raise UserFacing("knowledge.too_large", name=shown, limit=MAX_BYTES // (1024 * 1024))
    return clean(decode(shown, data), shown)


def clean(text: str, name: str) -> str:
    """One kind of line end, no byte-order marks. Raises UserFacing: knowledge.empty, knowledge.not_text."""
    if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise UserFacing("knowledge.not_text", name=name)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    if not lines.strip():
        raise UserFacing("knowledge.empty", name=name)
    return lines


def decode(name: str, data: bytes) -> str:
    """UTF-8, UTF-16 when marked, GB18030 when what comes out is surely Chinese. Raises knowledge.not_text."""
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            return _strictly(name, data, encoding)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = _strictly(name, data, "gb18030")
    if not _surely_chinese(text):
        raise UserFacing("knowledge.not_text", name=name)
    return text


def _strictly(name: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UserFacing("knowledge.not_text", name=name) from error


def _surely_chinese(text: str) -> bool:
    han = count_han(text)
    common = sum(character in _COMMON for character in text)
    odd = sum("\ue000" <= character <= "\uf8ff" or ord(character) < 9 for character in text)
    return han >= 2 and not odd and common >= han * 0.06 and han >= sum(map(str.isprintable, text)) * 0.2
