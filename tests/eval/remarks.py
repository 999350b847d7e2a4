"""What a word over an answer does: ``python -m tests.eval.remarks [--limit N]``.

Murmurs, which must not stop the answer, and short interruptions, which must, said by every voice of Kokoro that is
here, at several speeds, half of them in noise. Each goes through the real voice activity, recogniser
and coordinator, in virtual time, with half a second for a reading. It is all synthetic speech. Sounds and readings are
kept under ``build/bench/remarks``. Prints, per language and kind, how many did what they should not, and
each of them with what was read; for interruptions also how soon the answer paused and gave way.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Literal

import numpy as np

from app.speech import Speech
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Samples
from core.speech.ports import Hints, Recognizer, Style, Transcript
from core.speech.silero import SileroVad
from core.text import Language
from core.turn import events as ev
from core.turn.coordinator import Coordinator
from core.turn.ears import Ears
from tests.bench.report import FOLDER, percentile

Kind = Literal["murmur", "interruption"]
VOICES: dict[Language, tuple[str, ...]] = {
    "zh": (
        "zf_xiaobei", "zm_yunxi", "zf_xiaoni", "zm_yunjian", "zf_xiaoxiao", "zm_yunxia", "zf_xiaoyi", "zm_yunyang",
    ),
    "en": ("af_bella", "am_michael", "bf_emma", "bm_george", "af_heart"),
}  # fmt: skip
SAID: dict[Language, dict[Kind, tuple[str, ...]]] = {
    "zh": {
        "murmur": ("嗯。", "嗯嗯。", "哦。", "对。", "好的。", "是的。", "是啊。", "对对。"),
        "interruption": (
            "停。", "别说了。", "等一下。", "那运费呢？", "换一个。", "不对。", "不是。", "明天呢？", "多少钱？",
            "停一下。", "安静。", "停停停。",
        ),
    },
    "en": {
        "murmur": ("Mm-hm.", "Uh-huh.", "Yeah.", "Right.", "Okay.", "I see.", "Hmm.", "Yes."),
        "interruption": (
            "Stop.", "Wait.", "No.", "What about Monday?", "Stop it.", "Hold on.", "Be quiet.", "Never mind.",
            "How much?", "The next one.",
        ),
    },
}  # fmt: skip
SPEEDS = (1.0, 0.8, 1.2, 0.9, 1.1)
_NOISE = 15.0
"""dB between the voice and the noise."""
_KEPT = FOLDER / "remarks"
_READING = 0.5
"""Seconds one reading takes, in the conversation's time."""
_LEAD, _TAIL = 1.0, 4.0


@dataclass(frozen=True, slots=True)
class Remark:
    """pcm: int16, mono, 16 kHz, from its first voiced sample."""

    text: str
    language: Language
    kind: Kind
    by: str
    speed: float
    noisy: bool
    pcm: Samples


@dataclass(slots=True)
class Outcome:
    """Seconds from the first voiced sample: until the answer paused, and gave way; None: it did not.
    voiced: seconds, as the ears have it. read: every reading, with its confidence."""

    remark: Remark
    paused: float | None = None
    gave_way: float | None = None
    voiced: float = 0.0
    read: list[tuple[str, float]] = field(default_factory=list)

    @property
    def wrong(self) -> bool:
        return (self.gave_way is not None) is (self.remark.kind == "murmur")


async def remarks(speech: Speech, language: Language, kind: Kind, limit: int | None) -> list[Remark]:
    """The first ``limit`` hold some of everything."""
    made = []
    all_of_them = enumerate(product(SAID[language][kind], VOICES[language]))
    for number, (text, by) in sorted(all_of_them, key=lambda one: _key(str(one).encode()))[:limit]:
        speed = SPEEDS[number % len(SPEEDS)]
        pcm = await _spoken(speech, text, language, by, speed)
        made.append(Remark(text, language, kind, by, speed, noisy=number % 2 == 1, pcm=pcm))
    return made


async def _spoken(speech: Speech, text: str, language: Language, by: str, speed: float) -> Samples:
    path = _KEPT / f"{_key(f'{text}|{by}|{speed}'.encode())}.npy"
    if not path.exists():
        pcm = await speech.synthesise(text, Style(voices=((language, by),), speed=speed))
        np.save(path, pcm)
    kept: Samples = np.load(path)
    voiced = np.flatnonzero(np.abs(kept.astype(np.int32)) > 600)
    return kept[voiced[0] :]


def _in_the_room(remark: Remark) -> Samples:
    """With quiet around it, or noise."""
    before, after = (np.zeros(round(seconds * INPUT_RATE)) for seconds in (_LEAD, _TAIL))
    whole = np.concatenate([before, remark.pcm, after])
    level = 8.0
    if remark.noisy:
        level = float(np.sqrt(np.mean(remark.pcm.astype(np.float64) ** 2))) / 10 ** (_NOISE / 20)
    noise = np.random.default_rng(len(whole)).normal(0.0, level, len(whole))
    room: Samples = np.clip(np.rint(whole + noise), -32_768, 32_767).astype(np.int16)
    return room


class Reader:
    """Reads as the engine has it read, and remembers what it read."""

    def __init__(self, recognizer: Recognizer) -> None:
        self._recognizer = recognizer

    async def read(self, pcm: Samples) -> Transcript:
        path = _KEPT / f"{_key(pcm.tobytes())}.json"
        if not path.exists():
            found = await self._recognizer.draft(pcm, Hints())
            path.write_text(json.dumps([found.text, found.language, found.confidence]), "utf-8")
        text, language, confidence = json.loads(path.read_text("utf-8"))
        return Transcript(text, language, confidence)


class Conversation:
    """A coordinator whose answer has sounded for a while, and a microphone."""

    def __init__(self, reader: Reader, remark: Remark) -> None:
        self._reader = reader
        self._ears = Ears(SileroVad())
        self._coordinator = Coordinator()
        self._wake: ev.WakeAt | None = None
        self._results: list[tuple[float, ev.Event]] = []
        self._outcome = Outcome(remark)
        self._now = 0.0
        self._begin()

    def _begin(self) -> None:
        on = self._coordinator.on
        on(ev.VoiceStarted(0.9, -20.0, 0.0), 0.0)
        ask = next(action.ask for action in on(ev.ExplicitEnd(), 0.0) if isinstance(action, ev.Finalize))
        on(ev.Final(ask, "退货期限是几天？", "zh", 0.9), 0.0)
        on(ev.ReplySentence(1, 1, "签收以后十五天之内。"), 0.0)
        for action in on(ev.Played(1, 24_000), 0.0):
            if isinstance(action, ev.WakeAt):
                self._wake = action

    async def play(self) -> Outcome:
        pcm = _in_the_room(self._outcome.remark)
        for index, start in enumerate(range(0, len(pcm) - FRAME_SAMPLES, FRAME_SAMPLES)):
            at = start / INPUT_RATE
            self._now = at + FRAME_SAMPLES / INPUT_RATE
            for event in self._ears.hear(Frame(pcm[start : start + FRAME_SAMPLES], index, at)):
                if isinstance(event, ev.VoiceStarted):
                    self._outcome.voiced -= event.began
                else:
                    self._outcome.voiced += event.ended
                await self._post(event)
            await self._due()
            if self._outcome.gave_way is not None:
                break
        if self._outcome.voiced < 0:
            self._outcome.voiced += self._now
        return self._outcome

    async def _due(self) -> None:
        while self._results and self._results[0][0] <= self._now:
            await self._post(self._results.pop(0)[1])
        if self._wake is not None and self._wake.at is not None and self._now >= self._wake.at:
            wake, self._wake = self._wake, None
            await self._post(ev.Woke(wake.timer))

    async def _post(self, event: ev.Event) -> None:
        for action in self._coordinator.on(event, self._now):
            match action:
                case ev.WakeAt():
                    self._wake = action
                case ev.AskEnd(ask):
                    await self._ask(ask)
                case ev.Pause() if self._outcome.paused is None:
                    self._outcome.paused = self._now - _LEAD
                case ev.Stop():
                    self._outcome.gave_way = self._now - _LEAD
                case ev.Forget(keep) if keep:
                    self._ears.keep(keep)
                case ev.Forget(restart=restart):
                    self._ears.forget(restart=restart)

    async def _ask(self, ask: int) -> None:
        found = await self._reader.read(self._ears.utterance())
        self._outcome.read.append((found.text, round(found.confidence, 2)))
        partial = ev.Partial(ask, found.text, found.language, found.confidence)
        self._results.append((self._now + _READING, partial))


def report(outcomes: list[Outcome]) -> Iterator[str]:
    for language, kind in product(SAID, ("murmur", "interruption")):
        those = [one for one in outcomes if (one.remark.language, one.remark.kind) == (language, kind)]
        wrong = [one for one in those if one.wrong]
        if not those:
            continue
        what = "wrongly stopped the answer" if kind == "murmur" else "were ignored"
        yield f"{language} {kind}: {len(wrong)} of {len(those)} {what} ({100 * len(wrong) / len(those):.1f} %)"
        for one in wrong:
            room = "noise" if one.remark.noisy else "quiet"
            yield f"  {one.remark.text} {one.remark.by} x{one.remark.speed} {room} {one.voiced:.2f} s: {one.read}"
    stopped = [one for one in outcomes if one.remark.kind == "interruption" and one.gave_way is not None]
    for what, times in (
        ("to pause", [one.paused for one in stopped if one.paused is not None]),
        ("to giving way", [one.gave_way for one in stopped if one.gave_way is not None]),
    ):
        if times:
            yield f"interruption {what}: p50 {percentile(times, 0.5):.2f} s, p95 {percentile(times, 0.95):.2f} s"


async def measure(models: Path, limit: int | None) -> list[Outcome]:
    _KEPT.mkdir(parents=True, exist_ok=True)
    outcomes = []
    async with Speech(models) as speech:
        reader = Reader(speech.recognizer)
        for language, kinds in SAID.items():
            for kind in kinds:
                those = await remarks(speech, language, kind, limit)
                outcomes += [await Conversation(reader, remark).play() for remark in those]
    return outcomes


def _key(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--limit", type=int, help="so many of each kind and language")
    arguments = parser.parse_args()
    models = Path(os.environ.get("BANYAN_MODELS", "models"))
    for line in report(asyncio.run(measure(models, arguments.limit))):
        print(line)


if __name__ == "__main__":
    main()
