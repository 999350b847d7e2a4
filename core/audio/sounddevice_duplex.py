"""The duplex on real devices: rings in C (rtmixer on PortAudio), one task on the core loop.

No Python runs in PortAudio's callback. Both rings hold far more than a busy interpreter delays a
task, so nothing depends on the task being punctual; see speaker_stream for why stopping is quick
all the same.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import replace

import numpy as np

from core.audio import pulse_streams
from core.audio.devices import library
from core.audio.duplex import DeviceLost
from core.audio.echo import EchoState
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Health, Position, Samples
from core.audio.recent import Recent
from core.audio.stream_pair import StreamPair, Wanted, close_pair, open_pair
from core.clock import Clock
from core.errors import UserFacing

PUMP_SECONDS = 0.020
"""One frame, while the companion speaks and every millisecond of an interruption is heard."""
RELAXED_SECONDS = 0.040
"""Two frames, while it only listens: 10 ms later on average for half the processor time. A pause, duck
or stop waits for neither."""
LOOK_SECONDS = 0.5
"""How often the devices are asked whether they are still there."""
LATENCY_SECONDS = 0.04
"""Default for both devices. PortAudio's own ``low`` is 8 ms on PulseAudio, which crackled on a loaded
machine; its ``high``, 35 ms, was bit-exact beside two busy threads."""
LOST_AFTER_SECONDS = 2.0
"""Without a sample from the microphone, or one taken by the speaker, the device counts as lost."""
REOPEN_SECONDS = 8.0
"""A sound server that has not answered by then is tried again later."""
KEPT_FRAMES = 1500
"""Frames that wait for a slow reader, 30 s; older ones are dropped and counted."""
FRAME_SECONDS = FRAME_SAMPLES / INPUT_RATE


class SounddeviceDuplex:
    """``microphone``, ``speaker``: names, see devices.choose; None is the system's default. A sound
    server moves talk on its own default devices when they change; named ones are kept, see pulse_streams.

    ``latency``: seconds or PortAudio's ``low``/``high``. Rates are the devices' own unless given.
    Entering raises as StreamPair does.

    After frames() has raised DeviceLost, each new call of it looks for the devices once more, by
    name and at the rate they have by then, and raises DeviceLost again while they are not there; the
    caller waits in between. What was written before or meanwhile is over, its position the last one
    known; frames go on being numbered, with a gap as long as the absence.
    """

    def __init__(
        self,
        clock: Clock,
        microphone: str | None = None,
        speaker: str | None = None,
        latency: str | float = LATENCY_SECONDS,
        input_rate: int | None = None,
        output_rate: int | None = None,
    ) -> None:
        self._clock = clock
        self._wanted = Wanted(microphone, speaker, latency, input_rate, output_rate, clock.monotonic)
        self._pair: StreamPair | None = None
        self._waiting: deque[Frame] = deque()
        self._arrived = asyncio.Event()
        self._lost: DeviceLost | None = None
        self._closed = False
        self._overrun = 0
        self._over = Recent()  # utterances that went with a lost device
        self._last_position: Position | None = None
        self._past = Health()
        self._lost_at = 0.0
        self._next_frame = 0
        self._task: asyncio.Task[None] | None = None
        self._latency = (0.0, 0.0)

    async def __aenter__(self) -> SounddeviceDuplex:
        self._begin(await open_pair(self._wanted))
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._closed = True
        self._arrived.set()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._pair:
            await close_pair(self._pair)

    async def frames(self) -> AsyncIterator[Frame]:
        if self._lost and not self._closed:
            await self._reopen()
        while True:
            while self._waiting:
                yield self._waiting.popleft()
            if self._closed:
                return
            if self._lost:
                raise self._lost
            self._arrived.clear()
            await self._arrived.wait()

    def write(self, utterance: int, pcm: Samples) -> None:
        if self._pair is None:
            self._over.add(utterance)  # without its beginning, the rest had better not be heard either
        elif utterance not in self._over:
            self._pair.speaker.write(utterance, pcm)

    def end(self, utterance: int) -> None:
        if self._pair and utterance not in self._over:
            self._pair.speaker.end(utterance)

    def position(self) -> Position | None:
        sounding = self._pair.speaker.position() if self._pair else None
        return sounding or self._last_position

    def pause(self) -> None:
        if self._pair:
            self._pair.speaker.pause()

    def resume(self) -> None:
        if self._pair:
            self._pair.speaker.resume()

    def duck(self, gain: float) -> None:
        if self._pair:
            self._pair.speaker.duck(gain)

    def stop(self) -> Position | None:
        sounding = self._pair.speaker.stop() if self._pair else None
        return sounding or self._last_position

    def echo(self) -> EchoState:
        """Nothing here removes it, and whether a headset is plugged in no sound system says."""
        return EchoState("none")

    def health(self) -> Health:
        if self._pair is None:
            return self._past
        microphone, speaker, past = self._pair.microphone, self._pair.speaker, self._past
        return Health(
            frames_in=past.frames_in + microphone.frames_in - self._overrun,
            dropped_frames=past.dropped_frames + microphone.dropped + self._overrun,
            underruns=past.underruns + speaker.underruns,
            clipped_frames=past.clipped_frames + microphone.clipped,
            reopened=past.reopened,
            last_frame_at=microphone.last_heard if microphone.frames_in else past.last_frame_at,
        )

    def played(self, at: float) -> Samples:
        return self._pair.speaker.played(at) if self._pair else np.zeros(FRAME_SAMPLES, np.int16)

    @property
    def latency(self) -> tuple[float, float]:
        """Seconds of sound on their way: from the microphone, and to the speaker (see the streams)."""
        if self._pair:
            self._latency = (self._pair.microphone.latency, self._pair.speaker.latency)
        return self._latency

    # Inside

    def _begin(self, pair: StreamPair) -> None:
        now = self._clock.monotonic()
        self._pair = pair
        self._overrun = 0
        self._speaker_moved = (0, now)
        pair.microphone.last_heard = now
        self._task = asyncio.create_task(self._run(pair), name="audio pump")

    async def _reopen(self) -> None:
        assert self._lost
        try:
            async with asyncio.timeout(REOPEN_SECONDS):
                pair = await open_pair(self._wanted)
        except (UserFacing, TimeoutError) as problem:
            raise DeviceLost("audio.device_lost", **self._lost.values) from problem
        if self._closed:
            await close_pair(pair)
            return
        absent = (self._clock.monotonic() - self._lost_at) / FRAME_SECONDS
        pair.microphone.next_frame = self._next_frame + round(absent)
        self._lost = None
        self._past = replace(self._past, reopened=self._past.reopened + 1)
        self._begin(pair)

    async def _run(self, pair: StreamPair) -> None:
        error = library().PortAudioError
        misplaced = asyncio.create_task(pulse_streams.misplaced(), name="streams' places")
        try:
            look_at, playing = 0.0, False
            while self._pair is pair:
                now = self._clock.monotonic()
                try:
                    playing = self._pump(pair)
                    if now >= look_at:
                        look_at = now + LOOK_SECONDS
                        self._look(pair)
                except error:
                    self._lose(pair, " / ".join(dict.fromkeys(pair.names)))
                if self._pair and misplaced.done() and (kind := misplaced.result()):
                    self._lose(pair, pair.names[kind == "output"])
                await self._clock.sleep_until(now + (PUMP_SECONDS if playing else RELAXED_SECONDS))
        finally:
            misplaced.cancel()
            await asyncio.gather(misplaced, return_exceptions=True)

    def _pump(self, pair: StreamPair) -> bool:
        """Move sound in both directions. Returns whether something is being played."""
        pair.speaker.pump()
        frames = pair.microphone.drain()
        if frames:
            self._waiting.extend(frames)
            while len(self._waiting) > KEPT_FRAMES:
                self._waiting.popleft()
                self._overrun += 1
            self._arrived.set()
        return pair.speaker.progress[0]

    def _look(self, pair: StreamPair) -> None:
        now = self._clock.monotonic()
        playing, taken = pair.speaker.progress
        if not playing or taken != self._speaker_moved[0]:
            self._speaker_moved = (taken, now)
        if now - pair.microphone.last_heard > LOST_AFTER_SECONDS or not pair.microphone.active:
            self._lose(pair, pair.names[0])
        elif now - self._speaker_moved[1] > LOST_AFTER_SECONDS or not pair.speaker.active:
            self._lose(pair, pair.names[1])

    def _lose(self, pair: StreamPair, name: str) -> None:
        self._past = self.health()
        position, over = pair.speaker.abandon()
        self._last_position = position or self._last_position
        self._over.update(sorted(over))
        self._next_frame, self._lost_at = pair.microphone.next_frame, pair.microphone.last_heard
        self._lost = DeviceLost("audio.device_lost", device=name)
        self._pair = None
        close_pair(pair)
        self._arrived.set()
