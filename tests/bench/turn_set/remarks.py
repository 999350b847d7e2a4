"""What is said over an answer: murmurs that should not stop it, and words that should.

The answer is long, begins after a question, and has sounded for a second when the remark comes.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from app.speech import Speech
from core.audio.file_duplex import FileDuplex
from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Samples
from core.clock import SystemClock
from core.speech.ports import Style
from core.speech.silero import SileroVad
from core.text import Language
from core.turn.captions import AnswerEnded, Caption
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import BRISK
from core.turn.states import Settings
from tests.bench.report import FOLDER
from tests.bench.turn_set.clips import VOICES
from tests.bench.turn_set.own import OneSentence, Unrecorded, sounds
from tests.bench.turn_set.prepared import kokoro

Kind = Literal["murmur", "interruption"]
QUESTIONS: dict[Language, str] = {
    "zh": "给我讲讲桂林有什么好玩的。",
    "en": "Tell me what there is to see in London.",
}
ANSWERS: dict[Language, str] = {
    "zh": "桂林的山和水都很有名，最好坐船沿着漓江慢慢地看，一路上有许多奇特的山峰，两岸还有竹林和村庄，"
    "到了阳朔可以住上一晚，第二天早上去爬山看日出，下山以后再吃一碗米粉。",
    "en": "London has many old churches and museums, and the best way to see them is to walk along the river "
    "from the tower to the big clock, then rest in one of the parks and feed the birds before tea.",
}
_SAID: dict[Language, dict[Kind, tuple[str, ...]]] = {
    "zh": {
        "murmur": ("嗯", "对", "好的", "是的", "哦", "嗯嗯", "对对", "是啊"),
        "interruption": (
            "停",
            "不对我说的是明天",
            "等一下我想问别的事情",
            "别说了",
            "那边的天气怎么样",
            "你先帮我打个电话",
            "我不想听这个",
            "坐火车要几个小时",
        ),
    },
    "en": {
        "murmur": ("yeah", "right", "okay", "uh-huh", "mm-hm", "I see", "yes", "sure"),
        "interruption": (
            "stop",
            "no I meant tomorrow",
            "wait I want to ask something else",
            "stop talking please",
            "what is the weather like there",
            "call my daughter first",
            "I do not want to hear this",
            "how long does the train take",
        ),
    },
}
HEARD_OUT = 4.0
"""Seconds after a remark in which what it did is waited for."""
LATEST = 30.0
_SILENT = 104  # of 32,768: −50 dBFS
_STILL = 0.3


@dataclass(frozen=True, slots=True)
class Remark:
    """pcm: int16, mono, 16 kHz, beginning with its first voiced sample."""

    text: str
    language: Language
    kind: Kind
    pcm: Samples


@dataclass(frozen=True, slots=True)
class Reaction:
    """Seconds from the remark's first voiced sample. silence: until the answer was still for 0.3 s,
    ducked: until the output was told to go down by 12 dB; None: neither happened. stopped: the
    answer was given up."""

    remark: Remark
    silence: float | None
    ducked: float | None
    stopped: bool


async def remarks(speech: Speech, language: Language, count: int) -> list[Remark]:
    """``count`` of each kind, in several voices."""
    made: list[Remark] = []
    pairs = zip(*(_SAID[language][kind][:count] for kind in get_args(Kind)), strict=True)
    for number, pair in enumerate(pairs):
        for kind, text in zip(get_args(Kind), pair, strict=True):
            pcm = await _spoken(speech, text, language, VOICES[language][number % 4])
            voiced = np.flatnonzero(np.abs(pcm.astype(np.int32)) > 600)
            made.append(Remark(text, language, kind, pcm[voiced[0] :]))
    return made


async def _spoken(speech: Speech, text: str, language: Language, by: str) -> Samples:
    """At 16 kHz; remembered under build/bench."""
    path = FOLDER / "turn_set" / f"{hashlib.sha256(f'{text}|{by}'.encode()).hexdigest()[:16]}.npy"
    if not path.exists():
        pcm = await speech.synthesise(text, Style(voices=((language, by),)))
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, pcm)
    kept: Samples = np.load(path)
    return kept


class Noting(FileDuplex):
    """Notes when it is told to duck."""

    def __init__(self, clock: SystemClock) -> None:
        super().__init__(clock)
        self.ducks: list[float] = []

    def duck(self, gain: float) -> None:
        if gain < 1.0:
            self.ducks.append(self.now())
        super().duck(gain)


async def react(remark: Remark, question: Samples, speech: Speech) -> Reaction | None:
    """Ask, let the answer begin, and speak over it. None when no answer began."""
    clock = SystemClock()
    ended: list[str] = []

    def told(caption: Caption) -> None:
        if isinstance(caption, AnswerEnded):
            ended.append(caption.outcome)

    duplex = Noting(clock)
    async with duplex:
        engine = Engine(
            duplex,
            Listener(SileroVad(), speech.recognizer, speech.end_of_turn),
            Speaker(speech.voice, Style()),
            OneSentence(ANSWERS[remark.language]),
            Unrecorded(),
            clock=clock,
            settings=Settings(patience=BRISK),
            on_change=told,
        )
        running = asyncio.create_task(engine.run())
        duplex.say_at(0.3, question)
        at: float | None = None
        long = len(remark.pcm) / INPUT_RATE
        while duplex.now() < LATEST and (at is None or duplex.now() < at + long + HEARD_OUT):
            await asyncio.sleep(0.05)
            begun = sounds(duplex.heard) if at is None else []
            if begun and duplex.now() > begun[0] + 1.0:
                at = duplex.now() + 0.1
                duplex.say_at(at, remark.pcm)
        stopped = "interrupted" in ended
        engine.close()
        await running
        await kokoro(speech).warm_up()
        if at is None:
            return None
        ducked = next((when - at for when in duplex.ducks if when >= at), None)
        return Reaction(remark, silence_after(duplex.heard, at), ducked, stopped)


def silence_after(heard: Samples, at: float) -> float | None:
    """Seconds from ``at`` to the first stretch of 0.3 s that stays under −50 dBFS; None without one."""
    step = OUTPUT_RATE // 100
    rest = heard[int(at * OUTPUT_RATE) :]
    loud = np.abs(rest[: len(rest) // step * step].reshape(-1, step).astype(np.int32)).max(axis=1) > _SILENT
    run = 0
    for index, sounding in enumerate(loud):
        run = 0 if sounding else run + 1
        if run >= round(_STILL * 100):
            return (index + 1 - run) / 100
    return None
