"""The first person and the first role of a household: both and their consents, or nothing."""

from __future__ import annotations

from collections.abc import Iterable

from core.people import consent, persons, roles
from core.people.consent import Purpose
from core.people.persons import Person
from core.people.roles import Role
from core.text import Language
from core.vault.scope import Scope
from core.vault.transaction import Transaction


def found(
    tx: Transaction, name: str, language: Language, role: Role, decisions: Iterable[tuple[Purpose, bool]]
) -> tuple[Person, Role]:
    """Who it is for, what they agreed to, and who answers. Raises what the stores refuse."""
    person = persons.add(tx, name, language)
    own = Scope(actor=person.id, person=person.id)
    for purpose, granted in decisions:
        consent.record(tx, own, purpose, granted, person.id, "setup")
    return person, roles.add(tx, role)
