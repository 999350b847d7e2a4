"""Continuing yesterday's conversation: a new session of the same thread, or a reason why not."""

from __future__ import annotations

from core.errors import Refused
from core.journal.events import Session
from core.journal.reading import sessions
from core.journal.store import begin_session
from core.vault.scope import Scope
from core.vault.transaction import Transaction


def check(tx: Transaction, scope: Scope, thread: str) -> None:
    """Raises Refused with the reason why this thread cannot be continued in this scope.

    ``journal.thread_unknown``, ``other_person``, ``other_role``, or ``not_kept`` when no words of it
    are stored. Whether the role still exists is checked above.
    """
    if not any(session.kept for session in sessions(tx, scope, thread)):
        raise Refused("journal.not_kept")


def continue_thread(tx: Transaction, scope: Scope, thread: str, machine: str, kept: bool = True) -> Session:
    """A new session of ``thread``. kept: whether the person consents to keeping words *now*."""
    check(tx, scope, thread)
    return begin_session(tx, scope, machine, thread, kept)
