"""Coming back into a conversation after the line to this machine broke, for faces that can lose theirs."""

from __future__ import annotations

from core.household.family import scope_of
from core.journal import reconnect
from core.journal.reconnect import Reconnected
from core.people.persons import Person
from core.secret import Secret
from core.vault.transaction import Database


class Reconnects:
    """``household.reconnects``: see ``core.journal.reconnect``. Nobody comes back as somebody else."""

    def __init__(self, vault: Database) -> None:
        self._vault = vault

    async def issue(self, session: str, person: Person) -> Secret:
        """A token for an open session, held by the face alone; earlier ones stop working. Raises Refused."""
        scope = scope_of(person)
        return await self._vault.write(lambda tx: reconnect.issue(tx, scope, session))

    async def reconnect(self, session: str, person: Person, token: Secret, last: int) -> Reconnected:
        """What was missed since ``last`` (a seq, -1 for nothing seen), and the next token. Raises Refused."""
        scope = scope_of(person)
        return await self._vault.write(lambda tx: reconnect.reconnect(tx, scope, session, token, last))
