"""What the household's persons told about themselves."""

from __future__ import annotations

from collections.abc import Callable

from core.errors import Refused
from core.household.family import acted, looked, scope_of
from core.household.indexing import MEMORIES, Indexing
from core.memory import extractions, store
from core.memory.asked import Asked
from core.memory.extractions import Counts
from core.memory.facts import Fact, Kind, Status
from core.memory.recall import recall
from core.memory.versions import Version
from core.people import access, consent
from core.people.gate import decide
from core.people.persons import Person
from core.people.roles import Role
from core.retrieval.embed import Embedder
from core.vault.scope import Scope
from core.vault.transaction import Database, T, Transaction


class Memories:
    """``household.memory``: see ``core.memory.store`` and ``core.memory.recall``.

    by: who looks or writes, when it is somebody else; see ``family.py``. indexing: makes the vectors of
    memories. It is told of what is added or changed here and of what conversations learn; whoever opens a
    household for long keeps it going beside, and until then all is recalled by its words.
    """

    def __init__(self, vault: Database, embedder: Embedder | None) -> None:
        self._vault = vault
        self._embedder = embedder
        self.indexing = Indexing(vault, embedder, MEMORIES)

    async def all(
        self, person: Person, role: Role, *, active: bool = True, by: Person | None = None
    ) -> list[Fact]:
        """Facts of one person in one role; with ``active`` false also those superseded, disabled or waiting
        for review."""
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
        self.indexing.wake()
        return added

    async def edit(
        self, person: Person, role: Role, fact: str, revision: int, text: str, *, by: Person | None = None
    ) -> Fact:
        """Raises Refused when ``revision`` is not the newest. What the fact was told by makes no facts any
        more."""
        scope, book = scope_of(person, by, role.id), self._vault.receipts
        return await self._changed(scope, lambda tx: store.edit(tx, scope, fact, revision, text, book))

    async def disable(self, person: Person, role: Role, fact: str, *, by: Person | None = None) -> Fact:
        """Set a fact aside: kept, not used, and not learned again. Raises Refused("memory.unknown")."""
        scope = scope_of(person, by, role.id)
        return await self._changed(scope, lambda tx: store.disable(tx, scope, fact))

    async def enable(self, person: Person, role: Role, fact: str, *, by: Person | None = None) -> Fact:
        """Use a fact again, in the place of what says otherwise now. Raises Refused("memory.unknown")."""
        scope = scope_of(person, by, role.id)
        return await self._changed(scope, lambda tx: store.enable(tx, scope, fact))

    async def history(
        self, person: Person, role: Role, fact: str, *, by: Person | None = None
    ) -> tuple[Fact, list[Version]]:
        """A fact as it is, and its earlier revisions, the oldest first. Raises Refused("memory.unknown")."""
        scope = scope_of(person, by, role.id)

        def job(tx: Transaction) -> tuple[Fact, list[Version]]:
            found = store.get(tx, scope, fact)
            return found, store.versions(tx, found)

        return await looked(self._vault, scope, "memory", job)

    async def review(self, person: Person, role: Role, *, by: Person | None = None) -> list[Fact]:
        """Facts that are set aside because there are too many, until somebody says which may go."""
        scope = scope_of(person, by, role.id)
        return await looked(self._vault, scope, "memory", lambda tx: store.all(tx, scope, "review"))

    async def keep(
        self, person: Person, role: Role, fact: str, *, by: Person | None = None
    ) -> tuple[Fact, list[Fact]]:
        """A fact under review stays; and those proposed in its place. Raises Refused: memory.unknown,
        memory.not_in_review."""
        scope = scope_of(person, by, role.id)
        return await self._changed(scope, lambda tx: store.keep(tx, scope, fact))

    async def let_go(self, person: Person, role: Role, fact: str, *, by: Person | None = None) -> Fact:
        """A fact under review holds no more; said anew it is learned anew. Raises as :meth:`keep`."""
        scope = scope_of(person, by, role.id)
        return await self._changed(scope, lambda tx: store.let_go(tx, scope, fact))

    async def counts(self, person: Person, role: Role, *, by: Person | None = None) -> Counts:
        """How many facts of each status, and how many utterances nothing was learned from yet."""
        scope = scope_of(person, by, role.id)
        return await looked(self._vault, scope, "memory", lambda tx: extractions.counts(tx, scope))

    async def _changed(self, scope: Scope, job: Callable[[Transaction], T]) -> T:
        changed = await acted(self._vault, scope, "memory", "changed", job)
        self.indexing.wake()
        return changed

    async def recall(
        self, person: Person, role: Role, text: str, *, by: Person | None = None
    ) -> tuple[Fact, ...]:
        """The facts that a turn with this text would be given: none without the role's switch or consent."""
        scope = scope_of(person, by, role.id)

        def job(tx: Transaction) -> tuple[Fact, ...]:
            if not (role.memory and consent.state(tx, scope).allows("memory")):
                return ()
            return recall(tx, scope, Asked(text), self._embedder).facts

        return await looked(self._vault, scope, "memory", job)
