"""What a click sets off: one owner of the faces' tasks, so that none dangles and no error is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from core.errors import UserFacing
from ui.bridge import CoreGone


class Errands:
    """Runs coroutines on Qt's loop. trouble: told what people can act on. fault: told everything else."""

    def __init__(self, trouble: Callable[[UserFacing], None], fault: Callable[[BaseException], None]) -> None:
        self._trouble = trouble
        self._fault = fault
        self._running: set[asyncio.Task[None]] = set()

    def run(self, errand: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin, and go on meanwhile."""
        task = asyncio.get_event_loop().create_task(self._watched(errand))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def idle(self) -> None:
        """Until nothing runs any more."""
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)

    async def close(self) -> None:
        """Cancel what runs, and wait until it has ended."""
        for task in tuple(self._running):
            task.cancel()
        await self.idle()

    async def _watched(self, errand: Coroutine[Any, Any, None]) -> None:
        try:
            await errand
        except UserFacing as error:
            self._trouble(error)
        except CoreGone:
            return  # the bridge's own signal says so, once
        except Exception as error:  # noqa: BLE001 - a bug of ours: shown, and gone on
            self._fault(error)
