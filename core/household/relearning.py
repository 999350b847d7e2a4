"""Learning what was left undone: after a crash, a failure, or a correction of what had been understood.

Which utterances wait stands in the database (``core.memory.extractions``), their words in the journal alone.
"""

from __future__ import annotations

import logging

from core.errors import Refused
from core.journal import revising
from core.journal.events import UserSpoke
from core.journal.reading import one_event
from core.memory import extractions
from core.memory import store as memories
from core.memory.extract import extract
from core.memory.extractions import Waiting
from core.memory.facts import Fact
from core.people import consent, roles
from core.people.gate import decide
from core.text import language_of
from core.vault.receipts import ReceiptBook
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

_log = logging.getLogger(__name__)


async def learn_waiting(vault: Database) -> int:
    """Learn from every utterance that waits; from how many something could be. A failure of one is counted
    with it and keeps nobody from anything."""
    learned = 0
    for one in await vault.read(extractions.waiting):
        try:
            await vault.write(lambda tx, one=one: learn_one(tx, one, vault.receipts))  # type: ignore[misc]
            learned += 1
        except Exception as error:  # noqa: BLE001 - a rule that is wrong must not keep a household shut
            _log.warning("extraction failed again: %s", type(error).__name__)
            await vault.write(lambda tx, one=one: extractions.failed(tx, one.session, one.seq))  # type: ignore[misc]
    return learned


def learn_one(tx: Transaction, one: Waiting, book: ReceiptBook) -> tuple[Fact, ...]:
    """What an utterance teaches by its words of today, if its person and role still want that."""
    extractions.done(tx, one.session, one.seq)
    scope = Scope(actor=one.person, person=one.person, role=one.role)
    spoken = one_event(tx, one.session, one.seq)
    if spoken is None or not isinstance(spoken.body, UserSpoke) or not _wanted(tx, scope):
        return ()
    words = revising.words(spoken, revising.corrections(tx, one.session, one.seq))
    found = extract(words, language_of(words, spoken.body.language))
    return memories.learn(tx, scope, one.session, one.seq, found, book, spoken.at)


def expect_again(tx: Transaction, scope: Scope, session: str, seq: int) -> None:
    """The words of an utterance were corrected: its facts are to follow."""
    row = tx.one("SELECT role FROM sessions WHERE id = ? AND person = ?", (session, scope.person))
    if row is not None:
        own = Scope(actor=scope.person, person=scope.person, role=row["role"])
        if _wanted(tx, own):
            extractions.expect(tx, own, session, seq)


def _wanted(tx: Transaction, scope: Scope) -> bool:
    try:
        remembers = roles.get(tx, scope.role or "").memory
    except Refused:
        return False
    return remembers and decide("memory", consent.state(tx, scope), scope.person, scope.person).allowed
