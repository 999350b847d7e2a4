"""The household's documents."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.household.importing import FolderRead, Importing, Seen, Step, unseen
from core.household.indexing import Indexing, Progress
from core.household.watching import Watching
from core.knowledge import store
from core.knowledge.documents import Answerable, Document, Version
from core.knowledge.reading.guard import Given, Reader
from core.knowledge.retrieve import Query, retrieve
from core.knowledge.store import Kept
from core.people.persons import Person
from core.people.roles import Role
from core.retrieval.embed import Embedder
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction


class Knowledge:
    """``household.knowledge``: see ``core.knowledge.store``, ``core.knowledge.retrieve`` and ``importing``.

    indexing: makes the vectors that are missing. Every import runs it; whoever opens a household for long
    runs it once more, for what was left when another was killed. watching: the folders of the household.
    """

    def __init__(self, vault: Database, embedder: Embedder | None, reader: Reader | None = None) -> None:
        self._vault = vault
        self._embedder = embedder
        self.indexing = Indexing(vault, embedder)
        self._importing = Importing(vault, self.indexing, reader or Reader())
        self.watching = Watching(vault, self._importing)

    async def add(
        self,
        title: str,
        source: str,
        text: str,
        *,
        by: Person,
        roles: Iterable[Role] = (),
        progress: Progress | None = None,
    ) -> Document:
        """Import a text and bind it. An unchanged text is only bound.

        progress: of making the vectors. Cancelled then, the document is there and found by its words.
        """

        def seen(step: Step) -> None:
            if progress is not None and step.stage == "vectors":
                progress(step.done, step.total)

        kept = await self._importing.text(_scope(by), title, source, text, _ids(roles), seen)
        return kept.document

    async def add_file(
        self, given: Given, *, by: Person, roles: Iterable[Role] = (), seen: Seen = unseen
    ) -> Kept:
        """Import a file, read in a process of its own, and bind it. Raises UserFacing with the reason.

        seen: every step. Cancelled at any moment, the whole old version is there or the whole new one.
        """
        return await self._importing.file(_scope(by), given, _ids(roles), seen)

    async def add_folder(
        self, path: Path, *, by: Person, roles: Iterable[Role] = (), seen: Seen = unseen
    ) -> FolderRead:
        """Import every file of a folder that can be read; the rest is told, and stops nobody.

        Raises Unavailable("knowledge.folder_missing").
        """
        return await self._importing.folder(_scope(by), path, _ids(roles), seen)

    async def rebuild(self, seen: Seen = unseen) -> int:
        """Cut and index every document anew; how many. Versions, bindings and quotes stay."""
        return await self._importing.rebuild(seen)

    async def text(self, document: Document) -> str:
        """All of a document, as it was read. Raises Refused("knowledge.unknown_document")."""

        def job(tx: Transaction) -> str:
            store.get(tx, document.id)
            return store.text_of(tx, document.id)

        return await self._vault.read(job)

    async def versions(self, document: Document) -> list[Version]:
        """What it was, the newest first. Raises Refused("knowledge.unknown_document")."""
        return await self._vault.read(lambda tx: store.versions(tx, document.id))

    async def all(self) -> list[Document]:
        return await self._vault.read(store.all)

    async def bound(self, role: Role) -> list[Document]:
        return await self._vault.read(lambda tx: store.bound(tx, role.id))

    async def bind(self, document: Document, role: Role) -> None:
        await self._vault.write(lambda tx: store.bind(tx, document.id, role.id))

    async def unbind(self, document: Document, role: Role) -> None:
        await self._vault.write(lambda tx: store.unbind(tx, document.id, role.id))

    async def search(
        self,
        role: Role,
        text: str,
        *,
        context: tuple[str, ...] = (),
        replies: tuple[str, ...] = (),
        spoken: bool = False,
    ) -> Answerable:
        """The same retrieval that answers questions: exact quotes, or an honest no."""
        query = Query(text=text, context=context, spoken=spoken, replies=replies)
        return await self._vault.read(lambda tx: retrieve(tx, role.id, query, self._embedder), search=True)


def _scope(by: Person) -> Scope:
    return Scope(actor=by.id, person=by.id)


def _ids(roles: Iterable[Role]) -> list[str]:
    return [role.id for role in roles]
