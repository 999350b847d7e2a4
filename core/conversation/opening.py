"""The doors into a conversation: a new thread, or a new session of an earlier one."""

from __future__ import annotations

from core.conversation.conversation import Conversation
from core.conversation.equipment import Equipment
from core.journal import resume as resuming
from core.journal import store
from core.journal.events import Session
from core.journal.logs import open_log
from core.journal.reading import sessions
from core.people import consent, persons, roles
from core.people.persons import Person
from core.people.roles import Role
from core.vault.scope import Scope
from core.vault.transaction import Transaction


async def begin(equipment: Equipment, person: Person, role: Role) -> Conversation:
    """A new conversation: a new thread that inherits nothing but long-term memory.

    Whether its words are kept is decided here, once, by the person's consent of this moment.
    """
    scope = Scope(actor=person.id, person=person.id, role=role.id)

    def job(tx: Transaction) -> Session:
        kept = consent.state(tx, scope).allows("transcript")
        return store.begin_session(tx, scope, equipment.machine, kept=kept)

    return _opened(equipment, await equipment.vault.write(job), scope, person, role)


async def resume(equipment: Equipment, thread: str, person: Person) -> Conversation:
    """Go on with ``thread`` in its own role.

    Raises Refused with the reason when it is another person's, was not kept, or its role was
    removed; never becomes an empty conversation.
    """

    def job(tx: Transaction) -> tuple[Session, Scope, Person, Role]:
        anyone = Scope(actor=person.id, person=person.id)
        role = roles.get(tx, sessions(tx, anyone, thread)[0].role)
        scope = Scope(actor=person.id, person=person.id, role=role.id)
        kept = consent.state(tx, scope).allows("transcript")
        session = resuming.continue_thread(tx, scope, thread, equipment.machine, kept)
        return session, scope, persons.get(tx, person.id), role

    session, scope, current, role = await equipment.vault.write(job)
    return _opened(equipment, session, scope, current, role)


def _opened(equipment: Equipment, session: Session, scope: Scope, person: Person, role: Role) -> Conversation:
    journal = open_log(equipment.vault, scope, session, equipment.clock)
    return Conversation(equipment, journal, scope, person, role)
