"""Others' ears and voices keep the contracts of our own, over the wire to servers that hum."""

from __future__ import annotations

import numpy as np
import pytest

from core.speech.contract import RECOGNIZER_CHECKS, VOICE_CHECKS, RecognizerCheck, Spoken, VoiceCheck
from core.speech.fake import Line, Script
from core.speech.openai_speech import OpenAIRecognizer, OpenAIVoice
from tests.support.speech_server import hums, speech_server

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
