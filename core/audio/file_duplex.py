"""A duplex without devices, in real time: a sound file or fed speech in, a recording out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from core.audio.echo_path import EchoPath
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Samples
from core.audio.virtual import EPSILON, samples_at
from core.audio.virtual_duplex import FRAME_SECONDS, VirtualDuplex
from core.audio.wav import SoundFile, write_conversation
from core.clock import Clock


class FileDuplex(VirtualDuplex):
    """A microphone that plays a file, or what it is fed, paced by ``clock``; a speaker that records.

    ``source``: heard from the moment of opening, read as it is needed; see wav.SoundFile for what it
    raises, already here. ``tail``: seconds of silence after the file until the input ends by
    itself; None goes on in silence until :meth:`end_input`. Speech may be fed at any time and is
    mixed with the file.
    """

    def __init__(
        self,
        clock: Clock,
        source: Path | None = None,
        tail: float | None = None,
        echo: EchoPath | None = None,
    ) -> None:
        super().__init__(clock, echo)
        self._source = SoundFile(source) if source else None
        self._tail = tail
        self._read = 0  # samples of the file put on the timeline so far
        self._ends: int | None = None  # index of the first frame that is not delivered
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

    def end_input(self) -> None:
        """Let the input end after what has been fed, or at once; a file is cut off."""
        last = max(samples_at(self.now()), self._timeline.end())
        self._ends = max(self._next, -(-last // FRAME_SAMPLES))

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
            yield self._delivered(index, self._sounding(index))

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
            super()._play()
