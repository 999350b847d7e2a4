"""From files to documents that are found: read, prepared, stored, and given vectors, with progress.

Each file is one transaction: whoever cancels at any moment has the whole old version or the whole new one.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from core.errors import Unavailable, UserFacing
from core.household.indexing import Indexing
from core.knowledge import folders, store
from core.knowledge.documents import Document, Folder
from core.knowledge.reading import folder as on_disk
from core.knowledge.reading.formats import MOST_BYTES
from core.knowledge.reading.guard import Given, Reader
from core.knowledge.store import Kept, Outcome, Prepared, prepare
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

SHORT = 2_000
"""Characters of a text that is prepared on a thread: less work than starting a process for it."""

Stage = Literal["reading", "preparing", "storing", "vectors"]


@dataclass(frozen=True, slots=True)
class Step:
    """Where an import is. done and total: characters while preparing, chunks while making vectors, else 0.
    file and files: which of how many, from 1."""

    stage: Stage
    name: str
    done: int = 0
    total: int = 0
    file: int = 1
    files: int = 1


Seen = Callable[[Step], None]
"""Told every step, on the loop; must return at once."""


def unseen(step: Step) -> None:
    """For whoever does not look."""


@dataclass(frozen=True, slots=True)
class FileRead:
    """What became of one file of a folder: a document, or why there is none."""

    place: str
    outcome: Outcome | Literal["refused"]
    document: Document | None = None
    refused: UserFacing | None = None


@dataclass(frozen=True, slots=True)
class FolderRead:
    """files: in order. left_out: what was not looked at, and why. missing: whose files went since."""

    files: tuple[FileRead, ...]
    left_out: tuple[tuple[str, str], ...]
    missing: tuple[Document, ...] = ()


Told = Callable[[Stage, int, int], None]


@dataclass(frozen=True, slots=True)
class Where:
    """What a file's document belongs to. roles: ids of who may quote it. present: sources that its folder has
    now; None for a file without a folder."""

    roles: tuple[str, ...]
    present: frozenset[str] | None = None
    watched: Folder | None = None


class Importing:
    """Reads with ``reader``, stores in the vault, makes vectors by ``indexing``."""

    def __init__(self, vault: Database, indexing: Indexing, reader: Reader) -> None:
        self._vault = vault
        self._indexing = indexing
        self._reader = reader

    async def text(
        self, scope: Scope, title: str, source: str, text: str, roles: Iterable[str], seen: Seen
    ) -> Kept:
        """A text that somebody typed, pasted or made. Raises UserFacing."""
        tell = _telling(seen, source)
        if len(text) <= SHORT:
            prepared = await asyncio.to_thread(prepare, title, source, text)
        else:
            prepared = await self._reader.prepare(title, source, text, partial(tell, "preparing"))
        kept = await self._vault.write(
            partial(_keep, scope=scope, prepared=prepared, where=Where(tuple(roles)))
        )
        await self.vectors(seen, source)
        return kept

    async def file(self, scope: Scope, given: Given, roles: Iterable[str], seen: Seen) -> Kept:
        """One file. Raises UserFacing with the reason why it was not read."""
        kept = await self._read(scope, given, Where(tuple(roles)), _telling(seen, given.name))
        await self.vectors(seen, given.name)
        return kept

    async def folder(
        self, scope: Scope, path: Path, roles: Iterable[str], seen: Seen, watched: Folder | None = None
    ) -> FolderRead:
        """Every file of a folder that can be read; one that cannot is told and stops nobody.

        watched: then documents of files that are gone are marked so.
        Raises Unavailable("knowledge.folder_missing").
        """
        found = await asyncio.to_thread(on_disk.walk, path)
        sources = {place: f"{path.name}/{place}" for place in found.files}
        where = Where(tuple(roles), frozenset(sources.values()), watched)
        read = [
            await self._place(scope, path, place, source, where, _telling(seen, place, number, len(sources)))
            for number, (place, source) in enumerate(sources.items(), 1)
        ]
        missing: tuple[Document, ...] = ()
        if watched is not None:
            missing = await self._vault.write(partial(_mark, folder=watched, present=where.present or ()))
        await self.vectors(seen, path.name)
        return FolderRead(tuple(one for one in read if one is not None), found.left_out, missing)

    async def vectors(self, seen: Seen, name: str) -> None:
        """What is missing; see ``indexing``."""
        await self._indexing.run(partial(_telling(seen, name), "vectors"))

    async def rebuild(self, seen: Seen) -> int:
        """Every document cut and tokenised anew from its stored text, as this build does it; how many."""
        documents = await self._vault.read(store.all)
        count = 0
        for number, document in enumerate(documents, 1):
            tell = _telling(seen, document.title, number, len(documents))
            text = await self._vault.read(partial(store.text_of, document=document.id))
            prepared = await self._reader.prepare(
                document.title, document.source, text, partial(tell, "preparing")
            )
            count += await self._vault.write(partial(store.reindex, document=document.id, prepared=prepared))
        await self.vectors(seen, "")
        return count

    async def _place(
        self, scope: Scope, path: Path, place: str, source: str, where: Where, tell: Told
    ) -> FileRead | None:
        """One file of a folder; None for one whose document somebody removed."""
        watched = where.watched
        if watched is not None and await self._vault.read(
            partial(folders.left_out, folder=watched, source=source)
        ):
            return None
        try:
            data = await asyncio.to_thread(on_disk.opened, path, place, MOST_BYTES)
            kept = await self._read(scope, Given(place, data, source=source), where, tell)
        except OSError as error:
            refused: UserFacing = Unavailable("knowledge.unreadable", name=place, reason=error)
        except UserFacing as error:
            refused = error
        else:
            return FileRead(place, kept.outcome, kept.document)
        return FileRead(place, "refused", None, refused)

    async def _read(self, scope: Scope, given: Given, where: Where, tell: Told) -> Kept:
        tell("reading", 0, 0)
        digest = await asyncio.to_thread(_digest, given.data)
        same = await self._vault.write(partial(_same, given=given, digest=digest, where=where))
        if same is not None:
            return Kept(same, "unchanged")
        prepared = await self._reader.read(given, partial(tell, "preparing"))
        tell("storing", 0, 0)
        return await self._vault.write(partial(_keep, scope=scope, prepared=prepared, where=where))


def _telling(seen: Seen, name: str, file: int = 1, files: int = 1) -> Told:
    def tell(stage: Stage, done: int, total: int) -> None:
        seen(Step(stage, name, done, total, file, files))

    return tell


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _same(tx: Transaction, given: Given, digest: str, where: Where) -> Document | None:
    """The document of this very file, which is not read again."""
    document = store.unchanged(tx, *given.names, digest)
    if document is not None:
        _bind(tx, document, where)
    return document


def _keep(tx: Transaction, scope: Scope, prepared: Prepared, where: Where) -> Kept:
    """A twin from the same folder whose file is no longer there has been renamed."""
    kept = store.keep(tx, scope, prepared)
    old = kept.document.source
    gone = where.present is not None and old not in where.present
    if kept.outcome == "known" and gone and old.split("/", 1)[0] == prepared.source.split("/", 1)[0]:
        kept = Kept(store.rename(tx, kept.document.id, prepared), "renamed")
    _bind(tx, kept.document, where if kept.outcome != "known" else Where(where.roles))
    return kept


def _bind(tx: Transaction, document: Document, where: Where) -> None:
    for role in where.roles:
        store.bind(tx, document.id, role)
    if where.watched is not None:
        folders.take_in(tx, where.watched, document.id)


def _mark(tx: Transaction, folder: Folder, present: Iterable[str]) -> tuple[Document, ...]:
    gone = [one.id for one in folders.absent(tx, folder, present) if one.missing is None]
    folders.mark_missing(tx, gone)
    return tuple(store.get(tx, one) for one in gone)
