"""Making the vectors that documents and memories lack, beside whatever else the household does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from core.knowledge import vectors
from core.memory import embedding
from core.retrieval.embed import Embedder
from core.vault.transaction import Database, Transaction

_log = logging.getLogger(__name__)
AT_ONCE = 4
"""Pieces a step: an eighth of a second of arithmetic, which is what a cancelled caller leaves running."""

Progress = Callable[[int, int], None]
"""Told pieces done and pieces there are to do; called on the loop, and must return at once."""

Piece = TypeVar("Piece")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Embeddable(Generic[Piece, Made]):
    """What gets vectors: how a room counts the pieces that lack them, reads the next ones in the order of
    ``number``, embeds them, and keeps what is still true."""

    count_missing: Callable[[Transaction, str], int]
    missing: Callable[[Transaction, str, int, int], list[Piece]]
    embedded: Callable[[Sequence[Piece], Embedder], list[Made]]
    keep: Callable[[Transaction, str, Sequence[Made]], int]
    number: Callable[[Piece], int]


def _chunk(piece: vectors.Piece) -> int:
    return piece.chunk


def _row(piece: embedding.Piece) -> int:
    return piece.number


CHUNKS = Embeddable(vectors.count_missing, vectors.missing, vectors.embedded, vectors.keep, _chunk)
MEMORIES = Embeddable(embedding.count_missing, embedding.missing, embedding.embedded, embedding.keep, _row)


class Indexing:
    """Reads a few pieces, embeds them on a thread of its own, and stores the vectors in a transaction of
    a millisecond: nobody who writes waits for the arithmetic, and nothing is held open meanwhile.

    What is left to do stands in the database alone. Cancelled, killed or locked out at any moment,
    :meth:`run` goes on from there the next time.
    """

    def __init__(
        self,
        vault: Database,
        embedder: Embedder | None,
        of: Embeddable[Any, Any] = CHUNKS,
        *,
        at_once: int = AT_ONCE,
    ) -> None:
        self._vault = vault
        self._of = of
        self._at_once = at_once
        self._embedder = embedder
        self._thread = ThreadPoolExecutor(1, "banyan-indexing")
        self._turn = asyncio.Lock()
        self._wanted = asyncio.Event()

    def wake(self) -> None:
        """Something new lacks its vectors: whoever is inside :meth:`beside` makes them soon. Without
        anybody there they are made at the next start. Returns at once."""
        self._wanted.set()

    async def run(self, progress: Progress | None = None) -> None:
        """Until every piece has its vectors; at once without an embedder. A second caller waits for the
        first, and then does what the first has not."""
        if self._embedder is not None:
            async with self._turn:
                await self._all(self._embedder, progress or _unseen)

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """Inside, what another left undone and what :meth:`wake` tells of is made in the background. A fault
        of it is nobody's here: all is found by its words meanwhile."""
        going_on = asyncio.create_task(self._whenever_wanted(), name="indexing")
        try:
            yield
        finally:
            going_on.cancel()
            await asyncio.gather(going_on, return_exceptions=True)

    async def catch_up(self) -> None:
        """As :meth:`run`, but a fault is only noted: for whoever is about to search, and can by words too."""
        try:
            await self.run()
        except Exception as error:  # noqa: BLE001 - an embedder may be anybody's plug-in
            _log.warning("indexing stopped: %s", type(error).__name__)

    async def _whenever_wanted(self) -> None:
        while True:
            self._wanted.clear()
            await self.catch_up()
            await self._wanted.wait()

    async def _all(self, embedder: Embedder, progress: Progress) -> None:
        model, loop = embedder.name, asyncio.get_running_loop()
        total = await self._vault.read(partial(self._count, model=model))
        done = after = 0
        while pieces := await self._vault.read(partial(self._next, model=model, after=after)):
            made = await loop.run_in_executor(self._thread, self._of.embedded, pieces, embedder)
            await self._vault.write(partial(self._keep, model=model, made=made))
            done, after = done + len(pieces), self._of.number(pieces[-1])
            progress(done, max(done, total))

    def _count(self, tx: Transaction, model: str) -> int:
        return self._of.count_missing(tx, model)

    def _next(self, tx: Transaction, model: str, after: int) -> list[Any]:
        return self._of.missing(tx, model, after, self._at_once)

    def _keep(self, tx: Transaction, model: str, made: Sequence[Any]) -> int:
        return self._of.keep(tx, model, made)


def _unseen(done: int, total: int) -> None:
    pass
