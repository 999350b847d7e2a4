"""Deleting for somebody: checked whose it is, with its receipts, in the caller's one transaction."""

from __future__ import annotations

from core.household import erasing
from core.journal import erasing as journal
from core.journal import imports, reading
from core.knowledge import store as knowledge
from core.memory import store as memory
from core.people import persons
from core.vault.receipts import Deleted, Receipt, ReceiptBook, utterance
from core.vault.scope import Scope
from core.vault.transaction import Transaction


def fact(tx: Transaction, scope: Scope, id_: str, book: ReceiptBook) -> list[Receipt]:
    """Raises Refused("memory.unknown")."""
    gone = memory.get(tx, scope, id_)
    receipt = memory.delete(tx, scope, id_, book)
    erasing.looked_up(tx, gone, receipt)
    return [receipt]


def said(tx: Transaction, scope: Scope, session: str, seq: int, book: ReceiptBook) -> list[Receipt]:
    """What the user or the companion said. Raises Refused: ``journal.nothing_to_erase``, and what the scope
    forbids."""
    receipts = journal.delete_utterance(tx, scope, session, seq, book)
    for one in receipts[:1]:
        receipts += memory.delete_told(tx, scope, session, seq, book)
        erasing.utterance(tx, utterance(session, seq), one)
    return receipts


def conversation(tx: Transaction, scope: Scope, thread: str, book: ReceiptBook) -> list[Receipt]:
    """Raises Refused when it is not the scope's."""
    receipts = []
    for session in reading.sessions(tx, scope, thread):
        receipts += memory.delete_told(tx, scope, session.id, None, book)
    return [journal.delete_conversation(tx, scope, thread, book), *receipts]


def document(tx: Transaction, scope: Scope, id_: str, book: ReceiptBook) -> list[Receipt]:
    """Raises Refused("knowledge.unknown_document")."""
    whole = knowledge.text_of(tx, id_)
    receipt = knowledge.remove(tx, scope, id_, book)
    erasing.quoted(tx, whole, receipt)
    return [receipt]


def imported(tx: Transaction, scope: Scope, source: str, book: ReceiptBook) -> list[Receipt]:
    """Raises Refused when there is none of that id, or it is not the scope's."""
    imports.remove(tx, scope, source)
    return [book.write(tx, scope.actor, Deleted(kind="import", id=source, person=scope.person))]


def person(tx: Transaction, scope: Scope, book: ReceiptBook) -> list[Receipt]:
    """``scope.person`` and all that is theirs. Raises Refused: people.person_unknown, people.last_person."""
    receipt = persons.remove(tx, scope, book)
    erasing.person(tx, scope.person, receipt)
    return [receipt]
