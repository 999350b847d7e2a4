"""From frames to voices: when a voice begins and ends, and the sound of the turn so far."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np

from core.audio.frames import INPUT_RATE, Frame, Samples
from core.speech.ports import VAD_SAMPLES, VoiceActivity
from core.turn.events import VoiceStarted, VoiceStopped

_CHUNK = VAD_SAMPLES / INPUT_RATE
_FULL_SCALE = 32_768.0
_SILENCE_DB = -96.0


@dataclass(frozen=True, slots=True)
class Hysteresis:
    """onset, offset: voice probabilities that begin and end a voice; chunks: how many 32 ms in a row
    it takes. pre_roll: seconds kept from before a voice was noticed. segment: seconds of one turn
    after which its next pause becomes a cut, so that memory stays bounded; longest: after which
    the quietest place becomes one."""

    onset: float = 0.5
    offset: float = 0.35
    onset_chunks: int = 2
    offset_chunks: int = 3
    pre_roll: float = 0.4
    segment: float = 15.0
    longest: float = 28.0


class Ears:
    """Feed every frame to :meth:`hear`. The turn's sound begins ``pre_roll`` before its first voice
    and goes on, pauses included, until :meth:`forget`. Segments cut off a long turn are handed over by
    :meth:`take_segments`, in order, and are no longer part of :meth:`utterance`.
    """

    def __init__(self, vad: VoiceActivity, rule: Hysteresis | None = None) -> None:
        self._vad = vad
        self._rule = rule or Hysteresis()
        self._loose: Samples = np.zeros(0, np.int16)
        self._chunks: deque[Samples] = deque()
        self._levels: deque[float] = deque()
        self._segments: list[Samples] = []
        self._in_turn = False
        self._active = False
        self._run = 0
        self._run_began = 0.0
        self._last_voice = 0.0
        self._since_voice = 0
        self.level = _SILENCE_DB
        """dBFS of the last 32 ms."""

    def hear(self, frame: Frame) -> list[VoiceStarted | VoiceStopped]:
        """Times of the events are those of ``frame.at``."""
        begin = frame.at - len(self._loose) / INPUT_RATE
        self._loose = np.concatenate((self._loose, frame.pcm))
        events: list[VoiceStarted | VoiceStopped] = []
        while len(self._loose) >= VAD_SAMPLES:
            chunk, self._loose = self._loose[:VAD_SAMPLES], self._loose[VAD_SAMPLES:]
            events += self._weigh(chunk, begin)
            begin += _CHUNK
        return events

    @property
    def setting_in(self) -> bool:
        """Whether the last that was heard may be a voice beginning."""
        return not self._active and self._run > 0

    def end_of_input(self, at: float) -> list[VoiceStarted | VoiceStopped]:
        """No more frames will come: a voice that was sounding has stopped."""
        if not self._active:
            return []
        self._active, self._run = False, 0
        return [VoiceStopped(0.0, self.level, min(at, self._last_voice))]

    def utterance(self) -> Samples:
        """The turn's sound so far, without segments: int16, mono, 16 kHz."""
        return np.concatenate((*self._chunks, self._loose))

    @property
    def seconds(self) -> float:
        """How much sound is kept."""
        return (len(self._chunks) * VAD_SAMPLES + len(self._loose)) / INPUT_RATE

    def take_segments(self) -> list[Samples]:
        segments, self._segments = self._segments, []
        return segments

    def forget(self, *, restart: bool = False) -> None:
        """The turn is over. What followed its last voice is kept as the next one's pre-roll.

        restart: a voice that still sounds begins anew, as a voice of the next turn.
        """
        self._in_turn = False
        self._segments.clear()
        while len(self._chunks) > self._since_voice:
            self._chunks.popleft()
            self._levels.popleft()
        self._trim()
        if restart:
            self._active, self._run = False, 0

    def keep(self, seconds: float) -> None:
        """Of a turn that goes on only the last seconds matter."""
        self._segments.clear()
        while len(self._chunks) > math.ceil(seconds / _CHUNK):
            self._chunks.popleft()
            self._levels.popleft()

    def attend(self) -> None:
        """A voice that sounds and belongs to no turn, because it was taken for noise over an answer,
        begins anew."""
        if self._active and not self._in_turn:
            self.forget(restart=True)

    def deafen(self) -> None:
        """Forget everything, as when the microphone is muted."""
        self.forget(restart=True)
        self._chunks.clear()
        self._levels.clear()
        self._loose = self._loose[:0]
        self._since_voice = 0
        self._vad.reset()

    def _weigh(self, chunk: Samples, begin: float) -> list[VoiceStarted | VoiceStopped]:
        rule = self._rule
        probability = self._vad.probability(chunk)
        self.level = level_of(chunk)
        self._chunks.append(chunk)
        self._levels.append(self.level)
        self._since_voice += 1
        towards = probability < rule.offset if self._active else probability >= rule.onset
        if towards and not self._run:
            self._run_began = begin
        self._run = self._run + 1 if towards else 0
        if self._active and not towards:
            self._last_voice, self._since_voice = begin + _CHUNK, 0
        events: list[VoiceStarted | VoiceStopped] = []
        if self._active and self._run >= rule.offset_chunks:
            self._active, self._run = False, 0
            events.append(VoiceStopped(probability, self.level, self._run_began))
        elif not self._active and self._run >= rule.onset_chunks:
            self._cut_in_pause()
            self._active, self._in_turn = True, True
            self._run, self._last_voice, self._since_voice = 0, begin + _CHUNK, 0
            events.append(VoiceStarted(probability, self.level, self._run_began))
        self._trim()
        return events

    def _trim(self) -> None:
        if not self._in_turn:
            room = math.ceil(self._rule.pre_roll / _CHUNK) + self._rule.onset_chunks
            while len(self._chunks) > room:
                self._chunks.popleft()
                self._levels.popleft()
        elif len(self._chunks) * _CHUNK > self._rule.longest:
            recent = list(self._levels)[-math.ceil(3.0 / _CHUNK) :]
            quietest = min(range(len(recent)), key=recent.__getitem__)
            self._cut(len(self._chunks) - len(recent) + quietest)

    def _cut_in_pause(self) -> None:
        """Before a voice goes on: a long turn's sound up to the middle of the pause becomes a segment."""
        pause = self._since_voice
        if self._in_turn and len(self._chunks) * _CHUNK > self._rule.segment:
            self._cut(len(self._chunks) - max(self._rule.onset_chunks, pause // 2))

    def _cut(self, count: int) -> None:
        self._segments.append(np.concatenate([self._chunks.popleft() for _ in range(count)]))
        for _ in range(count):
            self._levels.popleft()


def level_of(chunk: Samples) -> float:
    """Root mean square in dBFS, -96 for silence."""
    mean = float(np.mean(np.square(chunk, dtype=np.float64)))
    return max(_SILENCE_DB, 10 * math.log10(mean / _FULL_SCALE**2)) if mean else _SILENCE_DB
