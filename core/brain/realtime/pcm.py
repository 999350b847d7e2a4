"""Bytes from the wire to samples: pieces may end in the middle of one."""

from __future__ import annotations

import numpy as np

from core.audio.frames import Samples


class Pieces:
    """One response's sound, item by item."""

    def __init__(self) -> None:
        self._halves: dict[str, bytes] = {}

    def take(self, item: str, data: bytes) -> Samples:
        """The whole samples there are now: int16. The array is nobody else's."""
        data = self._halves.pop(item, b"") + data
        if len(data) % 2:
            self._halves[item] = data[-1:]
        return np.frombuffer(data[: len(data) // 2 * 2], "<i2").astype(np.int16)
