"""The doors into a conversation: a new thread, or a new session of an earlier one."""

from __future__ import annotations

from core.conversation.conversation import Conversation
from core.conversation.doors import Doors
from core.conversation.equipment import Equipment
from core.conversation.keeping import ConsentedLog
from core.journal import resume as resuming
from core.journal import store
from core.journal.events import Session
from core.journal.log import SessionLog
from core.journal.logs import open_log
from core.journal.reading import sessions
from core.people import access, consent, persons, roles
from core.people.gate import decide
from core.people.persons import Person
from core.people.roles import Role
from core.vault.scope import Scope
from core.vault.transaction import Transaction


async def begin(equipment: Equipment, person: Person, role: Role) -> Conversation:
    """A new conversation: a new thread that inherits nothing but long-term memory.

    Whether its words are kept is decided here, by the person's consent of this moment; a withdrawal ends
    it at any later one (``keeping.py``).
    """
    scope = Scope(actor=person.id, person=person.id, role=role.id)

    def job(tx: Transaction) -> Session:
        return _noted(tx, scope, store.begin_session(tx, scope, equipment.machine, kept=_keeps(tx, scope)))

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
        session = resuming.continue_thread(tx, scope, thread, equipment.machine, _keeps(tx, scope))
        return _noted(tx, scope, session), scope, persons.get(tx, person.id), role

    session, scope, current, role = await equipment.vault.write(job)
    return _opened(equipment, session, scope, current, role)


def _opened(equipment: Equipment, session: Session, scope: Scope, person: Person, role: Role) -> Conversation:
    doors = Doors(equipment.vault, scope, session.id, equipment.clock)
    journal: SessionLog = open_log(equipment.vault, scope, session, equipment.clock)
    if session.kept:
        journal = ConsentedLog(equipment.vault, scope, journal, doors, equipment.clock)
    return Conversation(equipment, journal, scope, person, role, doors)


def _keeps(tx: Transaction, scope: Scope) -> bool:
    return decide("transcript", consent.state(tx, scope), scope.actor, scope.person).allowed


def _noted(tx: Transaction, scope: Scope, session: Session) -> Session:
    """That a session's words are not kept stands in the access log."""
    if not session.kept:
        ruling = decide("transcript", consent.state(tx, scope), scope.actor, scope.person)
        access.note_refusal(tx, scope, "transcript", ruling, about=session.id)
    return session
