"""The household's documents."""

from __future__ import annotations

from collections.abc import Iterable

from core.knowledge import store
from core.knowledge.documents import Answerable, Document
from core.knowledge.retrieve import Query, retrieve
from core.knowledge.vectors import embed_missing
from core.people.persons import Person
from core.people.roles import Role
from core.retrieval.embed import Embedder
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

_AT_ONCE = 8


class Knowledge:
    """``household.knowledge``: see ``core.knowledge.store`` and ``core.knowledge.retrieve``."""

    def __init__(self, vault: Database, embedder: Embedder | None) -> None:
        self._vault = vault
        self._embedder = embedder

    async def add(
        self, title: str, source: str, text: str, *, by: Person, roles: Iterable[Role] = ()
    ) -> Document:
        """Import a text and bind it. An unchanged text is only bound."""

        def job(tx: Transaction) -> Document:
            document = store.add(tx, Scope(actor=by.id, person=by.id), title, source, text)
            for role in roles:
                store.bind(tx, document.id, role.id)
            return document

        document = await self._vault.write(job)
        await self._embed()
        return document

    async def _embed(self) -> None:
        """Make the vectors that are missing, a few chunks a transaction, so that nobody is kept waiting."""
        embedder = self._embedder
        if embedder is not None:
            while await self._vault.write(lambda tx: embed_missing(tx, embedder, _AT_ONCE)):
                pass

    async def all(self) -> list[Document]:
        return await self._vault.read(store.all)

    async def bound(self, role: Role) -> list[Document]:
        return await self._vault.read(lambda tx: store.bound(tx, role.id))

    async def bind(self, document: Document, role: Role) -> None:
        await self._vault.write(lambda tx: store.bind(tx, document.id, role.id))

    async def unbind(self, document: Document, role: Role) -> None:
        await self._vault.write(lambda tx: store.unbind(tx, document.id, role.id))

    async def search(
        self, role: Role, text: str, *, context: tuple[str, ...] = (), spoken: bool = False
    ) -> Answerable:
        """The same retrieval that answers questions: exact quotes, or an honest no."""
        query = Query(text=text, context=context, spoken=spoken)
        return await self._vault.read(lambda tx: retrieve(tx, role.id, query, self._embedder), search=True)
