"""What the household's persons told about themselves."""

from __future__ import annotations

from core.memory import store
from core.memory.facts import Fact, Kind, Status
from core.memory.recall import recall
from core.people.persons import Person
from core.people.roles import Role
from core.retrieval.embed import Embedder
from core.vault.scope import Scope
from core.vault.transaction import Database


class Memories:
    """``household.memory``: see ``core.memory.store`` and ``core.memory.recall``."""

    def __init__(self, vault: Database, embedder: Embedder | None) -> None:
        self._vault = vault
        self._embedder = embedder

    async def all(self, person: Person, role: Role, *, active: bool = True) -> list[Fact]:
        """Facts of one person in one role; with ``active`` false the superseded and disabled too."""
        status: Status | None = "active" if active else None
        return await self._vault.read(lambda tx: store.all(tx, _scope(person, role), status))

    async def add(self, person: Person, role: Role, text: str, kind: Kind | None = None) -> Fact:
        return await self._vault.write(lambda tx: store.add(tx, _scope(person, role), text, kind))

    async def edit(self, person: Person, role: Role, fact: str, revision: int, text: str) -> Fact:
        """Raises Refused when ``revision`` is not the newest."""
        return await self._vault.write(lambda tx: store.edit(tx, _scope(person, role), fact, revision, text))

    async def delete(self, person: Person, role: Role, fact: str) -> None:
        await self._vault.erase(lambda tx: store.delete(tx, _scope(person, role), fact))

    async def recall(self, person: Person, role: Role, text: str) -> tuple[Fact, ...]:
        """The facts that a turn with this text would be given."""
        return await self._vault.read(lambda tx: recall(tx, _scope(person, role), text, (), self._embedder))


def _scope(person: Person, role: Role) -> Scope:
    return Scope(actor=person.id, person=person.id, role=role.id)
