"""Documents as the household gave them, and what a search may quote from them."""

from __future__ import annotations

from datetime import datetime

import msgspec


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """One imported text at one version. content_hash: SHA-256 of the text, hexadecimal.

    missing: since when its file is gone from its folder; the text stays until somebody removes it.
    """

    id: str
    title: str
    source: str
    version: int
    content_hash: str
    characters: int
    imported: datetime
    missing: datetime | None = None


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """What a document was. current: what it is now; of any other the text is gone, and its quotes with it."""

    version: int
    title: str
    content_hash: str
    characters: int
    imported: datetime
    added_by: str
    current: bool


class Folder(msgspec.Struct, frozen=True, kw_only=True):
    """A folder that is watched, at the household's wish. role: who may quote what is in it."""

    id: str
    path: str
    role: str
    added: datetime


class Query(msgspec.Struct, frozen=True):
    """What is asked. context: what was said before, oldest first; replies: what was answered to that.
    spoken: heard, so sounds count too."""

    text: str
    context: tuple[str, ...] = ()
    spoken: bool = False
    replies: tuple[str, ...] = ()


class Quote(msgspec.Struct, frozen=True, kw_only=True):
    """An exact piece of a document: ``document.text[start:end] == text``, at that version."""

    document: str
    title: str
    version: int
    start: int
    end: int
    text: str
    score: float


class Answerable(msgspec.Struct, frozen=True, kw_only=True):
    """What retrieval found for one question.

    state: ``found`` has quotes, best first; ``not_in_material`` looked and declines;
    ``nothing_bound`` means that the role has no document at all. A miss does not prove absence.
    nearest: what came first when it declined; for showing what was looked at, never for answering.
    why: the evidence for the decision, numbers and names only.
    """

    state: str
    quotes: tuple[Quote, ...] = ()
    nearest: tuple[Quote, ...] = ()
    why: dict[str, float] = {}
