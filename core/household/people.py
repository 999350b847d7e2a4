"""The household's persons and what they consented to."""

from __future__ import annotations

from core.errors import Refused
from core.household import withdrawing
from core.household.family import looked, scope_of
from core.people import access, consent, manner, persons
from core.people.access import Access, Door
from core.people.consent import Consents, Decision, How, Purpose
from core.people.gate import decide
from core.people.manner import Manner
from core.people.persons import Person
from core.text import Language
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction


class People:
    """``household.people``: see ``core.people.persons`` and ``core.people.consent``."""

    def __init__(self, vault: Database) -> None:
        self._vault = vault

    async def add(self, name: str, language: Language = "zh") -> Person:
        return await self._vault.write(lambda tx: persons.add(tx, name, language))

    async def all(self) -> list[Person]:
        return await self._vault.read(persons.all)

    async def named(self, name: str) -> Person:
        """The person of that name; the first one for an empty name. Raises Refused."""
        found = await self._vault.read(
            lambda tx: persons.find(tx, name) if name else next(iter(persons.all(tx)), None)
        )
        if found is None:
            raise Refused("people.nobody_called", name=name)
        return found

    async def rename(self, person: Person, name: str) -> Person:
        return await self._vault.write(lambda tx: persons.rename(tx, person.id, name))

    async def consents(self, person: Person, *, by: Person | None = None) -> Consents:
        """What holds now. by: who looks, if somebody else does (``family.py``)."""
        scope = scope_of(person, by)
        return await looked(self._vault, scope, "consents", lambda tx: consent.state(tx, scope))

    async def decisions(self, person: Person, *, by: Person | None = None) -> list[Decision]:
        """Every version, oldest first. by: who looks, if somebody else does (``family.py``)."""
        scope = scope_of(person, by)
        return await looked(self._vault, scope, "consents", lambda tx: consent.history(tx, scope))

    async def decide(self, person: Person, purpose: Purpose, granted: bool, *, by: str, how: How) -> Consents:
        """Record what ``person`` agreed to or withdrew. by: the id of who recorded it. A conversation that
        is under way holds to it from this moment on."""
        return await self._vault.write(lambda tx: consent.record(tx, _own(person), purpose, granted, by, how))

    async def kept(self, person: Person, purpose: Purpose) -> int:
        """How much is here that was kept under a purpose; what deleting would take."""
        return await self._vault.read(lambda tx: withdrawing.kept(tx, _own(person), purpose))

    async def accesses(
        self, person: Person, limit: int = 100, *, before: int | None = None, by: Person | None = None
    ) -> list[Access]:
        """The newest lines of a person's access log, newest first; those below number ``before``."""
        scope = scope_of(person, by)
        return await looked(
            self._vault, scope, "consents", lambda tx: access.entries(tx, scope, limit, before)
        )

    async def refused(self, person: Person, purpose: Purpose, door: Door, target: str) -> None:
        """Write into the log of a person that a door was found shut before a conversation could begin."""

        def job(tx: Transaction) -> None:
            scope = _own(person)
            ruling = decide(purpose, consent.state(tx, scope), scope.actor, scope.person)
            if not ruling.allowed:
                access.note(tx, scope, "refused", door, ruling, target=target)

        await self._vault.write(job)

    async def manner(self, person: Person) -> Manner:
        """How they pause and like to be spoken with."""
        return await self._vault.read(lambda tx: manner.get(tx, _own(person)))

    async def forget_manner(self, person: Person) -> None:
        await self._vault.write(lambda tx: manner.reset(tx, _own(person)))


def _own(person: Person) -> Scope:
    return Scope(actor=person.id, person=person.id)
