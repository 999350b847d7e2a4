"""What the speaker plays next: queued utterances, gain, pause and stop, as a function of samples.

Pure bookkeeping without a clock or a device. A driver calls :meth:`Playout.render` for as many
samples as its device wants and asks :meth:`Playout.position_at` with the number of samples that
have left the speaker. Every duplex uses the same class, so they pause, duck and stop alike.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.audio.frames import OUTPUT_RATE, Position, Samples
from core.audio.recent import Recent
from core.audio.utterance import Utterance

RAMP_SECONDS = 0.010
"""A full change of gain takes this long, so that nothing clicks."""


@dataclass(slots=True)
class _Span:
    """``length`` samples of an utterance, from its sample ``offset``, rendered at ``start``."""

    start: int
    utterance: Utterance
    offset: int
    length: int

    @property
    def end(self) -> int:
        return self.start + self.length


class _Checkpoint(NamedTuple):
    rendered: int
    current: int
    offset: int
    gain: float
    stopping: bool


class Playout:
    """The queue of one speaker at one rate.

    ``rate``: of the samples written and rendered; positions are given at 24 kHz whatever it is.
    """

    def __init__(self, rate: int = OUTPUT_RATE) -> None:
        self._rate = rate
        self._ramp = max(1, round(rate * RAMP_SECONDS))
        self._queue: deque[Utterance] = deque()
        self._first = 0  # ordinal of the utterance at the head of the queue
        self._current = 0  # ordinal and sample that render() comes to next
        self._offset = 0
        self._open: dict[int, Utterance] = {}
        self._ended, self._dropped = Recent(), Recent()
        self._gain = 1.0
        self._duck = 1.0
        self._paused = False
        self._stopping = False
        self._spans: deque[_Span] = deque()
        self._checkpoints: deque[_Checkpoint] = deque()
        self.rendered = 0
        """Samples rendered since the beginning, silence included."""

    # What the engine says

    def write(self, utterance: int, pcm: Samples) -> None:
        """Append sound. Ignored for a stopped utterance; ValueError for one that was ended."""
        if utterance in self._dropped:
            return
        if utterance in self._ended:
            raise ValueError(f"utterance {utterance} was ended; nothing more can be written to it")
        self._of(utterance).append(pcm)

    def end(self, utterance: int) -> None:
        """Close an utterance; closing one that nothing was written to lets it finish in its turn."""
        if utterance in self._dropped or utterance in self._ended:
            return
        self._of(utterance).ended = True
        self._ended.add(utterance)
        del self._open[utterance]

    def pause(self) -> None:
        """Fade out from the next rendered sample on, then hold."""
        self._paused = True

    def resume(self) -> None:
        """Fade in from where :meth:`pause` held."""
        self._paused = False

    def duck(self, gain: float) -> None:
        """Ramp to ``gain`` (0.0–1.0) from the next rendered sample on."""
        if not 0.0 <= gain <= 1.0:
            raise ValueError(f"gain {gain} is not between 0 and 1")
        self._duck = gain

    def stop(self) -> None:
        """Fade out what sounds and drop the rest. Also ends a pause and a duck."""
        self._skip_finished()
        sounding = self._at(self._current)
        fade = min(round(self._gain * self._ramp), self._available(sounding)) if sounding else 0
        fade = fade if self._offset else 0
        self._dropped.update((*self._open, *(utterance.id for utterance in self._pending())))
        self._open.clear()
        keep = self._current - self._first + (1 if self._offset else 0)
        while len(self._queue) > keep:
            self._queue.pop()
        if sounding:
            sounding.truncate(self._offset + fade)
        self._paused = False
        self._duck = 1.0
        self._stopping = fade > 0
        if not fade:
            self._gain = 1.0

    @property
    def stopped(self) -> frozenset[int]:
        """Utterances of which nothing more is taken, because they were stopped lately."""
        return frozenset(self._dropped)

    # What the device asks

    def ready(self) -> int:
        """How many samples of one utterance can be rendered next; 0 when only silence would come."""
        self._skip_finished()
        utterance = self._at(self._current)
        if utterance is None or (self._paused and self._gain == 0.0):
            return 0
        return self._available(utterance)

    def silent_from(self) -> int:
        """The sample after the last rendered one that was not silence."""
        return self._spans[-1].end if self._spans else 0

    def ahead(self) -> int:
        """Samples written and not yet rendered."""
        return sum(utterance.length for utterance in self._pending()) - self._offset

    def render(self, count: int) -> Samples:
        """The next ``count`` samples, silence where there is nothing to say."""
        self._skip_finished()
        self._checkpoints.append(
            _Checkpoint(self.rendered, self._current, self._offset, self._gain, self._stopping)
        )
        out = np.zeros(count, np.int16)
        done = 0
        while done < count:
            filled = self._fill(out[done:])
            if not filled:
                break
            done += filled
        self.rendered += count - done
        return out

    def idle(self, count: int) -> Samples:
        """``count`` samples of silence that move nothing on: what an underrun plays."""
        self.rendered += count
        return np.zeros(count, np.int16)

    def rewind(self, to: int) -> int:
        """Take back what was rendered at or after ``to``, as far as whole :meth:`render` calls allow.

        Returns the sample from which render() goes on now; it is never before ``to``.
        """
        while self._checkpoints and self._checkpoints[-1].rendered >= to:
            point = self._checkpoints.pop()
            self.rendered, self._current, self._offset, self._gain, self._stopping = point
        while self._spans and self._spans[-1].start >= self.rendered and self._spans[-1].length:
            self._spans.pop()
        if self._spans and self._spans[-1].end > self.rendered:
            self._spans[-1].length = self.rendered - self._spans[-1].start
        return self.rendered

    def position_at(self, played: int) -> Position | None:
        """How far utterances have come when ``played`` rendered samples have left the speaker."""
        self.forget(played)
        self._skip_finished()
        for span in reversed(self._spans):
            if span.start < played or (span.start == played and not span.length):
                heard = span.offset + min(span.length, played - span.start)
                finished = span.utterance.ended and heard >= span.utterance.length
                samples = heard * OUTPUT_RATE // self._rate
                return Position(span.utterance.id, samples, finished, "measured")
        return None

    def forget(self, played: int) -> None:
        """Let go of what no rewind and no position can need once ``played`` samples have sounded."""
        while len(self._spans) > 1 and self._spans[1].start < played:
            self._spans.popleft()
        while len(self._checkpoints) > 1 and self._checkpoints[1].rendered <= played:
            self._checkpoints.popleft()
        oldest = self._checkpoints[0].current if self._checkpoints else self._current
        while self._queue and self._first < min(oldest, self._current):
            self._queue.popleft()
            self._first += 1

    # Inside

    def _of(self, identity: int) -> Utterance:
        utterance = self._open.get(identity)
        if utterance is None:
            utterance = self._open[identity] = Utterance(identity)
            self._queue.append(utterance)
        return utterance

    def _at(self, ordinal: int) -> Utterance | None:
        index = ordinal - self._first
        return self._queue[index] if index < len(self._queue) else None

    def _pending(self) -> list[Utterance]:
        return list(self._queue)[self._current - self._first :]

    def _available(self, utterance: Utterance) -> int:
        return utterance.length - self._offset

    def _skip_finished(self) -> None:
        while (utterance := self._at(self._current)) and utterance.ended and not self._available(utterance):
            if not self._offset:  # empty: it still has a moment at which it is finished
                self._spans.append(_Span(self.rendered, utterance, 0, 0))
            self._current += 1
            self._offset = 0
            if self._stopping:
                self._stopping = False
                self._gain = self._duck

    def _fill(self, out: Samples) -> int:
        """Fill the head of ``out`` from the utterance that is next; 0 when there is only silence."""
        self._skip_finished()
        target = 0.0 if self._paused or self._stopping else self._duck
        utterance = self._at(self._current)
        if utterance is None or not self._available(utterance):
            self._gain = target  # nothing sounds, so nothing can click
            return 0
        if not self._offset and not (self._spans and self._spans[-1].end == self.rendered):
            self._gain = target  # begins after silence
        if self._paused and self._gain == 0.0:
            return 0
        count = min(len(out), self._available(utterance))
        pcm = utterance.read(self._offset, count)
        count = len(pcm)
        if self._gain != target:
            left = abs(target - self._gain) * self._ramp
            count = min(count, max(1, int(np.ceil(left))))
            pcm = pcm[:count]
            step = np.sign(target - self._gain) / self._ramp
            gains = self._gain + step * np.arange(1, count + 1)
            gains = np.minimum(gains, target) if step > 0 else np.maximum(gains, target)
            out[:count] = np.rint(pcm * gains)
            self._gain = target if left <= count else float(gains[-1])
        elif target == 1.0:
            out[:count] = pcm
        else:
            out[:count] = np.rint(pcm * target)
        self._note(utterance, count)
        return count

    def _note(self, utterance: Utterance, count: int) -> None:
        last = self._spans[-1] if self._spans else None
        if last and last.utterance is utterance and last.end == self.rendered and last.length:
            last.length += count
        else:
            self._spans.append(_Span(self.rendered, utterance, self._offset, count))
        self._offset += count
        self.rendered += count
