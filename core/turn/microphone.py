"""From the device's frames to voices: goes on listening whatever the device does, and says what it cannot."""

from __future__ import annotations

from collections.abc import Callable

from core.audio.duplex import DeviceLost, Duplex
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Samples
from core.clock import Clock
from core.turn.ears import Ears
from core.turn.events import Event, MicBack, MicLost, VoiceStarted, VoiceStopped

_BACK_OFF = (0.5, 1.0, 2.0, 4.0)
_NO_FRAMES = 3.0


class Microphone:
    """Drains a duplex into :class:`Ears`.

    frame: shown every frame that is heard, before the ears. voice: told when a voice begins and
    ends. segment: handed each piece cut off a long turn. A lost device is asked for frames again with
    back-off, for as long as it takes; a duplex that can reopen does so then.
    """

    def __init__(
        self,
        duplex: Duplex,
        ears: Ears,
        clock: Clock,
        *,
        post: Callable[[Event], None],
        voice: Callable[[VoiceStarted | VoiceStopped], None],
        segment: Callable[[Samples], None],
        frame: Callable[[Frame], None],
    ) -> None:
        self.muted = False
        self.reached: float | None = None
        """Until when sound was captured that has been heard; None while nothing is to be expected."""
        self._duplex = duplex
        self._ears = ears
        self._clock = clock
        self._post = post
        self._voice = voice
        self._frame = frame
        self._segment = segment
        self._last_frame: float | None = None

    async def listen(self) -> None:
        """Until the input ends; a voice that was sounding then has stopped."""
        attempt = 0
        while True:
            try:
                async for frame in self._duplex.frames():
                    if attempt:
                        attempt = 0
                        self._post(MicBack())
                    self._hear(frame)
                break
            except DeviceLost:
                self._last_frame = self.reached = None
                if not attempt:
                    self._fall_silent()
                    self._post(MicLost())
                wait = _BACK_OFF[min(attempt, len(_BACK_OFF) - 1)]
                attempt += 1
                await self._clock.sleep_until(self._clock.monotonic() + wait)
        self._last_frame = self.reached = None
        self._fall_silent()

    def stalled(self, now: float) -> bool:
        """Whether frames have stopped coming without a word; true once each time."""
        if self._last_frame is None or now - self._last_frame <= _NO_FRAMES:
            return False
        self._last_frame = None
        return True

    def _hear(self, frame: Frame) -> None:
        self._last_frame = self._clock.monotonic()
        self.reached = None if self.muted else frame.at + FRAME_SAMPLES / INPUT_RATE
        if self.muted:
            return
        self._frame(frame)
        for voice in self._ears.hear(frame):
            self._voice(voice)
        for segment in self._ears.take_segments():
            self._segment(segment)

    def _fall_silent(self) -> None:
        for voice in self._ears.end_of_input(self._clock.monotonic()):
            self._voice(voice)
