"""The port a conversation writes to, the same whether words are kept or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from core.journal.events import AnyBody, Event, Session
from core.journal.projection import SpokenTurn
from core.vault.transaction import Transaction

Also = Callable[[Transaction, Event], None]
"""What is to be durable together with an event, or not at all."""


class SessionLog(Protocol):
    """One open session. Awaiting :meth:`append` returns when the event is durable (if kept)."""

    @property
    def session(self) -> Session: ...

    async def append(self, body: AnyBody, also: Also | None = None) -> Event:
        """also: done in the transaction that stores the event; not done when nothing is stored of it."""
        ...

    async def history(self) -> Sequence[Event]:
        """Every event of the whole thread in order, this session's last."""
        ...

    async def turns(self) -> Sequence[SpokenTurn]:
        """What was said in the thread, as heard, corrections applied: ``spoken_turns`` of the history,
        at the cost of what is new."""
        ...
