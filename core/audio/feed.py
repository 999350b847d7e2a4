"""Written sound on its way to a speaker's own rate, converted a little at a time.

Converting a whole sentence when it is written would hold up the loop for longer than a frame, so a
driver calls :meth:`Feed.convert` whenever its playout runs low.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from core.audio.frames import OUTPUT_RATE, Samples
from core.audio.playout import Playout
from core.audio.recent import Recent
from core.audio.resample import Resampler

PIECE = OUTPUT_RATE // 20
"""Samples converted at a time: 50 ms."""


@dataclass(slots=True)
class _Waiting:
    resampler: Resampler
    pieces: deque[Samples] = field(default_factory=deque)
    ended: bool = False


class Feed:
    """Sits before a :class:`Playout` of any rate and takes 24 kHz."""

    def __init__(self, playout: Playout, rate: int) -> None:
        self._playout = playout
        self._rate = rate
        self._waiting: dict[int, _Waiting] = {}
        self._dropped = Recent()

    def write(self, utterance: int, pcm: Samples) -> None:
        """As Playout.write, at 24 kHz."""
        if utterance in self._dropped:
            return
        waiting = self._waiting.get(utterance)
        if waiting is None or waiting.ended:  # registers it in order, or refuses it
            if waiting is not None:
                raise ValueError(f"utterance {utterance} was ended; nothing more can be written to it")
            self._playout.write(utterance, pcm[:0])
            waiting = self._waiting[utterance] = _Waiting(Resampler(OUTPUT_RATE, self._rate))
        waiting.pieces.append(pcm)

    def end(self, utterance: int) -> None:
        """As Playout.end, once everything before it has been converted."""
        waiting = self._waiting.get(utterance)
        if waiting is None:
            self._playout.end(utterance)
        else:
            waiting.ended = True

    def clear(self) -> None:
        """Drop what is not converted; call it together with Playout.stop."""
        self._dropped.update(self._waiting)
        self._waiting.clear()

    def convert(self, wanted: int) -> None:
        """Convert until the playout has ``wanted`` of its own samples ahead, or nothing is left."""
        while self._waiting and self._playout.ahead() < wanted:
            utterance, waiting = next(iter(self._waiting.items()))
            if waiting.pieces:
                piece = waiting.pieces.popleft()
                if len(piece) > PIECE:
                    waiting.pieces.appendleft(piece[PIECE:])
                self._playout.write(utterance, waiting.resampler.push_int16(piece[:PIECE]))
            elif waiting.ended:
                self._playout.write(utterance, waiting.resampler.finish_int16())
                self._playout.end(utterance)
                del self._waiting[utterance]
            else:
                return
