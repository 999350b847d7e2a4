"""Others' ears and voices keep the contracts of our own, over the wire to servers that hum."""

from __future__ import annotations

import numpy as np
import pytest

from core.speech.contract import (
    RECOGNIZER_CHECKS,
    VOICE_CHECKS,
    RecognizerCheck,
    Spoken,
    VoiceCheck,
    speed_is_obeyed,
)
from core.speech.fake import Line, Script
from core.speech.openai_speech import OpenAIRecognizer, OpenAIVoice
from core.speech.wyoming_speech import WyomingRecognizer, WyomingVoice
from tests.support.speech_server import hums, speech_server
from tests.support.wyoming_server import hums as wyoming_hums
from tests.support.wyoming_server import wyoming_server

TEXTS = {"zh": "广州市房地产中介协会分析", "en": "It was the first great sorrow of his life."}
HUMMED = Script([Line(TEXTS["zh"], 0.3), Line(TEXTS["en"], 5.0)])


def hummed(language: str) -> Spoken:
    silence = np.zeros(4_800, np.int16)
    audio = np.concatenate([silence, HUMMED.hum(TEXTS[language]), silence])
    return Spoken(audio, TEXTS[language], language)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("check", RECOGNIZER_CHECKS)
async def test_an_openai_recognizer_keeps_the_contract(check: RecognizerCheck, language: str) -> None:
    async with speech_server(hums(HUMMED)) as server:
        ears = OpenAIRecognizer(server.url, "whisper-1")
        await check(ears, hummed(language))
        await ears.aclose()


@pytest.mark.parametrize("check", VOICE_CHECKS)
async def test_an_openai_voice_keeps_the_contract(check: VoiceCheck) -> None:
    async with speech_server(hums(HUMMED)) as server:
        voice = OpenAIVoice(server.url, "tts-1")
        await check(voice)
        await voice.aclose()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("check", RECOGNIZER_CHECKS)
async def test_a_wyoming_recognizer_keeps_the_contract(check: RecognizerCheck, language: str) -> None:
    async with wyoming_server(wyoming_hums(HUMMED)) as server:
        await check(WyomingRecognizer(server.url), hummed(language))


@pytest.mark.parametrize("check", [check for check in VOICE_CHECKS if check is not speed_is_obeyed])
async def test_a_wyoming_voice_keeps_the_contract_but_for_speed_which_it_has_no_word_for(
    check: VoiceCheck,
) -> None:
    async with wyoming_server(wyoming_hums(HUMMED)) as server:
        await check(WyomingVoice(server.url))
