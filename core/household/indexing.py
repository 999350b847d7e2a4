"""Making the vectors that documents lack, beside whatever else the household does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial

from core.knowledge import vectors
from core.retrieval.embed import Embedder
from core.vault.transaction import Database, Transaction

_log = logging.getLogger(__name__)
AT_ONCE = 4
"""Chunks a step: an eighth of a second of arithmetic, which is what a cancelled caller leaves running."""

Progress = Callable[[int, int], None]
"""Told chunks done and chunks there are to do; called on the loop, and must return at once."""


class Indexing:
    """Reads a few chunks, embeds them on a thread of its own, and stores the vectors in a transaction of
    a millisecond: nobody who writes waits for the arithmetic, and nothing is held open meanwhile.

    What is left to do stands in the database alone. Cancelled, killed or locked out at any moment,
    :meth:`run` goes on from there the next time.
    """

    def __init__(self, vault: Database, embedder: Embedder | None, *, at_once: int = AT_ONCE) -> None:
        self._vault = vault
        self._at_once = at_once
        self._embedder = embedder
        self._thread = ThreadPoolExecutor(1, "banyan-indexing")
        self._turn = asyncio.Lock()

    async def run(self, progress: Progress | None = None) -> None:
        """Until every chunk has its vectors; at once without an embedder. A second caller waits for the
        first, and then does what the first has not."""
        if self._embedder is not None:
            async with self._turn:
                await self._all(self._embedder, progress or _unseen)

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """Inside, what another left undone is made in the background. A fault of it is nobody's here: all is
        found by its words meanwhile."""
        going_on = asyncio.create_task(self._quietly(), name="indexing")
        try:
            yield
        finally:
            going_on.cancel()
            await asyncio.gather(going_on, return_exceptions=True)

    async def _quietly(self) -> None:
        try:
            await self.run()
        except Exception as error:  # noqa: BLE001 - an embedder may be anybody's plug-in
            _log.warning("indexing stopped: %s", type(error).__name__)

    async def _all(self, embedder: Embedder, progress: Progress) -> None:
        model, loop = embedder.name, asyncio.get_running_loop()
        total = await self._vault.read(partial(vectors.count_missing, model=model))
        done = after = 0
        while pieces := await self._vault.read(partial(self._next, model=model, after=after)):
            made = await loop.run_in_executor(self._thread, vectors.embedded, pieces, embedder)
            await self._vault.write(partial(vectors.keep, model=model, made=made))
            done, after = done + len(pieces), pieces[-1].chunk
            progress(done, max(done, total))

    def _next(self, tx: Transaction, model: str, after: int) -> list[vectors.Piece]:
        return vectors.missing(tx, model, after, self._at_once)


def _unseen(done: int, total: int) -> None:
    pass
