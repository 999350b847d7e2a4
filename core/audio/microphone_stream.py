"""A real microphone: PortAudio fills a ring in C, this empties it into frames of 16 kHz."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.audio.capture_clock import CaptureClock
from core.audio.devices import Device, library
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Samples
from core.audio.levels import is_clipped, to_int16
from core.audio.resample import Resampler

RING_SECONDS = 2.0
"""How long the loop may be away before sound is lost."""


class MicrophoneStream:
    """Records ``device`` at ``rate``. Not thread-safe; one loop calls it.

    next_frame: the index that the next frame gets, if none is lost.
    """

    def __init__(self, device: Device, rate: int, latency: str | float, now: Callable[[], float]) -> None:
        import rtmixer

        self._now = now
        self.rate = rate
        self._stream: Any
        for channels in (1, 2):  # mono where the device allows it, otherwise its first channel is used
            try:
                self._stream = rtmixer.Recorder(
                    device=device.index, channels=channels, samplerate=rate, latency=latency
                )
                break
            except library().PortAudioError:
                if channels in (device.inputs, 2):
                    raise
        self._ring = rtmixer.RingBuffer(4, 1 << (int(rate * RING_SECONDS) - 1).bit_length())
        self._action: Any = None
        self._begin()
        self.next_frame = 0
        self._flagged = 0
        self.frames_in = 0
        self.dropped = 0
        self.clipped = 0
        self.last_heard = now()

    def start(self) -> None:
        """Let the callback run and record from its first block on."""
        self._stream.start()
        self._record()

    def drain(self) -> list[Frame]:
        """Every whole frame that has arrived. Every 20 ms or so, at least every second."""
        ended = self._action not in self._stream.actions
        sound = np.frombuffer(self._ring.read(), np.float32)
        self._anchor()
        frames = self._cut(sound) if len(sound) else []
        if ended:
            self._skip()
        return frames

    @property
    def active(self) -> bool:
        """Whether PortAudio still runs the stream. Raises PortAudioError when it does not know."""
        return bool(self._stream.active)

    @property
    def latency(self) -> float:
        """Seconds between the air and the callback, as PortAudio knows them."""
        return float(self._stream.latency)

    def close(self) -> None:
        """Stop at once and give the device back. May block."""
        self._stream.abort(ignore_errors=True)
        self._stream.close(ignore_errors=True)

    # Inside

    def _begin(self) -> None:
        """Start counting samples anew, as on opening and after a gap."""
        self._resampler = Resampler(self.rate, INPUT_RATE)
        self._rest: Samples = np.zeros(0, np.int16)
        self._clock: CaptureClock | None = None
        self._cut_samples = 0  # at 16 kHz, since the clock's anchor

    def _record(self) -> None:
        self._action = self._stream.record_ringbuffer(self._ring, channels=[1])

    def _anchor(self) -> None:
        """Learn from the stream when the first sample was captured, then follow its drift."""
        taken = self._action.done_frames
        if not taken:
            return
        now = self._now()
        if self._clock is None:
            first = now + self._action.actual_time - self._stream.time
            if not now - taken / self.rate - 2.0 < first <= now:  # a host without time stamps
                first = now - taken / self.rate - self.latency
            self._clock = CaptureClock(self.rate, first)
        self._clock.observe(taken, now)
        flagged = int(self._action.stats.input_overflows)
        self.dropped += max(0, flagged - self._flagged)  # at least one block each; PortAudio says no more
        self._flagged = flagged

    def _cut(self, sound: NDArray[np.float32]) -> list[Frame]:
        self.last_heard = self._now()
        pcm = to_int16(self._resampler.push(sound))
        self._rest = np.concatenate([self._rest, pcm]) if len(self._rest) else pcm
        frames = []
        assert self._clock is not None  # there is sound, so the callback has begun
        for start in range(0, len(self._rest) - FRAME_SAMPLES + 1, FRAME_SAMPLES):
            at = self._clock.at(self._cut_samples / INPUT_RATE)
            frames.append(Frame(self._rest[start : start + FRAME_SAMPLES], self.next_frame, at))
            self.clipped += is_clipped(frames[-1].pcm)
            self.next_frame += 1
            self._cut_samples += FRAME_SAMPLES
        self._rest = self._rest[len(frames) * FRAME_SAMPLES :]
        self.frames_in += len(frames)
        return frames

    def _skip(self) -> None:
        """The ring was full, so the callback gave up: begin again and leave a gap of the right length."""
        resumed = self._now()
        heard_until = self._clock.at(self._cut_samples / INPUT_RATE) if self._clock else resumed
        lost = max(1, round((resumed - heard_until) * INPUT_RATE / FRAME_SAMPLES))
        self.next_frame += lost
        self.dropped += lost
        self._flagged = 0
        self._begin()
        self._record()
