"""The duplex on real devices: rings in C (rtmixer on PortAudio), one task on the core loop.

No Python runs in PortAudio's callback. Both rings hold far more than a busy interpreter delays a
task, so nothing depends on the task being punctual; see speaker_stream for why stopping is quick
all the same.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import ClassVar

from core.audio.devices import Device, Kind, find, library, refresh
from core.audio.duplex import DeviceLost
from core.audio.frames import Frame, Health, Position, Samples
from core.audio.microphone_stream import MicrophoneStream
from core.audio.speaker_stream import SpeakerStream
from core.clock import Clock
from core.errors import Unavailable

PUMP_SECONDS = 0.020
"""One frame. Half of it would bring a frame 5 ms sooner on average for twice the processor time."""
LATENCY_SECONDS = 0.04
"""Default for both devices. PortAudio's own ``low`` is 8 ms on PulseAudio, which crackled on a loaded
machine; its ``high``, 35 ms, was bit-exact beside two busy threads."""
LOST_AFTER_SECONDS = 2.0
"""Without a sample from the microphone, or one taken by the speaker, the device counts as lost."""
KEPT_FRAMES = 1500
"""Frames that wait for a slow reader, 30 s; older ones are dropped and counted."""


class SounddeviceDuplex:
    """``microphone``, ``speaker``: names, see devices.choose; None is the system's default.

    ``latency``: seconds or PortAudio's ``low``/``high``. Rates are the devices' own unless given.
    Entering raises Unavailable (no library, no device, busy) and UserFacing (ambiguous name). It
    looks for newly plugged devices first, unless another duplex is open, which that would kill.
    """

    _open_duplexes: ClassVar[int] = 0

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
        self._names = (microphone, speaker)
        self._latency = latency
        self._rates = (input_rate, output_rate)
        self._waiting: deque[Frame] = deque()
        self._arrived = asyncio.Event()
        self._lost: DeviceLost | None = None
        self._closed = False
        self._overrun = 0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> SounddeviceDuplex:
        await asyncio.to_thread(self._open)
        self._speaker_moved = (0, self._clock.monotonic())
        self._microphone.last_heard = self._clock.monotonic()
        self._task = asyncio.create_task(self._run(), name="audio pump")
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._closed = True
        self._arrived.set()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.to_thread(self._close)

    async def frames(self) -> AsyncIterator[Frame]:
        while True:
            while self._waiting:
                yield self._waiting.popleft()
            if self._lost:
                raise self._lost
            if self._closed:
                return
            self._arrived.clear()
            await self._arrived.wait()

    def write(self, utterance: int, pcm: Samples) -> None:
        if self._lost is None:
            self._speaker.write(utterance, pcm)

    def end(self, utterance: int) -> None:
        if self._lost is None:
            self._speaker.end(utterance)

    def position(self) -> Position | None:
        return self._speaker.position()

    def pause(self) -> None:
        if self._lost is None:
            self._speaker.pause()

    def resume(self) -> None:
        if self._lost is None:
            self._speaker.resume()

    def duck(self, gain: float) -> None:
        if self._lost is None:
            self._speaker.duck(gain)

    def stop(self) -> Position | None:
        return self._speaker.stop()

    def health(self) -> Health:
        microphone = self._microphone
        return Health(
            frames_in=microphone.frames_in - self._overrun,
            dropped_frames=microphone.dropped + self._overrun,
            underruns=self._speaker.underruns,
            clipped_frames=microphone.clipped,
        )

    @property
    def latency(self) -> tuple[float, float]:
        """Seconds of sound on their way: from the microphone, and to the speaker (see the streams)."""
        return self._microphone.latency, self._speaker.latency

    # Inside

    def _open(self) -> None:
        if not SounddeviceDuplex._open_duplexes:
            refresh()
        microphone, speaker = find(self._names[0], "input"), find(self._names[1], "output")
        self._device_names = (microphone.name, speaker.name)
        opened: list[MicrophoneStream | SpeakerStream] = []
        device = microphone
        try:
            self._microphone = MicrophoneStream(*self._how(microphone, "input"))
            opened.append(self._microphone)
            device = speaker
            self._speaker = SpeakerStream(*self._how(speaker, "output"))
            opened.append(self._speaker)
            self._speaker.start()
            device = microphone
            self._microphone.start()
        except library().PortAudioError as problem:
            for stream in opened:
                stream.close()
            raise Unavailable("audio.device_busy", device=device.name) from problem
        SounddeviceDuplex._open_duplexes += 1

    def _how(self, device: Device, kind: Kind) -> tuple[Device, int, str | float, Callable[[], float]]:
        rate = self._rates[kind == "output"] or device.rate
        return device, rate, self._latency, self._clock.monotonic

    def _close(self) -> None:
        self._microphone.close()
        self._speaker.close()
        SounddeviceDuplex._open_duplexes -= 1

    async def _run(self) -> None:
        error = library().PortAudioError
        while self._lost is None:
            try:
                self._pump()
            except error:
                self._lose(" / ".join(dict.fromkeys(self._device_names)))
            await self._clock.sleep_until(self._clock.monotonic() + PUMP_SECONDS)

    def _pump(self) -> None:
        self._speaker.pump()
        frames = self._microphone.drain()
        if frames:
            self._waiting.extend(frames)
            while len(self._waiting) > KEPT_FRAMES:
                self._waiting.popleft()
                self._overrun += 1
            self._arrived.set()
        now = self._clock.monotonic()
        playing, taken = self._speaker.progress
        if not playing or taken != self._speaker_moved[0]:
            self._speaker_moved = (taken, now)
        if now - self._microphone.last_heard > LOST_AFTER_SECONDS or not self._microphone.active:
            self._lose(self._device_names[0])
        elif now - self._speaker_moved[1] > LOST_AFTER_SECONDS or not self._speaker.active:
            self._lose(self._device_names[1])

    def _lose(self, name: str) -> None:
        self._lost = DeviceLost("audio.device_lost", device=name)
        self._arrived.set()
