"""The family's door: what is one person's, wanted by another: asked, noted and done in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from core.errors import Refused
from core.people import access, consent, persons
from core.people.access import Act, Door
from core.people.gate import Ruling, decide
from core.people.persons import Person
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

T = TypeVar("T")


async def looked(vault: Database, scope: Scope, door: Door, job: Callable[[Transaction], T]) -> T:
    """What ``job`` reads of ``scope.person`` for ``scope.actor``.

    Somebody else's look is in the person's log before anything of it is handed out. Raises
    Refused("people.not_shared") where they did not agree to family view, and that is in the log too.
    """
    if scope.actor == scope.person:
        return await vault.read(job)
    return await acted(vault, scope, door, "read", job)


async def acted(vault: Database, scope: Scope, door: Door, act: Act, job: Callable[[Transaction], T]) -> T:
    """What ``job`` does, in a transaction that writes; else as :func:`looked`."""

    def asked(tx: Transaction) -> tuple[Ruling, T | None]:
        ruling = allowed(tx, scope)
        if not ruling.allowed:
            access.note(tx, scope, "refused", door, ruling)
            return ruling, None
        done = job(tx)
        if ruling.reason != "own" and done is not None:
            access.note(tx, scope, act, door, ruling)
        return ruling, done

    ruling, done = await vault.write(asked)
    if not ruling.allowed:
        name = await vault.read(lambda tx: persons.get(tx, scope.person).name)
        raise Refused("people.not_shared", name=name)
    return cast("T", done)


def allowed(tx: Transaction, scope: Scope) -> Ruling:
    """Whether ``scope.actor`` may look at what is ``scope.person``'s."""
    return decide("family_view", consent.state(tx, scope), scope.actor, scope.person)


def readable(tx: Transaction, actor: str) -> list[Person]:
    """Everyone whose records ``actor`` (an id) may look at, themselves among them."""
    return [one for one in persons.all(tx) if allowed(tx, Scope(actor=actor, person=one.id)).allowed]


def scope_of(person: Person, by: Person | None = None, role: str | None = None) -> Scope:
    """by: who does it; the person themselves when nobody is named."""
    return Scope(actor=(by or person).id, person=person.id, role=role)


def note_looks(tx: Transaction, actor: str, people: Iterable[Person], door: Door) -> None:
    """Write into the log of each of ``people`` but the actor's own that it was looked at."""
    for person in people:
        if person.id != actor:
            scope = Scope(actor=actor, person=person.id)
            access.note(tx, scope, "read", door, allowed(tx, scope))
