"""Cyclic garbage is collected on Qt's thread alone: no other thread may destroy a QObject.

Python collects on whichever thread allocates, the core's too. So it is told not to, and a timer does it here:
the young often, all of them seldom.
"""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

_EVERY: Final = 1000
"""Milliseconds between collections of the youngest."""
_MIDDLE: Final = 10
_ALL: Final = 600
"""Every so many of them the middle generation, and all."""


class Garbage(QObject):
    """Collects while it lives; :meth:`stop` gives the task back to Python."""

    def __init__(self) -> None:
        super().__init__()
        self._round = 0
        gc.disable()
        gc.freeze()  # what is there from the start stays to the end, and need not be looked at
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._collect)
        self._timer.start(_EVERY)

    def stop(self) -> None:
        self._timer.stop()
        gc.unfreeze()
        gc.collect()
        gc.enable()

    def _collect(self) -> None:
        self._round += 1
        gc.collect(2 if self._round % _ALL == 0 else 1 if self._round % _MIDDLE == 0 else 0)
