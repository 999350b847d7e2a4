"""The sound of the turn-taking set: whole spoken sentences, with pauses cut into them at word boundaries.

A fragment that is synthesised by itself gets a final melody, which tells any listener that it is over.
So every sentence is spoken whole, in one synthesis, and opened where a word begins: at the voice's own measured
mark (``turn_set.heard`` compares those with a recogniser's), moved to the quietest place within 30 ms. Then it
is put into a room: as it is, with noise, with reverberation, with both, or with what an echo canceller left
of the companion's own voice. True ends are those of the dry voice. Voice, speed, room, length of the pause and
kind of sentence go round with different periods, so that a few clips hold some of everything.
"""

from __future__ import annotations

import hashlib
import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.audio.frames import INPUT_RATE, Samples
from core.audio.resample import resample
from core.speech.clauses import Clause
from core.speech.kokoro.mandarin import mandarin
from core.speech.kokoro.synthesis import KokoroFiles
from core.speech.kokoro.voice import DEFAULT_VOICES, KokoroVoice
from core.speech.ports import SpokenChunk, Style
from core.text import Language, language_of
from tests.bench.report import FOLDER
from tests.bench.speech_set import recordings
from tests.bench.turn_set.texts import Sentence, sentences

LEAD, TAIL = 0.5, 4.5
"""Seconds of room before and after what is said."""
VOICES: dict[Language, tuple[str, ...]] = {
    "zh": ("zm_yunxi", "zf_xiaobei", "zm_yunjian", "zf_xiaoni"),
    "en": ("am_michael", "bf_emma", "bm_george", "af_bella"),
}
SPEEDS = (1.0, 0.8, 1.2, 0.7, 0.9, 1.3)
PAUSES = (0.4, 0.9, 0.2, 1.6, 0.7, 1.2, 2.5, 0.6)
ROOMS = ("dry", "noise", "reverberation", "both", "own voice")
_SIGNAL_TO_NOISE = 20.0
_REVERBERATION = 0.35
"""Seconds until an echo is 60 dB down."""
_LEFT_OF_ECHO = -26.0
"""dB, beside the speaker, of the companion's last sentence, which ends while they begin."""
_LAST_SENTENCE: dict[Language, str] = {
    "zh": "好的我已经替你记下来了",
    "en": "All right I have noted that for you",
}


@dataclass(frozen=True, slots=True)
class Clip:
    """One turn. pauses: where the voice rests inside it, (from, to); ends: the true end; seconds from
    the beginning of ``pcm`` (int16, mono, 16 kHz). by: the voice, or the recording's file."""

    text: str
    language: Language
    source: str
    by: str
    room: str
    speed: float
    pcm: Samples
    pauses: tuple[tuple[float, float], ...]
    ends: float

    @property
    def recorded(self) -> bool:
        return self.by.endswith(".wav")


class WholeSentences(KokoroVoice):
    """Kokoro that speaks a text in one piece, whatever its length."""

    def _pieces(self, text: str) -> list[Clause]:
        return [Clause(0, len(text), language_of(text), ends_sentence=True)]


async def clips(models: Path, language: Language, count: int) -> list[Clip]:
    """``count`` synthetic clips and the recordings there are. Synthesis is remembered under build/bench."""
    made = []
    with ThreadPoolExecutor(1) as executor:
        voice = WholeSentences(KokoroFiles.within(models), executor, threads=2)
        last = Sentence(_LAST_SENTENCE[language], language, "own")
        ours, _ = await _spoken(voice, last, DEFAULT_VOICES[language], 1.0)
        for number, sentence in enumerate(sentences(language, count)):
            by, speed = VOICES[language][number % 4], SPEEDS[number % len(SPEEDS)]
            spoken, marks = await _spoken(voice, sentence, by, speed)
            made.append(_clip(number, sentence, by, speed, spoken, marks, ours))
    return made + [
        _recorded(said.text, language, said.by, said.pcm)
        for said in recordings()
        if said.language == language
    ]


def cuts(text: str, language: Language, number: int, filler: str = "") -> list[int]:
    """Character offsets at which words begin and the voice will rest: after the filler if there is one,
    else anywhere; in every second clip once more."""
    if language == "zh":
        words, at = [], 0
        for word in mandarin().words(text):
            words.append(at)
            at += len(word)
    else:
        words = [place + 1 for place, letter in enumerate(text) if letter == " "]
    inner = [place for place in words if 0.2 * len(text) <= place <= 0.85 * len(text)]
    if not inner:
        return []
    first = inner[(number * 5 + 1) % len(inner)]
    if filler:
        reached = text.index(filler) + len(filler)
        first = min((place for place in words if place >= reached), default=first)
    later = [place for place in inner if place >= first + len(text) // 4]
    return [first, later[-1]] if number % 2 and later else [first]


def _clip(
    number: int,
    sentence: Sentence,
    by: str,
    speed: float,
    spoken: Samples,
    marks: dict[int, int],
    ours: Samples,
) -> Clip:
    """Open the sentence, and put it into its room."""
    parts, pauses = [np.zeros(int(LEAD * INPUT_RATE), np.int16)], []
    taken, at = 0, len(parts[0])
    for index, place in enumerate(cuts(sentence.text, sentence.language, number, sentence.filler)):
        # The word at this offset begins to sound with the first mark that reaches beyond it.
        sample = min((marks[reach] for reach in marks if reach > place), default=None)
        if sample is None:
            continue
        cut = _quietest(spoken, sample)
        piece = spoken[taken:cut]
        pause = np.zeros(int(PAUSES[(number + 3 * index) % len(PAUSES)] * INPUT_RATE), np.int16)
        rests = (at + _voiced_until(piece)) / INPUT_RATE
        at += len(piece) + len(pause)
        parts += [_faded(piece), pause]
        pauses.append((rests, at / INPUT_RATE))
        taken = cut
    rest = spoken[taken:]
    ends = (at + _voiced_until(rest)) / INPUT_RATE
    parts += [_faded(rest), np.zeros(int(TAIL * INPUT_RATE), np.int16)]
    room = ROOMS[number // 2 % len(ROOMS)]
    pcm = _in_room(np.concatenate(parts), room, seed=number, ours=ours)
    return Clip(sentence.text, sentence.language, sentence.source, by, room, speed, pcm, tuple(pauses), ends)


def _recorded(text: str, language: Language, by: str, pcm: Samples) -> Clip:
    """A recording as it is: its own pauses of 0.2 s and more, and its end. What sounds for less than
    0.15 s between two of them, or after the last, is a click of the machine, not the speaker."""
    lead = np.zeros(int(LEAD * INPUT_RATE), np.int16)
    levels = _levels(np.concatenate([lead, pcm]))
    loud = np.flatnonzero(levels > levels.max() / 300)  # rooms and breaths are louder than a voice's silence
    runs = [run for run in np.split(loud, np.flatnonzero(np.diff(loud) > 20) + 1) if len(run) >= 15]
    pauses = tuple((float(a[-1] + 1) / 100, float(b[0]) / 100) for a, b in itertools.pairwise(runs))
    ends = float(runs[-1][-1] + 1) / 100
    tail = np.zeros(int(TAIL * INPUT_RATE), np.int16)
    whole = np.concatenate([lead, pcm, tail])
    return Clip(text, language, "recording", by, "its own", 1.0, whole, pauses, ends)


async def _spoken(
    voice: WholeSentences, sentence: Sentence, by: str, speed: float
) -> tuple[Samples, dict[int, int]]:
    """The sentence at 16 kHz, and by characters reached, the sample at which they began to sound."""
    key = hashlib.sha256(f"{sentence.text}|{by}|{speed}|2".encode()).hexdigest()[:16]
    path = FOLDER / "turn_set" / f"{key}.npz"
    if not path.exists():
        style = Style(voices=((sentence.language, by),), speed=speed)
        pieces: list[SpokenChunk] = [chunk async for chunk in voice.speak(sentence.text, style)]
        assert len(pieces) == 1, "a sentence in two pieces has a melody of two"
        assert pieces[0].measured, "this voice does not tell where its words begin"
        reached = np.array([(mark.characters, mark.sample) for mark in pieces[0].marks], np.int64)
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, pcm=resample(pieces[0].pcm, 24_000, INPUT_RATE), marks=reached)
    kept = np.load(path)
    return kept["pcm"], {int(reach): int(sample * 2 // 3) for reach, sample in kept["marks"]}


def _levels(pcm: Samples) -> np.ndarray:
    """Mean square of each 10 ms."""
    step = INPUT_RATE // 100
    return np.square(pcm[: len(pcm) // step * step].reshape(-1, step), dtype=np.float64).mean(axis=1)


def _voiced_until(pcm: Samples) -> int:
    """Samples to the end of the last 10 ms within 30 dB of the loudest."""
    levels = _levels(pcm)
    return int(np.flatnonzero(levels > levels.max() / 1000)[-1] + 1) * (INPUT_RATE // 100)


def _quietest(pcm: Samples, sample: int) -> int:
    """The middle of the quietest 5 ms within 30 ms."""
    reach, step = int(0.03 * INPUT_RATE), INPUT_RATE // 200
    starts = range(max(0, sample - reach), min(len(pcm) - step, sample + reach), step // 4)
    energies = [(float(np.square(pcm[at : at + step], dtype=np.float64).sum()), at) for at in starts]
    return min(energies)[1] + step // 2


def _faded(piece: Samples) -> Samples:
    """Without clicks where it was cut: 4 ms in and out."""
    ramp = np.ones(len(piece))
    edge = np.linspace(0, 1, INPUT_RATE // 250)
    ramp[: len(edge)], ramp[-len(edge) :] = edge, edge[::-1]
    return (piece * ramp).astype(np.int16)


def _in_room(pcm: Samples, room: str, seed: int, ours: Samples) -> Samples:
    random = np.random.default_rng(seed)
    sound = pcm.astype(np.float64)
    loudness = np.sqrt(np.mean(np.square(sound[np.abs(sound) > 200])))
    if room in ("reverberation", "both"):
        times = np.arange(int(_REVERBERATION * INPUT_RATE)) / INPUT_RATE
        tail = random.standard_normal(len(times)) * 10 ** (-3 * times / _REVERBERATION)
        tail[: INPUT_RATE // 100] = 0  # before the first wall only the direct sound is heard
        tail *= 0.5 / np.sqrt(np.sum(tail**2))
        size = 1 << (len(sound) + len(tail)).bit_length()
        sound = sound + np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(tail, size), size)[: len(sound)]
    if room == "own voice":
        left = ours.astype(np.float64)
        loud = np.sqrt(np.mean(np.square(left[np.abs(left) > 200])))
        left = left[-min(len(left), int((LEAD + 1.0) * INPUT_RATE)) :]
        sound[: len(left)] += left * loudness / loud * 10 ** (_LEFT_OF_ECHO / 20)
    if room in ("noise", "both"):
        spectrum = np.fft.rfft(random.standard_normal(len(sound)))
        pink = np.fft.irfft(spectrum / np.sqrt(np.arange(len(spectrum)) + 1.0), len(sound))
        sound = sound + pink / np.sqrt(np.mean(pink**2)) * loudness / 10 ** (_SIGNAL_TO_NOISE / 20)
    return np.clip(sound, -32_000, 32_000).astype(np.int16)
