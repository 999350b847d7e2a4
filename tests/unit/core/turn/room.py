"""A stage with an open loudspeaker: every character is a tone, so that a room and a canceller do to it what
they do to speech, and what is left can be read back, the loudest tone at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.audio.duplex import Duplex
from core.audio.echo_cancelling import EchoCancellingDuplex
from core.audio.echo_path import EchoPath
from core.audio.fake import FakeDuplex
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, OUTPUT_RATE, Samples
from core.audio.levels import rms_dbfs
from core.clock import ManualClock
from core.speech.ports import Hints, Mark, SpokenChunk, Style, Transcript
from core.speech.wake import WakeWord
from core.text import language_of
from core.turn import captions
from core.turn.engine import Engine, Listener, Speaker
from core.turn.states import Settings
from tests.unit.core.turn.stage import Notebook, ScriptedResponder

SYLLABLE = 0.2
"""Seconds of one spoken character, whoever speaks."""
_LOWEST, _APART = 300.0, 32.0
_WINDOW, _HOP = 1024, 160
_LEVEL = 6_000
_DELAY = 0.03


class Tones:
    """Every character has a pitch of its own."""

    def __init__(self) -> None:
        self._characters: list[str] = []

    def pitch(self, character: str) -> float:
        if character not in self._characters:
            self._characters.append(character)
        return _LOWEST + _APART * self._characters.index(character)

    def spoken(self, text: str, rate: int, level: int = _LEVEL) -> Samples:
        """int16, mono; a dip after every character."""
        count = round(SYLLABLE * rate)
        times = np.arange(count) / rate
        dip = np.minimum(1.0, np.minimum(np.arange(count), np.arange(count)[::-1]) / (0.015 * rate))
        tones = [level * dip * np.sin(2 * np.pi * self.pitch(character) * times) for character in text]
        whole: Samples = np.rint(np.concatenate(tones)).astype(np.int16)
        return whole

    def read(self, audio: Samples, above_dbfs: float = -45.0) -> str:
        """The characters of which 60 ms and more stand out."""
        if len(audio) < _WINDOW:
            return ""
        frames = np.lib.stride_tricks.sliding_window_view(audio.astype(np.float64), _WINDOW)[::_HOP]
        spectra = np.abs(np.fft.rfft(frames * np.hanning(_WINDOW), 4 * _WINDOW))
        pitches = np.argmax(spectra, axis=1) * INPUT_RATE / (4 * _WINDOW)
        loud = np.sqrt(np.mean(frames**2, axis=1)) > 10 ** (above_dbfs / 20) * 32_768
        numbers = np.rint((pitches - _LOWEST) / _APART).astype(int)
        near = np.abs(_LOWEST + _APART * numbers - pitches) < _APART / 3
        text, run, previous = "", 0, -1
        for number, good in zip(numbers.tolist(), (loud & near).tolist(), strict=True):
            current = number if good and 0 <= number < len(self._characters) else -1
            run = run + 1 if current == previous else 1
            previous = current
            if run == 6 and current >= 0:
                text += self._characters[current]
        return text


@dataclass
class LevelVad:
    """What is as loud as a voice is one."""

    def probability(self, chunk: Samples) -> float:
        return 0.95 if rms_dbfs(chunk) > -38.0 else 0.02

    def reset(self) -> None:
        pass


@dataclass
class ToneRecognizer:
    """Reads whatever tone is loudest, after 0.3 virtual seconds. garbles: characters it mishears."""

    tones: Tones
    clock: ManualClock
    garbles: dict[str, str] = field(default_factory=dict)
    read: list[str] = field(default_factory=list)
    longest: float = 0.0

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        self.longest = max(self.longest, len(audio) / INPUT_RATE)
        await self.clock.sleep_until(self.clock.monotonic() + 0.3)
        text = "".join(self.garbles.get(character, character) for character in self.tones.read(audio))
        self.read.append(text)
        return Transcript(text, language_of(text), 0.9 if text else 0.0)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        return await self.draft(audio, hints)


@dataclass
class ToneVoice:
    """A character a syllable, in chunks of four, made in a fifth of the time they last."""

    tones: Tones
    clock: ManualClock

    async def speak(self, text: str, style: Style) -> AsyncIterator[SpokenChunk]:
        samples = round(SYLLABLE * OUTPUT_RATE)
        for start in range(0, len(text), 4):
            end = min(len(text), start + 4)
            await self.clock.sleep_until(self.clock.monotonic() + (end - start) * SYLLABLE / 5)
            marks = tuple(Mark((at - start) * samples, at + 1) for at in range(start, end))
            yield SpokenChunk(self.tones.spoken(text[start:end], OUTPUT_RATE), start, end, marks, True)


class KnowingCanceller:
    """Knows the room, and leaves ``leak`` of its echo in; ``leak`` may change."""

    cancels = True

    def __init__(self, leak: float) -> None:
        self.leak = leak
        self.room: Room | None = None

    def clean(self, microphone: Samples, speaker: Samples) -> Samples:
        assert self.room is not None, "it is in one"
        echo = self.room.echo_of_this_frame()
        left = microphone - (1.0 - self.leak) * echo
        cleaned: Samples = np.clip(np.rint(left), -32_768, 32_767).astype(np.int16)
        return cleaned

    def reset(self) -> None:
        """The room stays the same."""


class Aligned(EchoCancellingDuplex):
    """Tones say nothing of a delay, because one period is like the next; this one knows it already."""

    def _align(self) -> None:
        pass


class Room:
    """One engine in a room. canceller None: none on an open loudspeaker; gain_db None: a headset."""

    def __init__(
        self,
        answers: dict[str, list[str]],
        gain_db: float | None,
        canceller: KnowingCanceller | None = None,
        *,
        settings: Settings | None = None,
        wake: WakeWord | None = None,
    ) -> None:
        self.clock = ManualClock()
        self.tones = Tones()
        self._gain_db = gain_db
        path = None if gain_db is None else EchoPath(delay=_DELAY, gain_db=gain_db, reverberation=0.0)
        self.devices = FakeDuplex(self.clock, echo=path)
        self.duplex: Duplex = Aligned(self.devices, canceller) if canceller else self.devices
        if canceller:
            canceller.room = self
        self.recognizer = ToneRecognizer(self.tones, self.clock)
        self.responder = ScriptedResponder(self.clock, answers)
        self.notebook = Notebook(self.clock, self.devices)
        self.captions: list[captions.Caption] = []
        self.engine = Engine(
            self.duplex,
            Listener(LevelVad(), self.recognizer, wake=wake),
            Speaker(ToneVoice(self.tones, self.clock)),
            self.responder,
            self.notebook,
            clock=self.clock,
            settings=settings,
            on_change=self.captions.append,
        )

    def echo_of_this_frame(self) -> NDArray[np.float64]:
        """What of the speaker is in the frame that was just captured."""
        assert self._gain_db is not None, "the room has an echo"
        played = self.devices.played(self.clock.monotonic() - FRAME_SAMPLES / INPUT_RATE - _DELAY)
        return played.astype(np.float64) * 10 ** (self._gain_db / 20)

    def say(self, text: str, level: int = _LEVEL) -> float:
        """Somebody says it now; when it will be over."""
        pcm = self.tones.spoken(text, INPUT_RATE, level)
        self.devices.say_at(self.devices.now(), pcm)
        return self.devices.now() + len(pcm) / INPUT_RATE

    async def talk(self, *acts: Callable[[], float | Callable[[], bool]]) -> None:
        """Each act does something and says until when, or until what, to go on."""
        async with self.duplex:
            running = asyncio.create_task(self.engine.run())
            for act in acts:
                await self.devices.run(act())
            self.engine.close()
            await self.devices.run(running.done)
            await running

    def ended(self, count: int) -> Callable[[], bool]:
        return lambda: len(self.notebook.of("ended")) >= count

    def after(self, seconds: float) -> float:
        return self.devices.now() + seconds

    @property
    def notices(self) -> list[str]:
        return [caption.message for caption in self.captions if isinstance(caption, captions.Noticed)]

    @property
    def said(self) -> list[str]:
        """The committed turns' words."""
        return [row[2] for row in self.notebook.of("user")]

    @property
    def outcomes(self) -> list[str]:
        return [row[2] for row in self.notebook.of("ended")]
