"""A duplex in virtual time: a scripted microphone, a recorded speaker and faults on demand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager

from core.audio.duplex import DeviceLost
from core.audio.echo_path import EchoPath
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Position, Samples
from core.audio.virtual import EPSILON, samples_at
from core.audio.virtual_duplex import FRAME_SECONDS, VirtualDuplex
from core.clock import ManualClock

TICK = FRAME_SECONDS
"""Seconds that :meth:`FakeDuplex.run` moves on at a time: one frame."""
SETTLE_PASSES = 50
"""Turns of the event loop that every chain of awaits gets before the clock moves on."""


class FakeDuplex(VirtualDuplex):
    """Exactly what a microphone and a speaker would do, on a clock that a test moves.

    ``script``: sound and when it begins to be spoken. What was played is in :attr:`heard`, sample by
    sample, with gain, pauses and stops applied.
    """

    def __init__(
        self,
        clock: ManualClock,
        script: Iterable[tuple[float, Samples]] = (),
        echo: EchoPath | None = None,
    ) -> None:
        super().__init__(clock, echo)
        self._moved = clock
        self._ends_at: float | None = None
        self._lost_at: float | None = None
        self._back_at: float | None = None
        self._over: frozenset[int] = frozenset()
        self._last_position: Position | None = None
        self._gaps: list[tuple[int, int]] = []
        self._holders = 0
        self._released = asyncio.Event()
        for at, pcm in script:
            self.say_at(at, pcm)

    # The script

    def say(self, pcm: Samples) -> float:
        """Speak from now on, after what is still being said. Returns when it will be over."""
        start = max(samples_at(self.now()), self._timeline.end())
        self._timeline.place(start, pcm)
        return (start + len(pcm)) / INPUT_RATE

    def end_input(self, at: float | None = None) -> None:
        """Let the input end at ``at``, or now."""
        self._ends_at = self.now() if at is None else at

    def lose_device(self, at: float, until: float | None = None) -> None:
        """From ``at`` on the device is gone: frames() raises DeviceLost, the speaker is dead. A call of
        frames() after ``until`` finds it again, as a real one is found; what was queued is over."""
        self._lost_at, self._back_at = at, until

    def drop_frames(self, at: float, count: int) -> None:
        """Lose ``count`` frames at ``at``, as an overflowing ring does: their indices are skipped."""
        first = round(at / TICK)
        self._gaps.append((first, first + count))

    def underrun(self, at: float, seconds: float) -> None:
        """Let the speaker run dry at ``at``; what was queued goes on ``seconds`` later."""
        self._speaker.stall(at, seconds)

    # The port

    async def __aenter__(self) -> FakeDuplex:
        self._opened = self._clock.monotonic()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._play()

    async def frames(self) -> AsyncIterator[Frame]:
        if self._back_at is not None and self.now() >= self._back_at:
            self._return()
        while True:
            index = self._next
            over = (index + 1) * TICK
            if self._ends_at is not None and over > self._ends_at + EPSILON:
                return
            await self._clock.sleep_until(self._opened + over - EPSILON)
            self._play()
            if self._lost_at is not None and over > self._lost_at:
                raise DeviceLost("audio.device_lost", device="fake")
            self._next += 1
            pcm = self._sounding(index)
            if any(first <= index < last for first, last in self._gaps):
                self._dropped += 1
                continue
            yield self._delivered(index, pcm)

    def write(self, utterance: int, pcm: Samples) -> None:
        self._play()
        if self._back_at is not None and self.now() > self._alive():
            self._over |= {utterance}
        if utterance not in self._over:
            super().write(utterance, pcm)

    def end(self, utterance: int) -> None:
        self._play()
        if utterance not in self._over:
            super().end(utterance)

    def position(self) -> Position | None:
        return super().position() or self._last_position

    # Virtual time

    async def run(self, until: float | Callable[[], bool], limit: float = 600.0) -> None:
        """Run the conversation faster than real time: let the loop settle, move on 20 ms, repeat.

        Ends when ``until`` (a time, or a condition looked at once a frame) is reached; TimeoutError
        after ``limit`` virtual seconds. The loop settles by SETTLE_PASSES bare turns, so tasks that
        wait for frames, queues and this clock finish within the frame in which they became ready,
        and the same script gives the same conversation. Work that takes *virtual* time waits on the
        clock (``await clock.sleep_until(…)``). Work that takes *real* time (a thread, an executor, a
        process: a vault write, real inference) is invisible to virtual time: wrap it in
        :meth:`hold`, and it takes no virtual time at all however slow it is; unwrapped, the clock
        runs on meanwhile and the outcome depends on the machine.
        """
        deadline = self.now() + limit
        while True:
            await self._settle()
            if until() if callable(until) else self.now() >= until - EPSILON:
                return
            if self.now() >= deadline:
                raise TimeoutError(f"nothing of the kind within {limit} virtual seconds")
            self._moved.advance(TICK)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Stop virtual time while work that needs real time is under way."""
        self._holders += 1
        self._released.clear()
        try:
            yield
        finally:
            self._holders -= 1
            if not self._holders:
                self._released.set()

    async def _settle(self) -> None:
        passes = 0
        while passes < SETTLE_PASSES:
            await asyncio.sleep(0)
            passes += 1
            if self._holders:
                await self._released.wait()
                passes = 0

    def _return(self) -> None:
        self._play()
        position, over = self._speaker.replace(self._alive())
        self._last_position = position or self._last_position
        self._over |= over
        self._lost_at = self._back_at = None
        self._next = max(self._next, samples_at(self.now()) // FRAME_SAMPLES)

    def _alive(self) -> float:
        return self.now() if self._lost_at is None else min(self.now(), self._lost_at)
