"""What can be said in the room, as sound, and a recogniser that knows the script instead of reading the sound."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.speech import Speech
from core.audio.around import DuplexAround
from core.audio.duplex import Duplex
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, OUTPUT_RATE, Frame, Samples
from core.audio.resample import resample
from core.clock import Clock
from core.speech.ports import Hints, SpokenChunk, Style, Transcript
from core.text import language_of

NAME = "伴言"
QUESTIONS = ("请问退货期限是几天？", "我女儿下个星期从上海回来看我。", "那运费谁来承担？")
MURMURS = ("嗯。", "对对对。")
STOP = "停。"
CONTENT = "等一下，我还想问问运费的事情。"
OTHERS = (
    "你吃饭了没有，今天买的鱼可新鲜了。",
    "电视里说明天要下大雨，出门记得带伞。",
    "他们家的孩子考上了大学，真不容易啊。",
)
DIALOGUE = (
    *OTHERS,
    "妈，我今天晚上加班，不回来吃饭了。",
    "好，那我给你留一碗汤，你路上慢一点。",
    "楼下的电梯又坏了，物业说明天才有人来修。",
    "昨天的电视剧你看了吗，最后那一集真好看。",
    "没有，我九点就睡了，早上还要去公园打太极拳。",
    "你那个血压药吃完了没有，我下午去医院给你开。",
    "还有半瓶呢，不着急，你先忙你的事情吧。",
)
"""Ten sentences of a family's evening, spoken to each other."""
CALLED = "伴言，你在吗？"
ANSWER = "我听见了，我是伴言。您慢慢说，我在这里陪着您。"
"""What its voice sounds like, whatever it says."""
_USER, _OTHER, _THIRD = "zm_yunxi", "zf_xiaobei", "zm_yunjian"
_SCRIPT = 90.0
"""Seconds of the past in which the script is known."""


async def made(speech: Speech, texts: Sequence[str]) -> dict[str, Samples]:
    """Each text as sound, int16, mono, 16 kHz: the household's in one voice, others' in two more, ours."""
    clips = {}
    for text in texts:
        voice = (_OTHER, _THIRD)[DIALOGUE.index(text) % 2] if text in DIALOGUE else _USER
        style = Style() if text == ANSWER else Style(voices=(("zh", voice),))
        clips[text] = await speech.synthesise(text, style)
    return clips


@dataclass
class Script:
    """Who said what when, in seconds of the clock: sound begins and ends."""

    lines: deque[tuple[float, float, str]] = field(default_factory=lambda: deque(maxlen=64))

    def said(self, text: str, began: float, ended: float) -> None:
        self.lines.append((began, ended, text))

    def between(self, since: float, until: float) -> str:
        """What was said then; of a sentence cut off at either end, its share of the characters."""
        heard = ""
        for began, ended, text in self.lines:
            first, last = max(since, began), min(until, ended)
            if last - first > 0.1:
                length = ended - began
                heard += text[
                    round((first - began) / length * len(text)) : round((last - began) / length * len(text))
                ]
        return heard

    def speaking(self, now: float, *, within: float = 0.5) -> bool:
        """Whether somebody speaks, or did a moment ago."""
        return any(began - 0.1 <= now <= ended + within for began, ended, _ in self.lines)


class Remembering(DuplexAround[Duplex]):
    """A duplex that knows when each frame it handed on was captured; the last ``_SCRIPT`` seconds of them."""

    def __init__(self, duplex: Duplex) -> None:
        super().__init__(duplex)
        self._sound = bytearray()
        self._times: deque[float] = deque()

    def when(self, pcm: Samples) -> tuple[float, float] | None:
        """When this sound, as it was handed on, was captured; None for what is too long ago."""
        probe = pcm[:FRAME_SAMPLES].tobytes()
        found = self._sound.rfind(probe)
        if len(pcm) < FRAME_SAMPLES or found < 0:
            return None
        first, last = found // 2, found // 2 + len(pcm) - 1
        times = self._times
        into = first % FRAME_SAMPLES / INPUT_RATE
        return times[first // FRAME_SAMPLES] + into, times[min(len(times) - 1, last // FRAME_SAMPLES)] + 0.02

    async def frames(self) -> AsyncIterator[Frame]:
        async for frame in self._duplex.frames():
            self._sound += frame.pcm.tobytes()
            self._times.append(frame.at)
            if len(self._times) * 0.02 > _SCRIPT:
                old = len(self._times) // 2
                del self._sound[: old * FRAME_SAMPLES * 2]
                for _ in range(old):
                    self._times.popleft()
            yield frame


class Prompter:
    """A recogniser that looks up in the script what was said while its sound was captured."""

    def __init__(self, ear: Remembering, script: Script, clock: Clock, takes: float = 0.3) -> None:
        self._ear = ear
        self._script = script
        self._clock = clock
        self._takes = takes
        self.asked = 0

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        self.asked += 1
        when = self._ear.when(audio)
        await self._clock.sleep_until(self._clock.monotonic() + self._takes)
        text = self._script.between(*when) if when else ""
        return Transcript(text, language_of(text), 0.9 if text else 0.0)

    final = draft


class Parrot:
    """A voice that says everything in the same real sound, a fifth of a second a character."""

    def __init__(self, clips: Mapping[str, Samples]) -> None:
        self._pcm = resample(clips[ANSWER], INPUT_RATE, OUTPUT_RATE)

    async def speak(self, text: str, style: Style) -> AsyncIterator[SpokenChunk]:
        wanted = max(1, round(len(text) * 0.2 * OUTPUT_RATE))
        sound = np.tile(self._pcm, -(-wanted // len(self._pcm)))[:wanted]
        half, middle = len(text) // 2, wanted // 2
        if half:
            yield SpokenChunk(sound[:middle].copy(), 0, half)
        yield SpokenChunk(sound[middle if half else 0 :].copy(), half, len(text))
