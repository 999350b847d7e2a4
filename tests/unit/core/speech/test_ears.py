"""Silero and Smart Turn: what they are fed, and what happens when they cannot be opened."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.errors import Corrupt, Unavailable
from core.speech.loading import loading
from core.speech.ports import Hints
from core.speech.smart_turn import SmartTurn, features
from core.speech.whisper import WhisperRecognizer
from tests.support.real import models_folder


def test_smart_turn_sees_eight_seconds_with_the_silence_first() -> None:
    tone = (np.sin(np.arange(16_000) / 5) * 8000).astype(np.int16)
    picture = features(tone)
    assert picture.shape == (80, 800)
    assert picture[:, :690].max() < picture[:, 710:].max()


def test_smart_turn_does_not_mind_how_loud_it_is() -> None:
    noise = np.random.default_rng(0).normal(0, 3000, 128_000).astype(np.int16)
    assert np.abs(features(noise) - features(noise // 4)).max() < 0.05


def test_smart_turn_of_nothing_is_finite() -> None:
    assert np.isfinite(features(np.zeros(0, np.int16))).all()


@pytest.mark.models
async def test_a_file_that_is_no_model_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"not a model")
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(Corrupt, match=r"speech\.model_damaged"):
            await SmartTurn(tmp_path / "model.bin", pool).p_end(np.zeros(16_000, np.int16))
        with pytest.raises(Corrupt, match=r"speech\.model_damaged"):
            await WhisperRecognizer(tmp_path, pool).warm_up()


@pytest.mark.models
async def test_a_model_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(Unavailable, match=r"models\.missing.*smart-turn"):
            await SmartTurn(tmp_path / "model.onnx", pool).warm_up()
        with pytest.raises(Unavailable, match=r"models\.missing.*whisper-base"):
            await WhisperRecognizer(tmp_path / "whisper-base", pool).warm_up()


def test_a_library_that_is_not_installed_is_named() -> None:
    with pytest.raises(Unavailable) as caught, loading("whisper-base"):
        import no_such_library  # noqa: F401
    assert caught.value.values == {"library": "no_such_library"}


@pytest.mark.models
async def test_household_words_help_whisper_and_do_not_appear_in_silence() -> None:
    words = ("星河商店", "退货")
    with ThreadPoolExecutor(1) as pool:
        ears = WhisperRecognizer(models_folder() / "whisper-base", pool)
        hum = (np.sin(np.arange(32_000) / 16) * 600).astype(np.int16)
        assert (await ears.final(hum, Hints(words=words, language="zh"))).text == ""
