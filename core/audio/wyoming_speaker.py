"""What a satellite's loudspeaker is sent, and when: a little ahead of time, because it cannot be recalled.

Pure. A satellite plays what it gets and tells only when a stretch of sound is over (``played``). Sound is
sent AHEAD_SECONDS before its time, which is also what a satellite is taken to hold back before it plays.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Literal

from core.audio.feed import Feed
from core.audio.frames import OUTPUT_RATE, Position, Samples
from core.audio.playout import Playout

AHEAD_SECONDS = 0.2
PIECE_SECONDS = 0.02
TAIL_SECONDS = 0.3
"""Silence that is still sent after sound, so that a breath between clauses does not end the stretch."""
MOST_BEHIND = 1.0
"""A satellite is believed to lag by so many seconds at most."""


@dataclass(frozen=True, slots=True)
class Sending:
    """One event for the satellite. pcm: at the speaker's rate, for ``chunk`` only."""

    kind: Literal["start", "chunk", "stop"]
    pcm: Samples | None = None


class NetworkSpeaker:
    """The playing of one satellite, whose sound has ``rate``. ``opened``: the clock's time."""

    def __init__(self, opened: float, rate: int = OUTPUT_RATE) -> None:
        self.rate = rate
        self.underruns = 0
        self._opened = opened
        self._playout = Playout(rate)
        self._feed = Feed(self._playout, rate)
        self._piece = round(rate * PIECE_SECONDS)
        self._sounding = False  # between start and stop
        self._quiet = 0
        self._heard = 0
        self._behind = 0.0
        self._stretches: deque[int] = deque(maxlen=16)  # where each one that was stopped ended

    def write(self, utterance: int, pcm: Samples) -> None:
        """As Duplex.write."""
        self._feed.write(utterance, pcm)

    def end(self, utterance: int) -> None:
        """As Duplex.end."""
        self._feed.end(utterance)

    def pause(self) -> None:
        """As Duplex.pause."""
        self._playout.pause()

    def resume(self) -> None:
        """As Duplex.resume."""
        self._playout.resume()

    def duck(self, gain: float) -> None:
        """As Duplex.duck."""
        self._playout.duck(gain)

    def stop(self, now: float) -> Position | None:
        """As Duplex.stop."""
        position = self.position(now)
        self._feed.clear()
        self._playout.stop()
        return position

    def position(self, now: float) -> Position | None:
        """As Duplex.position, always estimated."""
        played = int((now - self._opened - self._behind) * self.rate)
        self._heard = max(self._heard, min(played, self._playout.rendered))
        position = self._playout.position_at(self._heard)
        return replace(position, basis="estimated") if position else None

    def played(self, now: float) -> None:
        """The satellite says that a stretch of sound is over. Sooner than thought, the position catches up;
        later, the next stretch is taken to lag as well."""
        if not self._stretches:
            return
        end = self._stretches.popleft()
        lag = now - self._opened - end / self.rate
        self._behind = min(MOST_BEHIND, max(0.0, (self._behind + lag) / 2))
        self._heard = max(self._heard, end)

    def due(self, now: float, *, stalled: bool = False) -> list[Sending]:
        """What is to be sent by now. stalled: the network does not take what was sent before."""
        elapsed = int((now - self._opened) * self.rate)
        self._catch_up(elapsed)
        sendings: list[Sending] = []
        target = elapsed + round(AHEAD_SECONDS * self.rate)
        while not stalled and self._playout.rendered + self._piece <= target:
            self._feed.convert(2 * self._piece)
            begins = self._playout.rendered
            pcm = self._playout.render(self._piece)
            sendings += self._sent(pcm, sounds=self._playout.silent_from() > begins)
        return sendings

    def _catch_up(self, elapsed: int) -> None:
        """Time has passed in which nothing was sent: it was silent, whatever there was to say."""
        missed = elapsed - self._playout.rendered
        if missed > 0:
            self.underruns += bool(self._sounding or self._playout.ready())
            self._playout.idle(missed)

    def _sent(self, pcm: Samples, *, sounds: bool) -> list[Sending]:
        self._quiet = 0 if sounds else self._quiet + 1
        if sounds and not self._sounding:
            self._sounding = True
            return [Sending("start"), Sending("chunk", pcm)]
        if not self._sounding:
            return []
        if self._quiet * PIECE_SECONDS <= TAIL_SECONDS:
            return [Sending("chunk", pcm)]
        self._sounding = False
        self._stretches.append(self._playout.rendered - self._piece)
        return [Sending("stop")]
