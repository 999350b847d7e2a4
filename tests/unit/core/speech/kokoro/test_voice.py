"""Kokoro itself: sound soon, in order, without clicks, and marks that can be trusted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.errors import Unavailable
from core.speech.kokoro.synthesis import KokoroFiles
from core.speech.kokoro.voice import KokoroVoice
from core.speech.ports import SpokenChunk, Style

pytestmark = pytest.mark.models
MIXED = "你的iPhone 15修好了，密码是E2。Please call us within 7 days!"


@pytest.fixture(scope="module")
def voice(models: Path) -> Iterator[KokoroVoice]:
    with ThreadPoolExecutor(1) as executor:
        yield KokoroVoice(KokoroFiles.within(models), executor, threads=2)


async def spoken(voice: KokoroVoice, text: str, style: Style | None = None) -> list[SpokenChunk]:
    return [chunk async for chunk in voice.speak(text, style or Style())]


async def test_chunks_cover_a_mixed_text_in_order_and_their_marks_only_go_forward(voice: KokoroVoice) -> None:
    chunks = await spoken(voice, MIXED)
    assert len(chunks) >= 2
    assert [c.start for c in chunks] == [0, *(c.end for c in chunks[:-1])]
    assert chunks[-1].end == len(MIXED)
    for chunk in chunks:
        assert chunk.measured
        assert chunk.pcm.dtype == np.int16
        samples = [m.sample for m in chunk.marks]
        reached = [m.characters for m in chunk.marks]
        assert samples == sorted(set(samples))
        assert reached == sorted(set(reached))
        assert 0 <= samples[0] < 0.3 * 24_000
        assert samples[-1] < len(chunk.pcm)
        assert chunk.start < reached[0]
        assert reached[-1] <= chunk.end


async def test_joined_chunks_neither_click_nor_clip_nor_leave_dead_air(voice: KokoroVoice) -> None:
    chunks = await spoken(voice, "因为商品质量问题，运费由商店承担。好的。")
    joined = np.concatenate([c.pcm for c in chunks]).astype(int)
    assert np.abs(joined).max() < 32_700
    at = 0
    for chunk in chunks[:-1]:
        at += len(chunk.pcm)
        assert np.abs(joined[at - 24 : at + 24]).max() < 100
    loud = np.flatnonzero(np.abs(joined) > 500)
    assert np.diff(loud).max() < 0.8 * 24_000


@pytest.mark.parametrize("nothing", ["", "  \n", "……！？", "😀🎉"])
async def test_text_with_nothing_to_say_yields_nothing(voice: KokoroVoice, nothing: str) -> None:
    assert await spoken(voice, nothing) == []


async def test_emoji_at_the_end_belongs_to_the_last_chunk(voice: KokoroVoice) -> None:
    (only,) = await spoken(voice, "好的。😀")
    assert (only.start, only.end) == (0, 4)


async def test_ten_thousand_characters_begin_at_once_and_closing_stops_them(voice: KokoroVoice) -> None:
    text = "今天天气很好，我们去公园散步吧。" * 625
    speaking = voice.speak(text, Style())
    first = await anext(speaking)
    await speaking.aclose()
    assert first.end <= 12
    # The executor is free again: nothing of the rest was queued.
    assert await asyncio.wait_for(spoken(voice, "好的。"), timeout=20)


async def test_speed_shortens_speech(voice: KokoroVoice) -> None:
    (slow,) = await spoken(voice, "我们走吧。", Style(speed=0.8))
    (fast,) = await spoken(voice, "我们走吧。", Style(speed=1.4))
    assert len(fast.pcm) < len(slow.pcm)


async def test_a_voice_that_is_not_installed_is_named(voice: KokoroVoice) -> None:
    with pytest.raises(Unavailable) as refused:
        await spoken(voice, "好的。", Style(voices=(("zh", "nobody"),)))
    assert refused.value.message_id == "speech.voice_missing"


async def test_a_model_that_is_not_there_is_told_before_anything_is_loaded(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(Unavailable):
        await KokoroVoice(KokoroFiles.within(tmp_path), executor).warm_up()
