"""The household: one open vault, its parts, and the conversations that use them."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from core.conversation import opening
from core.conversation.conversation import Conversation
from core.conversation.equipment import Equipment
from core.conversation.habits import PersonHabits
from core.household import exporting
from core.household.deletions import Deletions
from core.household.history import History
from core.household.imports import Imports
from core.household.knowledge import Knowledge
from core.household.memory import Memories
from core.household.people import People
from core.household.reconnects import Reconnects
from core.household.recordings import Recordings
from core.household.roles import Roles
from core.journal import schema as journal
from core.knowledge import schema as knowledge
from core.memory import schema as memory
from core.people import schema as people
from core.people.persons import Person
from core.people.roles import Role
from core.text import Language
from core.vault.export import Section
from core.vault.transaction import T, Transaction

MIGRATIONS = (people.MIGRATIONS, journal.MIGRATIONS, memory.MIGRATIONS, knowledge.MIGRATIONS)
"""In the order of their foreign keys."""


class Household:
    """What the faces hold. An async context manager; leaving it closes the vault.

    people, roles, memory, knowledge, history, imports, reconnects, recordings, deletions: the parts. No logic
    of its own.
    """

    def __init__(self, equipment: Equipment) -> None:
        self._equipment = equipment
        self.people = People(equipment.vault)
        self.roles = Roles(equipment.vault)
        self.memory = Memories(equipment.vault, equipment.embedder)
        self.knowledge = Knowledge(equipment.vault, equipment.embedder)
        self.history = History(equipment.vault, equipment.machine)
        self.imports = Imports(equipment.vault)
        self.reconnects = Reconnects(equipment.vault)
        self.recordings = Recordings(equipment.vault, equipment.recordings)
        self.deletions = Deletions(equipment.vault, equipment.clock, self.recordings)

    async def begin(self, person: Person, role: Role) -> Conversation:
        """See ``core.conversation.opening.begin``."""
        await self.recordings.sweep()
        return self._learning(await opening.begin(self._equipment, person, role))

    async def resume(self, thread: str, person: Person) -> Conversation:
        """See ``core.conversation.opening.resume``."""
        await self.recordings.sweep()
        return self._learning(await opening.resume(self._equipment, thread, person))

    def _learning(self, conversation: Conversation) -> Conversation:
        """Whatever the conversation learns gets its vectors."""
        conversation.recorder.on_learned = self.memory.indexing.wake
        if conversation.proposing is not None:
            conversation.proposing.on_learned = self.memory.indexing.wake
        return conversation

    async def read(self, job: Callable[[Transaction], T]) -> T:
        """Several stores at one moment, as a readable copy of everything needs it."""
        return await self._equipment.vault.read(job)

    async def export(self, person: Person, language: Language, *, by: Person | None = None) -> list[Section]:
        """See ``core.household.exporting.exported``."""
        return await exporting.exported(self._equipment.vault, person, language, by)

    def habits(self, conversation: Conversation) -> PersonHabits:
        """What an engine learns of who speaks in this conversation."""
        return PersonHabits(self._equipment.vault, conversation.scope)

    async def words(self, role: Role) -> tuple[str, ...]:
        """What is likely to be said in this role: names and titles, for the recogniser's ear."""
        named = [role.name, *(person.name for person in await self.people.all())]
        return (*(document.title for document in await self.knowledge.bound(role)), *named)

    async def __aenter__(self) -> Household:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._equipment.vault.close()
