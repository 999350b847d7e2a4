"""What the household's persons told about themselves."""

from __future__ import annotations

from core.errors import Refused
from core.household.family import acted, looked, scope_of
from core.memory import store
from core.memory.facts import Fact, Kind, Status
from core.memory.recall import recall
from core.people import access, consent
from core.people.gate import decide
from core.people.persons import Person
from core.people.roles import Role
from core.retrieval.embed import Embedder
from core.vault.transaction import Database, Transaction


class Memories:
    """``household.memory``: see ``core.memory.store`` and ``core.memory.recall``.

    by: who looks or writes, when it is somebody else; see ``family.py``.
    """

    def __init__(self, vault: Database, embedder: Embedder | None) -> None:
        self._vault = vault
        self._embedder = embedder

    async def all(
        self, person: Person, role: Role, *, active: bool = True, by: Person | None = None
    ) -> list[Fact]:
        """Facts of one person in one role; with ``active`` false the superseded and disabled too."""
        status: Status | None = "active" if active else None
        scope = scope_of(person, by, role.id)
        return await looked(self._vault, scope, "memory", lambda tx: store.all(tx, scope, status))

    async def add(
        self, person: Person, role: Role, text: str, kind: Kind | None = None, *, by: Person | None = None
    ) -> Fact:
        """Raises Refused("people.memory_closed") without consent to remember, whoever writes."""
        scope = scope_of(person, by, role.id)

        def job(tx: Transaction) -> Fact | None:
            ruling = decide("memory", consent.state(tx, scope), scope.person, scope.person)
            if ruling.allowed:
                return store.add(tx, scope, text, kind)
            access.note(tx, scope, "refused", "memory", ruling)
            return None

        added = await acted(self._vault, scope, "memory", "changed", job)
        if added is None:
            raise Refused("people.memory_closed", name=person.name)
        return added

    async def edit(
        self, person: Person, role: Role, fact: str, revision: int, text: str, *, by: Person | None = None
    ) -> Fact:
        """Raises Refused when ``revision`` is not the newest. What the fact was told by makes no facts any
        more."""
        scope, book = scope_of(person, by, role.id), self._vault.receipts
        return await acted(
            self._vault,
            scope,
            "memory",
            "changed",
            lambda tx: store.edit(tx, scope, fact, revision, text, book),
        )

    async def recall(
        self, person: Person, role: Role, text: str, *, by: Person | None = None
    ) -> tuple[Fact, ...]:
        """The facts that a turn with this text would be given: none without the role's switch or consent."""
        scope = scope_of(person, by, role.id)

        def job(tx: Transaction) -> tuple[Fact, ...]:
            if not (role.memory and consent.state(tx, scope).allows("memory")):
                return ()
            return recall(tx, scope, text, (), self._embedder)

        return await looked(self._vault, scope, "memory", job)
