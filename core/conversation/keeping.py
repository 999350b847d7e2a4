"""A kept session as long as its person wants it kept: the words after a withdrawal live in memory only."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import TypeVar

import msgspec

from core.clock import Clock
from core.conversation.doors import Doors
from core.errors import Refused
from core.ids import random_bytes
from core.journal import reading, store
from core.journal.events import AnyBody, Event, Session, SessionEnded
from core.journal.hashing import SALT_BYTES, Link, next_link
from core.journal.log import Also, SessionLog
from core.journal.projection import SpokenTurn, spoken_turns
from core.vault.scope import Scope
from core.vault.times import to_text
from core.vault.transaction import Database, Transaction

T = TypeVar("T")


class ConsentedLog:
    """A ``SessionLog`` over a session that was begun with consent.

    Consent is read in the transaction that appends, so no word is stored a moment after it was withdrawn.
    From the first word that is not stored on none is, to the session's end, whatever is agreed to later: the
    numbers of events would have a hole that nobody could explain. What was stored before stays until it is
    deleted, which may be now, from under the conversation.
    """

    def __init__(
        self, database: Database, scope: Scope, kept: SessionLog, doors: Doors, clock: Clock
    ) -> None:
        """kept: the log in the vault of a session that was just begun."""
        self._database = database
        self._scope = scope
        self._kept = kept
        self._session = kept.session
        self._doors = doors
        self._clock = clock
        self._stored = 0
        self._seen: Event | None = None
        self._volatile = False
        self._last: Link | None = None
        self._let_go: list[Event] = []
        self._ended = False

    @property
    def session(self) -> Session:
        """``kept`` says whether words are stored from now on."""
        return self._session

    async def append(self, body: AnyBody, also: Also | None = None) -> Event:
        """Raises Refused when the session has ended."""
        if self._volatile and not isinstance(body, SessionEnded):
            return self._remember(body)

        def job(tx: Transaction) -> tuple[Event | None, bool]:
            ends = isinstance(body, SessionEnded)
            try:
                if ends or self._doors.open(tx, "transcript", "transcript"):
                    stored = store.append(tx, self._scope, self._session.id, body)
                    if also is not None:
                        also(tx, stored)
                    return stored, True
            except Refused as error:
                if error.message_id != "journal.session_unknown":
                    raise
            left = reading.added(tx, self._session.id, self._stored)
            return (left[-1] if left else None), False

        event, stored = await self._database.write(job)
        if stored and event is not None:
            self._ended = self._ended or isinstance(body, SessionEnded)
            if self._volatile:
                return event
            self._stored, self._seen = event.seq, event
            return event
        if not self._volatile:
            self._let_go_from(event or self._seen)
        event = self._remember(body)
        self._ended = self._ended or isinstance(body, SessionEnded)
        return event

    async def history(self) -> Sequence[Event]:
        """Every event of the thread, those that are not stored last."""
        events = await _left(self._kept.history())
        if not self._volatile:
            return events
        own = self._session.id
        earlier = [event for event in events if event.session != own or event.seq <= self._stored]
        return [*earlier, *self._let_go]

    async def turns(self) -> Sequence[SpokenTurn]:
        """What was said in the thread, as heard."""
        if not self._volatile:
            return await _left(self._kept.turns())
        return spoken_turns(await self.history())

    def _let_go_from(self, last: Event | None) -> None:
        """Nothing more is stored; ``last`` is the last event that was."""
        self._volatile = True
        self._session = msgspec.structs.replace(self._session, kept=False)
        if last is not None:
            self._stored, self._last = last.seq, _link(last)

    def _remember(self, body: AnyBody) -> Event:
        if self._ended and not isinstance(body, store.AFTER_THE_END):
            raise Refused("journal.session_ended")
        at = to_text(self._clock.now())
        self._last = next_link(self._last, self._session.id, at, body, random_bytes(SALT_BYTES))
        event = store.event_of(self._last, body)
        self._let_go.append(event)
        return event


async def _left(read: Awaitable[Sequence[T]]) -> Sequence[T]:
    """What is stored of a thread; nothing when it was deleted meanwhile."""
    try:
        return await read
    except Refused as error:
        if error.message_id != "journal.thread_unknown":
            raise
        return ()


def _link(event: Event) -> Link:
    """What the next event's hash is made from; the words are not part of it."""
    return Link(
        session=event.session,
        seq=event.seq,
        at=to_text(event.at),
        kind=event.kind,
        body=None,
        salt=None,
        content_hash=event.content_hash,
        prev_hash=event.prev_hash,
    )
