"""What every duplex without devices shares: a microphone that is a timeline, a speaker that records."""

from __future__ import annotations

import numpy as np

from core.audio.echo import EchoState
from core.audio.echo_path import EchoPath, Room
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Health, Position, Samples
from core.audio.levels import is_clipped
from core.audio.virtual import Loudspeaker, Timeline, samples_at
from core.clock import Clock

FRAME_SECONDS = FRAME_SAMPLES / INPUT_RATE


class VirtualDuplex:
    """The speaker's half of the port, and the record of both halves. Times are seconds after opening.

    Commands act on the sample of the moment they are given, with the usual ramp of 10 ms; positions are
    exact, because what has played is what ``clock`` says. ``echo``: the room in which the microphone
    hears the speaker; None is a headset.
    """

    def __init__(self, clock: Clock, echo: EchoPath | None = None) -> None:
        self._clock = clock
        self._opened = clock.monotonic()
        self._timeline = Timeline()
        self._speaker = Loudspeaker()
        self._room = Room(echo, self._speaker.played) if echo else None
        self._microphone: list[Samples] = []
        self._next = 0  # index of the next frame
        self._dropped = 0
        self._clipped = 0

    def now(self) -> float:
        """Seconds since opening."""
        return self._clock.monotonic() - self._opened

    def say_at(self, at: float, pcm: Samples) -> None:
        """Speak ``pcm`` (int16, mono, 16 kHz) into the microphone at ``at``, over whatever else sounds
        then; what is past is lost."""
        self._timeline.place(samples_at(at), pcm)

    @property
    def heard(self) -> Samples:
        """What the speaker has played since opening: int16, mono, 24 kHz."""
        self._play()
        return self._speaker.recorded()

    @property
    def microphone(self) -> Samples:
        """What frames() has delivered so far: int16, mono, 16 kHz."""
        return np.concatenate(self._microphone) if self._microphone else np.zeros(0, np.int16)

    def write(self, utterance: int, pcm: Samples) -> None:
        self._play()
        self._speaker.playout.write(utterance, pcm)

    def end(self, utterance: int) -> None:
        self._play()
        self._speaker.playout.end(utterance)

    def position(self) -> Position | None:
        return self._speaker.position(self._alive())

    def pause(self) -> None:
        self._play()
        self._speaker.playout.pause()

    def resume(self) -> None:
        self._play()
        self._speaker.playout.resume()

    def duck(self, gain: float) -> None:
        self._play()
        self._speaker.playout.duck(gain)

    def stop(self) -> Position | None:
        position = self.position()
        self._speaker.playout.stop()
        return position

    def echo(self) -> EchoState:
        """Of its room nothing is removed."""
        return EchoState("none" if self._room else "absent")

    def health(self) -> Health:
        self._play()
        return Health(len(self._microphone), self._dropped, self._speaker.underruns, self._clipped)

    def played(self, at: float) -> Samples:
        self._play()
        return self._speaker.played(at - self._opened)

    def _alive(self) -> float:
        """Until when the speaker has been playing."""
        return self.now()

    def _play(self) -> None:
        self._speaker.play_until(self._alive())

    def _sounding(self, index: int) -> Samples:
        """What there is for the microphone to hear in a frame; each is asked for once, in order."""
        echo = self._room.hear(index * FRAME_SECONDS) if self._room else None
        return self._timeline.frame(index, echo)

    def _delivered(self, index: int, pcm: Samples) -> Frame:
        """The frame, written into the record."""
        self._clipped += is_clipped(pcm)
        self._microphone.append(pcm)
        return Frame(pcm, index, self._opened + index * FRAME_SECONDS)
