"""A duplex without devices, in real time: a sound file or fed speech in, a recording out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np

from core.audio.echo_path import EchoPath, Room
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Health, Position, Samples
from core.audio.levels import is_clipped
from core.audio.virtual import EPSILON, Loudspeaker, Timeline, samples_at
from core.audio.wav import SoundFile, write_conversation
from core.clock import Clock

FRAME_SECONDS = FRAME_SAMPLES / INPUT_RATE


class FileDuplex:
    """A microphone that plays a file, or what it is fed, paced by ``clock``; a speaker that records.

    ``source``: heard from the moment of opening, read as it is needed; see wav.SoundFile for what it
    raises, already here. ``tail``: seconds of silence after the file until the input ends by
    itself; None goes on in silence until :meth:`end_input`. Speech may be fed at any time and is
    mixed with the file. Commands take effect at once, positions are exact and ``measured``: what
    has played is what the clock says. ``echo``: the room in which the microphone hears the speaker;
    None is a headset.
    """

    def __init__(
        self,
        clock: Clock,
        source: Path | None = None,
        tail: float | None = None,
        echo: EchoPath | None = None,
    ) -> None:
        self._clock = clock
        self._source = SoundFile(source) if source else None
        self._tail = tail
        self._timeline = Timeline()
        self._speaker = Loudspeaker()
        self._room = Room(echo, self._speaker.played) if echo else None
        self._opened = clock.monotonic()
        self._read = 0  # samples of the file put on the timeline so far
        self._ends: int | None = None  # index of the first frame that is not delivered
        self._recorded: list[Samples] = []
        self._next = 0
        self._clipped = 0
        self._closed_at: float | None = None

    # Who speaks into the microphone

    def now(self) -> float:
        """Seconds since opening; stands still once closed."""
        return (self._clock.monotonic() if self._closed_at is None else self._closed_at) - self._opened

    def feed(self, pcm: Samples) -> float:
        """Speak ``pcm`` (int16, mono, 16 kHz) from now on, after what was fed before.

        Returns when it will be over, in seconds after opening. To speak over a file, use say_at().
        """
        start = max(self._next * FRAME_SAMPLES, samples_at(self.now()), self._timeline.end())
        self._timeline.place(start, pcm)
        return (start + len(pcm)) / INPUT_RATE

    def say_at(self, at: float, pcm: Samples) -> None:
        """Speak ``pcm`` at ``at`` seconds after opening, over whatever else sounds then."""
        self._timeline.place(samples_at(at), pcm)

    def end_input(self) -> None:
        """Let the input end after what has been fed, or at once; a file is cut off."""
        last = max(samples_at(self.now()), self._timeline.end())
        self._ends = max(self._next, -(-last // FRAME_SAMPLES))

    # What is left of it

    @property
    def microphone(self) -> Samples:
        """What frames() has delivered so far: int16, mono, 16 kHz."""
        return np.concatenate(self._recorded) if self._recorded else np.zeros(0, np.int16)

    @property
    def heard(self) -> Samples:
        """What the speaker has played since opening: int16, mono, 24 kHz."""
        self._play()
        return self._speaker.recorded()

    def save(self, path: Path) -> None:
        """Write stereo WAV at 24 kHz: left the microphone, right the speaker. Blocks; call it at the end."""
        write_conversation(path, self.microphone, self.heard)

    # The port

    async def __aenter__(self) -> FileDuplex:
        self._opened = self._clock.monotonic()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._play()
        self._closed_at = self._clock.monotonic()
        if self._source:
            self._source.close()

    async def frames(self) -> AsyncIterator[Frame]:
        while self._closed_at is None:
            index = self._next
            self._read_ahead((index + 1) * FRAME_SAMPLES)
            if self._ends is not None and index >= self._ends:
                return
            at = self._opened + index * FRAME_SECONDS
            await self._clock.sleep_until(at + FRAME_SECONDS - EPSILON)
            self._play()
            self._next += 1
            echo = self._room.hear(index * FRAME_SECONDS) if self._room else None
            pcm = self._timeline.frame(index, echo)
            self._clipped += is_clipped(pcm)
            self._recorded.append(pcm)
            yield Frame(pcm, index, at)

    def write(self, utterance: int, pcm: Samples) -> None:
        self._play()
        self._speaker.playout.write(utterance, pcm)

    def end(self, utterance: int) -> None:
        self._play()
        self._speaker.playout.end(utterance)

    def position(self) -> Position | None:
        return self._speaker.position(self.now())

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

    def health(self) -> Health:
        self._play()
        return Health(len(self._recorded), 0, self._speaker.underruns, self._clipped)

    def played(self, at: float) -> Samples:
        self._play()
        return self._speaker.played(at - self._opened)

    def _read_ahead(self, needed: int) -> None:
        """Put the file on the timeline up to sample ``needed``; decide the end when it is over."""
        while self._source and self._read < needed:
            piece = self._source.read()
            if piece is None:
                self._source = None
                if self._tail is not None and self._ends is None:
                    self._ends = -(-(self._read + samples_at(self._tail)) // FRAME_SAMPLES)
            else:
                self._timeline.place(self._read, piece)
                self._read += len(piece)

    def _play(self) -> None:
        if self._closed_at is None:
            self._speaker.play_until(self.now())
