"""The household's documents."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from core.household.indexing import Indexing, Progress
from core.knowledge import store
from core.knowledge.documents import Answerable, Document
from core.knowledge.retrieve import Query, retrieve
from core.people.persons import Person
from core.people.roles import Role
from core.retrieval.embed import Embedder
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction


class Knowledge:
    """``household.knowledge``: see ``core.knowledge.store`` and ``core.knowledge.retrieve``.

    indexing: makes the vectors that are missing. :meth:`add` runs it; whoever opens a household for long
    runs it once more, for what was left when another was killed.
    """

    def __init__(self, vault: Database, embedder: Embedder | None) -> None:
        self._vault = vault
        self._embedder = embedder
        self.indexing = Indexing(vault, embedder)

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
        prepared = await asyncio.to_thread(store.prepare, title, source, text)

        def job(tx: Transaction) -> Document:
            document = store.keep(tx, Scope(actor=by.id, person=by.id), prepared)
            for role in roles:
                store.bind(tx, document.id, role.id)
            return document

        document = await self._vault.write(job)
        await self.indexing.run(progress)
        return document

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
