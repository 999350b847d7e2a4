"""A text cut and read for every channel: the work of an import that needs no database and no vault."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.knowledge.chunks import chunks
from core.knowledge.reading.formats import BIDI, MAX_CHARACTERS
from core.knowledge.reading.refusals import Unread, refusal
from core.retrieval.bigrams import index_tokens
from core.retrieval.sound import sound_tokens

MAX_TITLE: Final = 200

Piece = tuple[int, str, str, str]
"""Start in the document, text, words and sounds of one chunk."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A text ready to be kept. file_hash: SHA-256 of the file it was read from, empty for a pasted one."""

    title: str
    source: str
    content_hash: str
    characters: int
    pieces: tuple[Piece, ...]
    file_hash: str = ""


def prepare(title: str, source: str, text: str) -> Prepared:
    """Milliseconds a page, on whatever thread has time; ``reading.guard`` does it in a process.

    source: where it came from (a file's name, ``paste``), never opened. Raises UserFacing:
    knowledge.empty, knowledge.not_text, knowledge.too_long.
    """
    name = called(title, source)
    try:
        whole = cleaned(text)
    except Unread as error:
        raise refusal(error.reason, name, error.limit) from error
    return Prepared(name, source, hashed(whole), len(whole), tuple(cut(name, whole)))


def called(title: str, source: str) -> str:
    """What people call the document: one line, without marks that turn what it shows around."""
    shown = "".join(character for character in title if character not in BIDI)
    return " ".join(shown.split())[:MAX_TITLE] or source


def cleaned(text: str) -> str:
    """One kind of line end, no byte-order marks. Raises Unread: empty, not_text, too_long."""
    if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise Unread("not_text")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    if not lines.strip():
        raise Unread("empty")
    if len(lines) > MAX_CHARACTERS:
        raise Unread("too_long", MAX_CHARACTERS)
    return lines


def hashed(whole: str) -> str:
    """SHA-256 of a text, hexadecimal."""
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def cut(name: str, whole: str) -> Iterator[Piece]:
    """The chunks in order; they tile the text. The title counts as a part of every one: people name the
    document they ask about."""
    for span in chunks(whole):
        piece = whole[span.start : span.end]
        named = f"{name}\n{piece}"
        yield span.start, piece, " ".join(index_tokens(named)), " ".join(sound_tokens(named))
