"""What is said to the recogniser and the pipeline: two recordings of people, and sentences by Kokoro's voices.

The synthetic part is clean and well articulated, easier than people are; a figure over it compares ways
of doing the same thing and says nothing about accuracy in a kitchen. The recordings (AISHELL-1, Apache-2.0;
LibriSpeech, CC BY 4.0) are no part of the project and are left out where they are not.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.speech import Speech
from core.audio.frames import INPUT_RATE, Samples
from core.audio.wav import read
from core.speech.models import ModelStore
from core.speech.ports import Style
from core.speech.whisper.engine import Decoded, Effort, WhisperEngine
from core.speech.whisper.features import Waveform
from core.speech.whisper.windows import FULL_WINDOW
from core.text import Language
from tests.bench.report import absent
from tests.support.real import models_folder

LANGUAGES: tuple[Language, ...] = ("zh", "en")
_RECORDED: dict[Language, tuple[str, str]] = {
    "zh": ("aishell-BAC009S0724W0121.wav", "广州市房地产中介协会分析"),
    "en": (
        "librispeech-1995-1837-0001.wav",
        "It was the first great sorrow of his life. It was not so much the loss of the cotton itself, but "
        "the fantasy, the hopes, the dreams built around it.",
    ),
}
_SENTENCES: dict[Language, tuple[str, ...]] = {
    "zh": (
        "请问退货期限是几天？",
        "我是因为商品质量问题退货的。",
        "那运费谁来承担？",
        "今天下午三点我要去医院看眼睛。",
        "我女儿下个星期从上海回来看我。",
        "请你慢一点再说一遍。",
        "我早上吃过降压药了，晚上还要不要再吃一片？",
        "以前我们住在河边的老房子里，夏天每天晚上都在院子里乘凉。",
    ),
    "en": (
        "How many days do I have to return it?",
        "I am sending it back because it was broken when it arrived.",
        "And who pays for the postage?",
        "I have to see the eye doctor at three this afternoon.",
        "My daughter is coming home from London next week.",
        "Please say that again a little slower.",
        "I took my blood pressure pill this morning, do I need another one tonight?",
        "We used to live in an old house by the river, and every summer evening we sat in the garden.",
    ),
}
_VOICES: dict[Language, tuple[str, ...]] = {
    "zh": ("zm_yunxi", "zf_xiaobei", "zm_yunjian", "zf_xiaoni"),
    "en": ("am_michael", "bf_emma", "bm_george", "af_bella"),
}
"""Not those that answer."""


@dataclass(frozen=True, slots=True)
class Said:
    """One utterance. by: the recording's file, or the voice that made it. pcm: int16, mono, 16 kHz."""

    text: str
    language: Language
    by: str
    pcm: Samples

    @property
    def recorded(self) -> bool:
        return self.by.endswith(".wav")

    @property
    def seconds(self) -> float:
        return len(self.pcm) / INPUT_RATE

    @property
    def speech_ends(self) -> float:
        """Seconds to the end of the last 10 ms that are within 30 dB of the loudest."""
        step = INPUT_RATE // 100
        levels = np.square(self.pcm[: len(self.pcm) // step * step].reshape(-1, step), dtype=np.float64)
        energy = levels.mean(axis=1)
        return float(np.flatnonzero(energy > energy.max() / 1000)[-1] + 1) / 100


def recordings() -> list[Said]:
    """Those of the two that are on this machine."""
    shared = Path(os.environ.get("BANYAN_EVAL_DATA") or Path(__file__).parents[3] / "shared" / "data")
    found = []
    for language, (name, text) in _RECORDED.items():
        path = shared / "speech" / name
        if path.is_file():
            found.append(Said(text, language, name, read(path)))
    return found


async def synthetic(speech: Speech, language: Language, count: int) -> list[Said]:
    """The first sentences of a language, spoken by several voices in turn."""
    made = []
    for number, text in enumerate(_SENTENCES[language][:count]):
        voice = _VOICES[language][number % len(_VOICES[language])]
        pcm = await speech.synthesise(text, Style(voices=((language, voice),)))
        made.append(Said(text, language, voice, pcm))
    return made


async def speech_set(speech: Speech, count: int) -> list[Said]:
    """``count`` synthetic sentences a language, and the recordings."""
    made = [said for language in LANGUAGES for said in await synthetic(speech, language, count)]
    return [*made, *recordings()]


class PaddedEngine(WhisperEngine):
    """Whisper as it is commonly run: every utterance padded to 30 s and read with a beam of 5."""

    def encode(self, waveform: Waveform, window: float) -> object:
        return super().encode(waveform, FULL_WINDOW)

    def write(self, encoded: object, prompt: list[int], max_tokens: int, effort: Effort) -> Decoded:
        return super().write(encoded, prompt, max_tokens, replace(effort, beam=5))


def models_or_leave(name: str) -> Path:
    """The folder of fetched models; without them this benchmark says so and is over."""
    missing = ModelStore(models_folder()).missing()
    if missing:
        absent(name, f"speech models ({', '.join(missing)}): run `banyan models fetch`")
    return models_folder()
