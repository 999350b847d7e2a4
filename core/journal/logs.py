"""The two journals a conversation may write to: one that keeps words, one that lets them go."""

from __future__ import annotations

from collections.abc import Sequence

from core.clock import Clock
from core.errors import Refused
from core.ids import random_bytes
from core.journal import store
from core.journal.events import AnyBody, Event, Session, SessionBegun, SessionEnded
from core.journal.growing import GrowingThread
from core.journal.hashing import SALT_BYTES, Link, next_link
from core.journal.log import Also
from core.journal.projection import SpokenTurn
from core.journal.store import AFTER_THE_END
from core.vault.scope import Scope
from core.vault.times import to_text
from core.vault.transaction import Database, Transaction


class VaultLog:
    """A kept session: what was appended is on the disk. ``session`` was begun in the vault."""

    def __init__(self, database: Database, scope: Scope, session: Session) -> None:
        self._database = database
        self._scope = scope
        self._session = session
        self._thread = GrowingThread(scope, session.thread)

    @property
    def session(self) -> Session:
        return self._session

    async def append(self, body: AnyBody, also: Also | None = None) -> Event:
        """Raises Refused when the session has ended."""

        def job(tx: Transaction) -> Event:
            event = store.append(tx, self._scope, self._session.id, body)
            if also is not None:
                also(tx, event)
            return event

        return await self._database.write(job)

    async def history(self) -> Sequence[Event]:
        return await self._database.read(self._thread.events)

    async def turns(self) -> Sequence[SpokenTurn]:
        return await self._database.read(self._thread.turns)


class VolatileLog:
    """A session without consent to keep words: its begin and end are stored, the rest lives here.

    What was kept of the thread before is still its history; what is said now is gone with this
    object and cannot be resumed.
    """

    def __init__(self, database: Database, scope: Scope, session: Session, clock: Clock) -> None:
        self._database = database
        self._scope = scope
        self._session = session
        self._clock = clock
        self._thread = GrowingThread(scope, session.thread)
        self._last: Link | None = None
        self._events: list[Event] = []
        self._remember(SessionBegun())

    @property
    def session(self) -> Session:
        return self._session

    async def append(self, body: AnyBody, also: Also | None = None) -> Event:
        """Raises Refused when the session has ended. ``also`` is not done: nothing is stored."""
        del also
        if isinstance(body, SessionEnded):
            await self._database.write(lambda tx: store.append(tx, self._scope, self._session.id, body))
        elif self._ended() and not isinstance(body, AFTER_THE_END):
            raise Refused("journal.session_ended")
        return self._remember(body)

    async def history(self) -> Sequence[Event]:
        stored = await self._database.read(self._thread.events)
        earlier = [event for event in stored if event.session != self._session.id]
        return [*earlier, *self._events]

    async def turns(self) -> Sequence[SpokenTurn]:
        said = tuple(self._events)
        return await self._database.read(lambda tx: self._thread.turns(tx, said))

    def _ended(self) -> bool:
        return any(isinstance(event.body, SessionEnded) for event in self._events)

    def _remember(self, body: AnyBody) -> Event:
        at = to_text(self._clock.now())
        self._last = next_link(self._last, self._session.id, at, body, random_bytes(SALT_BYTES))
        event = store.event_of(self._last, body)
        self._events.append(event)
        return event


def open_log(database: Database, scope: Scope, session: Session, clock: Clock) -> VaultLog | VolatileLog:
    """The log of a session that was just begun, by whether its words are kept."""
    if session.kept:
        return VaultLog(database, scope, session)
    return VolatileLog(database, scope, session, clock)
