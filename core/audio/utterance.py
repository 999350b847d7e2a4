"""One utterance's sound, written in pieces and read at any sample."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from core.audio.frames import Samples


class Utterance:
    """Sound that grows at its end.

    id: the engine's number. length: samples written, or what is left of them after
    :meth:`truncate`. ended: nothing more will be written.
    """

    __slots__ = ("_pieces", "_starts", "ended", "id", "length")

    def __init__(self, identity: int) -> None:
        self.id = identity
        self.length = 0
        self.ended = False
        self._pieces: list[Samples] = []
        self._starts: list[int] = []

    def append(self, pcm: Samples) -> None:
        """Add a piece; it is not copied, so the writer must not change it afterwards."""
        if pcm.dtype != np.int16 or pcm.ndim != 1:
            raise TypeError(f"an utterance is int16 mono, not {pcm.dtype} with {pcm.ndim} dimensions")
        if len(pcm):
            self._starts.append(self.length)
            self._pieces.append(pcm)
            self.length += len(pcm)

    def read(self, offset: int, most: int) -> Samples:
        """From 1 to ``most`` samples at ``offset``, from a single piece; offset < length."""
        piece = bisect_right(self._starts, offset) - 1
        inside = offset - self._starts[piece]
        return self._pieces[piece][inside : inside + min(most, self.length - offset)]

    def truncate(self, length: int) -> None:
        """Forget everything from sample ``length`` on and take no more."""
        self.length = min(self.length, length)
        self.ended = True
