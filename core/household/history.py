"""The household's past conversations, as pages show them."""

from __future__ import annotations

from core.errors import Refused
from core.household.family import looked, scope_of
from core.journal import reading, timings
from core.journal.events import Event
from core.journal.projection import SpokenTurn, spoken_turns
from core.journal.reading import ThreadSummary
from core.journal.timings import Timing
from core.people.persons import Person
from core.people.roles import Role
from core.vault.transaction import Database

LAST = "last"


class History:
    """``household.history``: see ``core.journal``. by: who looks, if somebody else does (``family.py``)."""

    def __init__(self, vault: Database) -> None:
        self._vault = vault

    async def threads(
        self, person: Person, role: Role | None = None, *, by: Person | None = None
    ) -> list[ThreadSummary]:
        """Newest first."""
        scope = scope_of(person, by, None if role is None else role.id)
        return await looked(self._vault, scope, "history", lambda tx: reading.threads(tx, scope))

    async def find(
        self, wanted: str, person: Person, role: Role | None = None, *, by: Person | None = None
    ) -> str:
        """The thread meant by an id, the beginning of one, or ``last``. Raises Refused."""
        known = [summary.thread for summary in await self.threads(person, role, by=by)]
        if wanted == LAST and known:
            return known[0]
        fits = [thread for thread in known if thread == wanted or (wanted and thread.startswith(wanted))]
        if len(fits) != 1:
            raise Refused("conversation.no_such_thread", thread=wanted, count=len(fits))
        return fits[0]

    async def events(self, thread: str, person: Person, *, by: Person | None = None) -> list[Event]:
        scope = scope_of(person, by)
        return await looked(self._vault, scope, "history", lambda tx: reading.events(tx, scope, thread))

    async def transcript(
        self, thread: str, person: Person, *, by: Person | None = None
    ) -> tuple[SpokenTurn, ...]:
        """What was said, as heard."""
        return spoken_turns(await self.events(thread, person, by=by))

    async def timings(self, person: Person, limit: int) -> list[Timing]:
        """How long this person's newest turns took, newest first."""
        return await self._vault.read(lambda tx: timings.recent(tx, scope_of(person), limit))
