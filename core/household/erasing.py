"""What each kind of deletion takes with it, across the stores: the one way by which anything is erased.

A deletion and a receipt applied to a restored household both come through here. Nothing here asks whose
it is or writes a receipt; ``deleting.py`` does.
"""

from __future__ import annotations

import json

from core.journal import erasing as journal
from core.journal import imports
from core.knowledge import store as documents
from core.memory import closings
from core.memory import rows as facts
from core.memory.facts import Fact
from core.people import persons
from core.vault.receipts import Receipt
from core.vault.transaction import Transaction


def fact(tx: Transaction, id_: str, receipt: Receipt) -> None:
    """A fact, and what tools were told or found of it."""
    for gone in facts.found(tx, id_):
        facts.erase(tx, id_)
        closings.drop_naming(tx, gone)
        looked_up(tx, gone, receipt)


def utterance(tx: Transaction, id_: str, receipt: Receipt) -> None:
    """An utterance with its transcripts, its answer and its sound, and the facts that it told."""
    session, seq = _place(id_)
    told(tx, session, seq, receipt)
    owner = journal.owner(tx, session)
    if owner is not None:
        journal.erase_left(tx, owner, session, seq, session, receipt.id)


def conversation(tx: Transaction, thread: str, receipt: Receipt) -> None:
    """A conversation, and the facts that came from it."""
    for session in journal.sessions_of(tx, thread):
        told(tx, session, None, receipt)
    journal.erase_conversation(tx, thread)


def told(tx: Transaction, session: str, seq: int | None, receipt: Receipt) -> None:
    """The facts that an utterance, or a session, told and nobody edited since."""
    gone = facts.told(tx, session, seq)
    for one in gone:
        facts.erase(tx, one.id)
    if gone:  # all of one person's, so that what tools found is read once
        texts = [_written(one) for one in gone]
        journal.erase_lookups(tx, gone[0].person, lambda text: any(one in text for one in texts), receipt.id)
    facts.erase_told(tx, session, seq)


def document(tx: Transaction, id_: str, receipt: Receipt) -> None:
    """A document, and the quotes of it that tools found."""
    whole = documents.text_of(tx, id_)
    documents.erase(tx, id_)
    quoted(tx, whole, receipt)


def imported(tx: Transaction, id_: str, _receipt: Receipt) -> None:
    """Records that came from another program."""
    imports.erase(tx, id_)


def person(tx: Transaction, id_: str, _receipt: Receipt) -> None:
    """Everything that is a person's in any room. Documents are the household's."""
    journal.erase_person(tx, id_)
    facts.erase_person(tx, id_)
    persons.erase(tx, id_)


def looked_up(tx: Transaction, gone: Fact, receipt: Receipt) -> None:
    """What tools were told or found of a fact that is gone."""
    said = _written(gone)
    journal.erase_lookups(tx, gone.person, lambda text: said in text, receipt.id)


def quoted(tx: Transaction, whole: str, receipt: Receipt) -> None:
    """What tools found of a text that is gone."""
    journal.erase_lookups(tx, None, lambda text: _quotes(text, whole), receipt.id)


def _written(gone: Fact) -> str:
    """A fact's text as it stands in what tools return."""
    return json.dumps(gone.text, ensure_ascii=False)[1:-1]


def _quotes(text: str, whole: str) -> bool:
    """Whether what a tool returned has a quote of ``whole``, in the shape of ``knowledge_search``."""
    try:
        quotes = json.loads(text)["quotes"]
        return any(one["quote"] and one["quote"] in whole for one in quotes)
    except (ValueError, KeyError, TypeError):
        return False


def _place(id_: str) -> tuple[str, int]:
    session, _, seq = id_.rpartition("/")
    return session, int(seq)
