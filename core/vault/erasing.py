"""Receipts at work: what they say is deleted, is; and what deleting left behind is counted.

Stores hand in what they know of themselves: an Eraser for each kind of thing, a Trace for each index
or queue beside it. The vault knows no store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.clock import Clock
from core.errors import BanyanError
from core.vault import receipts as stored
from core.vault.receipts import KINDS, Kind, Receipt, ReceiptBook
from core.vault.transaction import Database, Transaction

_ATTEMPTS = 6
_FIRST_PAUSE = 0.05

SMALL = 64 << 20
"""Bytes up to which every page is written anew at each deletion: about a second, in which nobody writes."""


@dataclass(frozen=True, slots=True)
class Eraser:
    """How one kind of thing is found and erased. present: the ids of all that still have content.

    erase: takes the thing out of rows and indexes, for a receipt that exists already. It is not called
    for ids that are not present, and writes no receipts of its own.
    """

    kind: Kind
    present: Callable[[Transaction], Iterable[str]]
    erase: Callable[[Transaction, str, Receipt], None]


@dataclass(frozen=True, slots=True)
class Trace:
    """A place where something deleted could linger: ``count`` says how much of it belongs to nothing."""

    place: str
    count: Callable[[Transaction], int]


@dataclass(frozen=True, slots=True)
class Swept:
    """left: what was found, by place; places with nothing are in it with 0. settled: the receipts are
    marked, because nothing was left and the write-ahead log could be emptied."""

    left: Mapping[str, int] = field(default_factory=dict)
    settled: bool = False


class Sweepable(Database, Protocol):
    """A database whose write-ahead log can be emptied, and whose free pages can be looked at."""

    async def sweep(self) -> bool: ...

    async def rewrite(self, most: int | None) -> bool:
        """Write every page anew, in a file of ``most`` bytes at the most."""
        ...

    async def free_pages_with_content(self) -> int:
        """Pages of the free list that are not blank; only right after a successful :meth:`sweep`."""
        ...


def apply(tx: Transaction, book: ReceiptBook, erasers: Sequence[Eraser]) -> dict[Kind, int]:
    """Erase everything present that a receipt names; how many of each kind.

    Raises BanyanError when there are receipts of a kind that nobody erases: such a database must not be
    shown.
    """
    by_mark = {(one.kind, one.mark): one for one in stored.all(tx)}
    unheard = {kind for kind, _ in by_mark} - {eraser.kind for eraser in erasers} - {"source"}
    if unheard:
        raise BanyanError(f"nobody erases {sorted(unheard)}")
    erased: dict[Kind, int] = {}
    for eraser in sorted(erasers, key=lambda one: KINDS.index(one.kind)):
        ids = _ids(eraser, tx) if any(kind == eraser.kind for kind, _ in by_mark) else []
        marked = [(id_, by_mark.get((eraser.kind, book.mark(eraser.kind, id_)))) for id_ in ids]
        gone = [(id_, receipt) for id_, receipt in marked if receipt is not None]
        for id_, receipt in gone:
            eraser.erase(tx, id_, receipt)
        if gone:
            erased[eraser.kind] = erased.get(eraser.kind, 0) + len(gone)
    return erased


def left(
    tx: Transaction, book: ReceiptBook, erasers: Sequence[Eraser], traces: Sequence[Trace]
) -> dict[str, int]:
    """How much of what receipts name is still there, by kind and by place."""
    marks = {(one.kind, one.mark) for one in stored.all(tx)}
    found: dict[str, int] = {}
    kinds = {kind for kind, _ in marks}
    for eraser in erasers:
        ids = _ids(eraser, tx) if eraser.kind in kinds else []
        count = sum((eraser.kind, book.mark(eraser.kind, id_)) in marks for id_ in ids)
        found[eraser.kind] = found.get(eraser.kind, 0) + count
    for trace in traces:
        found[trace.place] = found.get(trace.place, 0) + trace.count(tx)
    return found


async def sweep(
    database: Sweepable,
    book: ReceiptBook,
    erasers: Sequence[Eraser],
    traces: Sequence[Trace],
    clock: Clock,
    *,
    most: int | None = SMALL,
) -> Swept:
    """Count what deleting left, write the pages anew, empty the log, look at the free pages, and mark the
    receipts as swept. most: bytes up to which a file is written anew; None: always.

    While somebody is reading the log cannot be emptied: it is tried again a few times. What stays
    unsettled, in a file that was too large too, is settled by a later call; it is safe to call at any time.
    """
    waiting = await database.read(stored.unswept)
    found = await database.read(lambda tx: left(tx, book, erasers, traces))
    if any(found.values()):
        return Swept(found)
    rewritten = await database.rewrite(most) if waiting or most is None else True
    if not await _emptied(database, clock):
        return Swept(found)
    found["free pages"] = await database.free_pages_with_content()
    if any(found.values()) or not rewritten:
        return Swept(found)
    if waiting:
        await database.erase(lambda tx: stored.note_swept(tx, waiting))
    return Swept(found, settled=True)


async def _emptied(database: Sweepable, clock: Clock) -> bool:
    pause = _FIRST_PAUSE
    for attempt in range(_ATTEMPTS):
        if attempt:
            await clock.sleep_until(clock.monotonic() + pause)
            pause *= 2
        if await database.sweep():
            return True
    return False


def _ids(eraser: Eraser, tx: Transaction) -> list[str]:
    return list(dict.fromkeys(eraser.present(tx)))
