"""A real speaker: PortAudio pulls from a ring in C, and what it has not pulled yet can be taken back.

The ring holds AHEAD_SECONDS of sound, so that a busy interpreter does not make it run dry. A pause,
duck or stop still acts at once: this side is the ring's only writer, so it renders everything beyond
a small guard anew and writes it over the old sound. Samples are single aligned floats; should the
callback overtake the rewriting, a few old samples sound and nothing else happens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.audio.devices import Device, library
from core.audio.feed import Feed
from core.audio.frames import FRAME_SAMPLES, Position, Samples
from core.audio.levels import to_float, to_int16
from core.audio.playout import Playout
from core.audio.reference import Sound, frame_at

AHEAD_SECONDS = 0.6
"""More than the longest delay seen of a task beside two busy Python threads on a loaded machine, 0.42 s."""
REFILL_SECONDS = 0.5
"""Filled up once it holds less: a tenth of a second's work at a time is cheaper than a fiftieth's."""
BLOCK_SECONDS = 0.005
"""Rendered at a time; rewriting begins at such a boundary."""
GUARD_SECONDS = 0.005
"""Sound this close to the callback's next block is not rewritten any more."""


@dataclass(slots=True)
class _Burst:
    """One stretch of uninterrupted playing. base: the ring's sample it began with. heard_from: the
    clock's time at which that sample left the speaker; None until the callback has begun. flagged:
    PortAudio's underflows counted so far."""

    action: Any
    base: int
    heard_from: float | None = None
    measured: bool = True
    flagged: int = 0


class SpeakerStream:
    """Plays a :class:`Playout` on ``device`` at its native rate. Not thread-safe; one loop calls it."""

    def __init__(self, device: Device, rate: int, latency: str | float, now: Callable[[], float]) -> None:
        import rtmixer

        self._now = now
        self.rate = rate
        self._playout = Playout(rate)
        self._feed = Feed(self._playout, rate)
        self._stream: Any
        for channels in (1, 2):  # mono where the device allows it, otherwise the same sound on two
            try:
                self._stream = rtmixer.Mixer(
                    device=device.index, channels=channels, samplerate=rate, latency=latency
                )
                break
            except library().PortAudioError:
                if channels in (device.outputs, 2):
                    raise
        self._size = 1 << (int(rate * AHEAD_SECONDS * 2) - 1).bit_length()
        self._memory = np.zeros((self._size, channels), np.float32)
        self._ring = rtmixer.RingBuffer(4 * channels, buffer=self._memory)
        self._block = max(1, round(rate * BLOCK_SECONDS))
        self._burst: _Burst | None = None
        self._bursts: deque[_Burst] = deque(maxlen=4)  # the last ones, for played()
        self._filled = False  # the last pump left the ring full, so running dry is a fault
        self._written = 0  # samples put into the ring, which is where the playout stands unless rewound
        self._heard = 0
        self._underruns = 0
        self._delay = 0.0

    # What the engine says

    def write(self, utterance: int, pcm: Samples) -> None:
        self._feed.write(utterance, pcm)
        self.pump()

    def end(self, utterance: int) -> None:
        self._feed.end(utterance)
        self.pump()

    def pause(self) -> None:
        self._command(self._playout.pause)

    def resume(self) -> None:
        self._command(self._playout.resume)

    def duck(self, gain: float) -> None:
        self._command(lambda: self._playout.duck(gain))

    def stop(self) -> Position | None:
        position = self.position()
        self._feed.clear()
        self._command(self._playout.stop)
        return position

    def position(self) -> Position | None:
        position = self._playout.position_at(self._played())
        if position and self._burst and not self._burst.measured:
            return replace(position, basis="estimated")
        return position

    def played(self, at: float) -> Samples:
        """As ReferenceDuplex.played. What was played stays in the ring until it is written over, for
        longer than half a second, with every later change of it that was heard."""
        frame = np.zeros(FRAME_SAMPLES, np.float32)
        for burst in self._bursts:
            if burst.heard_from is None:
                continue
            position = burst.base + (at - burst.heard_from) * self.rate
            if burst.base - self.rate // 10 < position < self._end(burst) + self.rate // 10:
                frame += frame_at(position, self.rate, partial(self._fetch, burst))
        return to_int16(frame)

    def abandon(self) -> tuple[Position | None, frozenset[int]]:
        """The speaker is gone: how far it had come, for good, and the utterances that are over with it."""
        position = self.position()
        self._feed.clear()
        self._playout.stop()
        return position and replace(position, finished=True), self._playout.stopped

    # What the driver does

    def start(self) -> None:
        """Let the callback run; it plays silence until there is sound."""
        self._stream.start()

    def pump(self) -> None:
        """Keep the ring filled. Every few ten milliseconds, and after every write."""
        if not self._running() and self._filled:
            self._underruns += 1
        low = self._ring.read_available < self.rate * REFILL_SECONDS
        if low or self._playout.silent_from() < self._playout.rendered:
            self._fill()
        if not self._running() and self._ring.read_available:
            base = self._consumed()
            self._burst = _Burst(self._stream.play_ringbuffer(self._ring), base)
            self._bursts.append(self._burst)
        self._playout.forget(self._played())

    @property
    def underruns(self) -> int:
        """How often sound that was queued came too late, by our ring or by PortAudio's own count."""
        self._running()
        return self._underruns

    @property
    def active(self) -> bool:
        """Whether PortAudio still runs the stream. Raises PortAudioError when it does not know."""
        return bool(self._stream.active)

    @property
    def progress(self) -> tuple[bool, int]:
        """Whether something is being played, and samples the callback has taken: both for a watchdog."""
        return self._running(), self._consumed()

    @property
    def latency(self) -> float:
        """Seconds of sound that are out of our hands: what PortAudio promises, or the most seen."""
        return max(float(self._stream.latency), self._delay)

    def close(self) -> None:
        """Stop at once and give the device back. May block."""
        self._stream.abort(ignore_errors=True)
        self._stream.close(ignore_errors=True)

    # Inside

    def _fill(self) -> None:
        wanted = round(self.rate * AHEAD_SECONDS)
        self._feed.convert(wanted)
        if self._playout.ready():
            self._use_silence()
        room = wanted - int(self._ring.read_available)
        blocks = []
        while room > 0 and (ready := self._playout.ready()):
            # Never padded with silence: what is written next may follow on without a gap.
            blocks.append(self._playout.render(min(self._block, ready)))
            room -= len(blocks[-1])
        if blocks:
            self._ring.write(self._interleave(np.concatenate(blocks)))
            self._written = self._playout.rendered
        self._filled = self._playout.ready() > 0

    def _interleave(self, pcm: Samples) -> NDArray[np.float32]:
        return np.ascontiguousarray(np.repeat(to_float(pcm)[:, None], self._memory.shape[1], axis=1))

    def _end(self, burst: _Burst) -> int:
        """The ring's sample after the last one of a burst, so far."""
        return self._written if burst is self._burst else burst.base + int(burst.action.done_frames)

    def _fetch(self, burst: _Burst, first: int, count: int) -> Sound:
        """Samples of one burst by their numbers in the ring, zero outside it."""
        begin = max(first, burst.base, self._written - self._size)
        end = min(first + count, self._end(burst))
        sound = np.zeros(count, np.float32)
        if begin < end:
            sound[begin - first : end - first] = self._memory[np.arange(begin, end) & (self._size - 1), 0]
        return sound

    def _consumed(self) -> int:
        return self._written - int(self._ring.read_available)

    def _running(self) -> bool:
        """Whether the callback is pulling from the ring; notes when its first sample sounds."""
        burst = self._burst
        if burst is None:
            return False
        running = burst.action in self._stream.actions
        if burst.heard_from is None and burst.action.done_frames:
            self._anchor(burst)
        flagged = int(burst.action.stats.output_underflows)
        self._underruns += flagged - burst.flagged
        burst.flagged = flagged
        return running

    def _anchor(self, burst: _Burst) -> None:
        now = self._now()
        taken = burst.action.done_frames / self.rate
        try:
            heard_from = now + burst.action.actual_time - self._stream.time
        except library().PortAudioError:  # the stream has just died
            heard_from = float("-inf")
        if not now - taken - 0.5 < heard_from < now + 2.0:  # a host without time stamps
            heard_from, burst.measured = now - taken + float(self._stream.latency), False
        burst.heard_from = heard_from

    def _played(self) -> int:
        """Samples that have left the speaker; never goes back."""
        self._running()
        burst = self._burst
        if burst and burst.heard_from is not None:
            elapsed = max(0.0, self._now() - burst.heard_from)
            taken = burst.action.done_frames
            self._heard = max(self._heard, burst.base + min(int(elapsed * self.rate), taken))
            self._delay = max(self._delay, taken / self.rate - elapsed)
        return self._heard

    def _command(self, apply: Callable[[], None]) -> None:
        """Let ``apply`` change what sounds from the earliest sample on that is still ours."""
        written = self._playout.rendered
        self._playout.rewind(min(written, self._earliest()))
        apply()
        self._render_over(written)
        self.pump()

    def _earliest(self) -> int:
        guard = round(self.rate * GUARD_SECONDS)
        if self._running() and self._burst:
            guard += int(self._burst.action.stats.max_blocksize)
        return self._consumed() + guard

    def _use_silence(self) -> None:
        """Begin in the silence that a stop or pause left in the ring, not behind it."""
        written = self._playout.rendered
        start = max(self._playout.silent_from(), self._earliest())
        if start >= written:
            return
        start = self._playout.rewind(start)
        self._render_over(written)
        while self._consumed() > start:  # overtaken: its beginning was played as silence, so begin anew
            self._playout.rewind(start)
            later = min(self._earliest(), written)
            self._put(start, self._playout.idle(later - start))
            start = later
            self._render_over(written)

    def _put(self, start: int, pcm: Samples) -> None:
        slots = (start + np.arange(len(pcm))) & (self._size - 1)
        self._memory[slots] = to_float(pcm)[:, None]

    def _render_over(self, written: int) -> None:
        """Fill the ring anew from where the playout stands up to ``written``."""
        while (start := self._playout.rendered) < written:
            most = min(self._block, self._playout.ready() or self._block, written - start)
            self._put(start, self._playout.render(most))
