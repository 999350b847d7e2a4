"""Records brought from other programs: taken in, looked through; ``deletions`` takes them out again."""

from __future__ import annotations

from collections.abc import Sequence

from core.conversation.conversation import Conversation
from core.conversation.quoting import as_quotes
from core.errors import Refused
from core.household.family import looked, scope_of
from core.journal import imports
from core.journal.imports import Import, Imported
from core.people.persons import Person
from core.vault.transaction import Database


class Imports:
    """``household.imports``: see ``core.journal.imports``. by: who looks, if somebody else does."""

    def __init__(self, vault: Database) -> None:
        self._vault = vault

    async def add(self, person: Person, title: str, content: bytes) -> tuple[Import, bool]:
        """Take a file in; whether it is new. Raises Refused with the reason why it is not understood."""
        scope = scope_of(person)
        return await self._vault.write(lambda tx: imports.add(tx, scope, title, content))

    async def all(self, person: Person, *, by: Person | None = None) -> list[Import]:
        """The newest first."""
        scope = scope_of(person, by)
        return await looked(self._vault, scope, "history", lambda tx: imports.all(tx, scope))

    async def find(self, wanted: str, person: Person, *, by: Person | None = None) -> Import:
        """The import meant by an id or the beginning of one. Raises Refused."""
        fits = [one for one in await self.all(person, by=by) if wanted and one.id.startswith(wanted)]
        if len(fits) != 1:
            raise Refused("journal.import_unknown")
        return fits[0]

    async def records(
        self, source: str, person: Person, first: int = 0, limit: int = 200, *, by: Person | None = None
    ) -> list[Imported]:
        """A page of it."""
        scope = scope_of(person, by)
        return await looked(
            self._vault, scope, "history", lambda tx: imports.records(tx, scope, source, first, limit)
        )

    async def quote_into(self, conversation: Conversation, source: str, positions: Sequence[int]) -> None:
        """From its next turn on the conversation may draw on these records. Nothing else brings them in."""
        scope = conversation.scope
        title = (await self.find(source, conversation.person)).title
        records = await self._vault.read(lambda tx: imports.quoted(tx, scope, source, positions))
        conversation.responder.quoted = as_quotes(title, records)
