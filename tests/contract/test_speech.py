"""Every ear and voice keeps its contract: the real models, and the fakes that stand in for them."""

from __future__ import annotations

import wave
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np
import pytest

from core.speech.contract import (
    END_OF_TURN_CHECKS,
    RECOGNIZER_CHECKS,
    VOICE_ACTIVITY_CHECKS,
    VOICE_CHECKS,
    EndOfTurnCheck,
    RecognizerCheck,
    Spoken,
    VoiceActivityCheck,
    VoiceCheck,
)
from core.speech.fake import FakeEndOfTurn, FakeRecognizer, FakeVad, FakeVoice, Line, Script
from core.speech.kokoro.synthesis import KokoroFiles
from core.speech.kokoro.voice import KokoroVoice
from core.speech.ports import EndOfTurn, Recognizer, Voice, VoiceActivity
from core.speech.silero import SileroVad
from core.speech.smart_turn import SmartTurn
from core.speech.whisper import WhisperRecognizer
from tests.support.real import evaluation_data, models_folder

CHINESE, ENGLISH = "广州市房地产中介协会分析", "It was the first great sorrow of his life."
LIBRISPEECH = (
    "It was the first great sorrow of his life. It was not so much the loss of the cotton itself, but the "
    "fantasy, the hopes, the dreams built around it."
)
HUMMED = Script([Line(CHINESE, 0.3), Line(ENGLISH, 5.0)])

real = pytest.param("real", marks=pytest.mark.models)


def recorded(name: str) -> np.ndarray:
    with wave.open(str(evaluation_data("speech", name))) as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16)


def hummed(text: str) -> np.ndarray:
    silence = np.zeros(4_800, np.int16)
    return np.concatenate([silence, HUMMED.hum(text), silence])


def spoken_in(language: str, kind: str) -> Spoken:
    if kind == "fake":
        text = CHINESE if language == "zh" else ENGLISH
        return Spoken(hummed(text), text, language)
    if language == "zh":
        return Spoken(recorded("aishell-BAC009S0724W0121.wav"), CHINESE, "zh")
    return Spoken(recorded("librispeech-1995-1837-0001.wav"), LIBRISPEECH, "en")


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture(scope="module")
def whisper(executor: Executor) -> WhisperRecognizer:
    return WhisperRecognizer(models_folder() / "whisper-base", executor)


@pytest.fixture(scope="module")
def smart_turn(executor: Executor) -> SmartTurn:
    return SmartTurn(models_folder() / "smart-turn-v3.2" / "smart-turn-v3.2-cpu.onnx", executor)


@pytest.fixture(scope="module")
def kokoro(executor: Executor) -> KokoroVoice:
    return KokoroVoice(KokoroFiles.within(models_folder()), executor)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", ["silero", "fake"])
@pytest.mark.parametrize("check", VOICE_ACTIVITY_CHECKS)
def test_voice_activity(check: VoiceActivityCheck, kind: str, language: str) -> None:
    vad: VoiceActivity = FakeVad() if kind == "fake" else SileroVad()
    check(vad, spoken_in(language, kind))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", [real, "fake"])
@pytest.mark.parametrize("check", END_OF_TURN_CHECKS)
async def test_end_of_turn(
    check: EndOfTurnCheck, kind: str, language: str, request: pytest.FixtureRequest
) -> None:
    end: EndOfTurn = FakeEndOfTurn(HUMMED) if kind == "fake" else request.getfixturevalue("smart_turn")
    await check(end, spoken_in(language, kind))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", [real, "fake"])
@pytest.mark.parametrize("check", RECOGNIZER_CHECKS)
async def test_recognizers(
    check: RecognizerCheck, kind: str, language: str, request: pytest.FixtureRequest
) -> None:
    ears: Recognizer = FakeRecognizer(HUMMED) if kind == "fake" else request.getfixturevalue("whisper")
    await check(ears, spoken_in(language, kind))


@pytest.mark.parametrize("kind", [real, "fake"])
@pytest.mark.parametrize("check", VOICE_CHECKS)
async def test_voices(check: VoiceCheck, kind: str, request: pytest.FixtureRequest) -> None:
    voice: Voice = FakeVoice() if kind == "fake" else request.getfixturevalue("kokoro")
    await check(voice)
