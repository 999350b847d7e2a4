"""A thread that is read again and again while it grows: only what was added is read anew."""

from __future__ import annotations

import threading

from core.journal.events import Event
from core.journal.reading import added, erasures, sessions
from core.vault.scope import Scope
from core.vault.transaction import Transaction


class GrowingThread:
    """Events are append-only, so what was read stays right until something is erased anywhere.

    A turn late in a long conversation must not decode a hundred thousand events. Used from several
    reader threads.
    """

    def __init__(self, scope: Scope, thread: str) -> None:
        self._scope = scope
        self._thread = thread
        self._known: dict[str, list[Event]] = {}
        self._erasures = 0
        self._reading = threading.Lock()

    def events(self, tx: Transaction) -> list[Event]:
        """Every event of the thread in order, as of this transaction."""
        with self._reading:
            erased = erasures(tx)
            if erased != self._erasures:
                self._known.clear()
                self._erasures = erased
            found: list[Event] = []
            for session in sessions(tx, self._scope, self._thread):
                known = self._known.setdefault(session.id, [])
                known += added(tx, session.id, len(known))
                found += known
            return found
