"""A thread that is read again and again while it grows: only what was added is read anew."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from core.journal.events import Event
from core.journal.projection import SpokenTurn
from core.journal.reading import added, erasures, sessions
from core.journal.running import RunningProjection
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
        self._order: list[str] = []
        self._running = RunningProjection()
        self._volatile = 0
        self._erasures = 0
        self._reading = threading.Lock()

    def events(self, tx: Transaction) -> list[Event]:
        """Every event of the thread in order, as of this transaction."""
        with self._reading:
            self._catch_up(tx)
            return [event for session in self._order for event in self._known[session]]

    def turns(self, tx: Transaction, volatile: Sequence[Event] = ()) -> tuple[SpokenTurn, ...]:
        """What was said in it, as heard: ``spoken_turns`` of :meth:`events`. volatile: events of a last
        session that is not stored, all of them at every call."""
        with self._reading:
            self._catch_up(tx)
            order = self._order
            if volatile:
                own = volatile[0].session
                order = [*(session for session in order if session != own), own]
                for event in volatile[self._volatile :]:
                    self._running.add(event)
                self._volatile = len(volatile)
            return self._running.turns(order)

    def _catch_up(self, tx: Transaction) -> None:
        erased = erasures(tx)
        if erased != self._erasures:
            self._known.clear()
            self._running, self._volatile = RunningProjection(), 0
            self._erasures = erased
        before = self._order
        self._order = [session.id for session in sessions(tx, self._scope, self._thread)]
        if before != self._order[: len(before)]:  # a session of another machine came in between
            self._running, self._volatile = RunningProjection(), 0
            for session in self._order:
                for event in self._known.get(session, ()):
                    self._running.add(event)
        for session in self._order:
            known = self._known.setdefault(session, [])
            for event in added(tx, session, len(known)):
                known.append(event)
                self._running.add(event)
