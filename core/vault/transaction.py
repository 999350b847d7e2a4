"""What a store is handed: one savepoint of the household's database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from core.vault.receipts import ReceiptBook

Row = Mapping[str, Any]
Parameters = Sequence[object] | Mapping[str, object]
T = TypeVar("T")


class Transaction(Protocol):
    """Stores are synchronous functions of one of these; they run on the database thread.

    Everything a function does is kept or lost together. A transaction is never kept after the
    function returns.
    """

    @property
    def now(self) -> datetime:
        """The one time stamp of this transaction, UTC."""
        ...

    def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement; how many rows it changed. Values only ever travel as parameters."""
        ...

    def execute_many(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Run one statement for each of ``rows``."""
        ...

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """All rows of a query, readable by column name."""
        ...

    def one(self, sql: str, parameters: Parameters = ()) -> Row | None:
        """The first row of a query, or None."""
        ...


class Database(Protocol):
    """Where jobs run: the vault, and for evidence its unkeyed twin."""

    @property
    def receipts(self) -> ReceiptBook:
        """Where deletions are written down; asked for anew for every job, and kept by nobody."""
        ...

    async def write(self, job: Callable[[Transaction], T]) -> T:
        """Run ``job`` on the database thread; returns when what it did is durable.

        A job that raises leaves nothing behind. Cancelling the caller does not undo a job that has
        started. Raises Unavailable when the disk is full or the database closed.
        """
        ...

    async def erase(self, job: Callable[[Transaction], T]) -> T:
        """Like :meth:`write`, for a job that deletes: it also works when the disk is full."""
        ...

    async def read(self, job: Callable[[Transaction], T], *, search: bool = False) -> T:
        """Run ``job`` on a read-only connection that sees one consistent moment.

        search: it looks things up in an index; that connection's cache holds one.
        """
        ...

    async def close(self) -> None:
        """Finish what was asked, then drop every connection and key."""
        ...
