"""Every detector of wake words keeps the contract: microWakeWord called by Kokoro's voices, and the fake."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

from core.errors import Refused
from core.speech.fake import Line, Script
from core.speech.kokoro.synthesis import KokoroFiles
from core.speech.kokoro.voice import KokoroVoice
from core.speech.ports import Hints, Samples, Style
from core.speech.wake import addressed
from core.speech.wake.contract import WAKE_WORD_CHECKS, Calling, WakeWordCheck, fed
from core.speech.wake.fake import FakeWakeWord, whistle
from core.speech.wake.micro import WORDS, MicroWakeWord
from core.speech.whisper import WhisperRecognizer
from tests.support.real import models_folder

OTHER = (
    "I told my daughter that the doctor comes on Thursday, and that the milk is in the fridge.",
    "Alex has a lecture about jars in Mike's village, okay, nobody is at home.",
    "我女儿星期四来看我，医生说血压还可以，药要按时吃。",
)
CALLS = {
    "hey_jarvis": "Hey Jarvis.",
    "hey_mycroft": "Hey Mycroft.",
    "alexa": "Alexa.",
    "okay_nabu": "Okay Nabu.",
}


def spoken(*texts: str, voice: str = "am_michael") -> Samples:
    """What Kokoro says, at 16 kHz."""
    import soxr

    async def say() -> Samples:
        with ThreadPoolExecutor(1) as pool:
            kokoro = KokoroVoice(KokoroFiles.within(models_folder()), pool)
            style = Style(voices=(("zh" if voice.startswith("z") else "en", voice),))
            return np.concatenate([chunk.pcm for text in texts async for chunk in kokoro.speak(text, style)])

    sound = soxr.resample(asyncio.run(say()) / 32_768, 24_000, 16_000)
    return (sound * 32_767).astype(np.int16)


@cache
def other_speech() -> Samples:
    return spoken(*OTHER)


@cache
def calling(word: str) -> Calling:
    return Calling(spoken(CALLS[word]), other_speech())


@pytest.mark.parametrize("check", WAKE_WORD_CHECKS)
def test_the_fake_keeps_the_contract(check: WakeWordCheck) -> None:
    talk = Script([Line("今天天气怎么样", 0.2)]).sound()
    check(FakeWakeWord(), Calling(whistle(), talk))


@pytest.mark.models
@pytest.mark.parametrize("word", ["hey_jarvis", "hey_mycroft", "alexa"])
@pytest.mark.parametrize("check", WAKE_WORD_CHECKS)
def test_micro_wake_word_keeps_the_contract(check: WakeWordCheck, word: str) -> None:
    wake = MicroWakeWord([word])
    check(wake, calling(word))
    wake.close()


@pytest.mark.models
def test_several_words_are_told_apart() -> None:
    wake = MicroWakeWord(WORDS)
    quiet = np.zeros(32_000, np.int16)
    sound = np.concatenate([part for word in CALLS for part in (quiet, calling(word).called)] + [quiet])
    assert [call.word for call in fed(wake, sound)] == list(CALLS)


@pytest.mark.models
@pytest.mark.parametrize("voice", ["zm_yunjian", "zf_xiaoyi"])
async def test_a_spoken_name_is_found_in_what_the_recogniser_reads(voice: str) -> None:
    names = ("伴言", "Banyan")
    sound = await asyncio.to_thread(spoken, "伴言，现在几点了？", voice=voice)
    with ThreadPoolExecutor(1) as pool:
        ears = WhisperRecognizer(models_folder() / "whisper-base", pool)
        heard = await ears.draft(sound, Hints(words=names, language="zh"))
    assert "几点" in (addressed(heard.text, names, "zh") or ""), heard.text


def test_listening_for_all_words_takes_well_under_a_millisecond_a_frame() -> None:
    wake = MicroWakeWord(WORDS)
    hiss = np.random.default_rng(0).normal(0, 900, 16_000 * 3).astype(np.int16)
    began = time.process_time()
    fed(wake, hiss)
    assert (time.process_time() - began) / 150 < 0.001


@pytest.mark.parametrize("words", [(), ("computer",), ("alexa", "computer")])
def test_a_word_without_a_model_is_refused_by_name(words: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match=r"wake\.unknown_word"):
        MicroWakeWord(words)
