"""How a reading is arrived at, with a model whose readings are given for every window."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from core.speech.ports import Hints
from core.speech.whisper.engine import Decoded, Effort
from core.speech.whisper.features import SAMPLE_RATE
from core.speech.whisper.reader import AbandonedError, Reading, read
from core.speech.whisper.recognizer import WhisperRecognizer

GOOD, UNSURE, POOR = -0.1, -0.6, -0.9


def said(text: str, average: float = GOOD, no_speech: float = 0.01, cut_off: bool = False) -> Decoded:
    return Decoded(text, tuple(range(len(text))), average, no_speech, cut_off)


class ScriptedEngine:
    """readings: what is read, by window, and by "no repeat". encodings: the windows asked for, in order."""

    def __init__(self, readings: dict[object, Decoded], share: dict[str, float] | None = None) -> None:
        self.readings = readings
        self.share = share or {"zh": 0.9, "en": 0.01}
        self.encodings: list[float] = []
        self.longest_prompt = 0

    def ids(self, text: str) -> list[int]:
        return [ord(c) for c in text]

    def special(self, token: str) -> int:
        return {"<|zh|>": -1, "<|en|>": -2}.get(token, -9)

    def encode(self, waveform: np.ndarray, window: float) -> object:
        assert len(waveform) <= window * SAMPLE_RATE
        self.encodings.append(window)
        return window

    def languages(self, encoded: object) -> dict[str, float]:
        return self.share

    def write(self, encoded: object, prompt: list[int], max_tokens: int, effort: Effort) -> Decoded:
        self.longest_prompt = max(self.longest_prompt, len(prompt))
        if effort.no_repeat:
            return self.readings["no repeat"]
        language = "zh" if -1 in prompt else "en"
        return self.readings.get((encoded, language)) or self.readings[encoded]


def sound(seconds: float) -> np.ndarray:
    return np.random.default_rng(0).normal(0, 1000, int(seconds * SAMPLE_RATE)).astype(np.int16)


def reading(
    engine: ScriptedEngine, seconds: float = 2, *, careful: bool = False, hints: Hints | None = None
) -> Reading:
    return read(engine, sound(seconds), hints or Hints(), careful=careful, abandoned=lambda: False)


def test_a_sure_reading_of_the_short_window_is_enough() -> None:
    engine = ScriptedEngine({5.0: said("今天天气怎么样？")})
    assert reading(engine, careful=True) == Reading("今天天气怎么样？", "zh", GOOD, 8, doubtful=False)
    assert engine.encodings == [5.0]


def test_a_draft_leaves_doubt_standing_and_a_final_looks_again() -> None:
    engine = ScriptedEngine({5.0: said("那韵废水成的", UNSURE), 30.0: said("那运费谁承担")})
    draft = reading(engine)
    assert (draft.text, draft.doubtful, engine.encodings) == ("那韵废水成的", True, [5.0])
    final = reading(engine, careful=True)
    assert (final.text, final.doubtful) == ("那运费谁承担", False)


def test_a_second_look_that_is_less_sure_does_not_count() -> None:
    engine = ScriptedEngine({5.0: said("谢谢你再见", UNSURE), 30.0: said("谢你在线", POOR)})
    assert reading(engine, careful=True).text == "谢谢你再见"


def test_even_a_draft_looks_again_when_it_goes_round_in_circles() -> None:
    engine = ScriptedEngine({5.0: said("I want to go. " * 5), 30.0: said("I want to go.", UNSURE)})
    assert reading(engine).text == "I want to go."


def test_what_goes_round_in_every_window_is_forbidden_to_and_then_said_once() -> None:
    loop = said("我要回家。" * 5)
    engine = ScriptedEngine({5.0: loop, 30.0: loop, "no repeat": said("我要回家。", UNSURE)})
    assert reading(engine).text == "我要回家。"
    engine.readings["no repeat"] = loop
    assert reading(engine).text == "我要回家。"


def test_words_put_to_noise_are_dropped_without_a_second_look() -> None:
    engine = ScriptedEngine({5.0: said("这位是普通话的句子。", POOR, no_speech=0.9)})
    assert reading(engine, careful=True).text == ""
    assert engine.encodings == [5.0]


@pytest.mark.parametrize("audio", [np.zeros(0, np.int16), np.zeros(SAMPLE_RATE, np.int16), sound(0.09)])
def test_too_short_or_silent_sound_never_reaches_the_model(audio: np.ndarray) -> None:
    engine = ScriptedEngine({})
    assert read(engine, audio, Hints(language="en"), careful=True, abandoned=lambda: False).text == ""
    assert engine.encodings == []


def test_an_unclear_language_is_read_in_both_and_the_surer_one_kept() -> None:
    both = {(5.0, "zh"): said("不，謝謝", POOR), (5.0, "en"): said("No, thank you.")}
    found = reading(ScriptedEngine(both, {"zh": 0.49, "en": 0.3}), hints=Hints(language="zh"))
    assert (found.text, found.language) == ("No, thank you.", "en")


def test_more_than_may_be_written_at_once_is_read_in_halves() -> None:
    engine = ScriptedEngine({30.0: said("很多话", cut_off=True), 15.0: said("一半。"), 10.0: said("一半。")})
    assert reading(engine, 20).text == "一半。一半。"


def test_nobody_waiting_stops_it_between_two_looks() -> None:
    engine = ScriptedEngine({5.0: said("甲", UNSURE), 30.0: said("乙")})
    with pytest.raises(AbandonedError):
        read(engine, sound(2), Hints(), careful=True, abandoned=lambda: True)
    assert engine.encodings == [5.0]


@pytest.fixture
def recognizer_of() -> object:
    with ThreadPoolExecutor(1) as pool:
        yield lambda engine: WhisperRecognizer(None, pool, engine=engine)  # type: ignore[arg-type]


NewRecognizer = Callable[[ScriptedEngine], WhisperRecognizer]


async def test_a_final_of_a_drafted_sound_costs_nothing(recognizer_of: NewRecognizer) -> None:
    engine = ScriptedEngine({5.0: said("好的，我知道了")})
    ears = recognizer_of(engine)
    draft = await ears.draft(sound(2), Hints())
    assert await ears.final(sound(2), Hints()) == draft
    assert engine.encodings == [5.0]


async def test_a_final_forgets_and_other_words_are_another_question(recognizer_of: NewRecognizer) -> None:
    engine = ScriptedEngine({5.0: said("好的")})
    ears = recognizer_of(engine)
    await ears.final(sound(2), Hints())
    await ears.draft(sound(2), Hints())
    await ears.draft(sound(2), Hints(words=("退货",)))
    assert engine.encodings == [5.0] * 3


async def test_of_a_growing_speech_only_the_end_is_read_again(recognizer_of: NewRecognizer) -> None:
    engine = ScriptedEngine({30.0: said("前面。"), 15.0: said("后面。"), 10.0: said("后面。")})
    ears = recognizer_of(engine)
    speech = sound(40)
    speech[24 * SAMPLE_RATE : 24 * SAMPLE_RATE + 8000] //= 200
    assert (await ears.draft(speech[: 33 * SAMPLE_RATE], Hints())).text == "前面。后面。"
    assert engine.encodings == [30.0, 15.0]
    engine.readings[30.0] = said("后面更长。")
    assert (await ears.draft(speech, Hints())).text == "前面。后面更长。"


async def test_confidence_is_the_mean_probability_of_a_token(recognizer_of: NewRecognizer) -> None:
    transcript = await recognizer_of(ScriptedEngine({5.0: said("好的", average=-0.5)})).draft(
        sound(1), Hints()
    )
    assert transcript.confidence == pytest.approx(0.6065, abs=1e-3)


async def test_chinese_comes_out_simplified(recognizer_of: NewRecognizer) -> None:
    transcript = await recognizer_of(ScriptedEngine({5.0: said("謝謝你,再見.")})).final(sound(1), Hints())
    assert transcript.text == "谢谢你，再见。"


async def test_ten_minutes_are_read_to_the_end(recognizer_of: NewRecognizer) -> None:
    engine = ScriptedEngine({window: said("话。") for window in (5.0, 7.0, 10.0, 15.0, 30.0)})
    transcript = await recognizer_of(engine).final(sound(600), Hints())
    assert 20 <= transcript.text.count("话。") <= 31


async def test_the_loop_goes_on_while_it_is_read(recognizer_of: NewRecognizer) -> None:
    released = threading.Event()

    class Slow(ScriptedEngine):
        def encode(self, waveform: np.ndarray, window: float) -> object:
            assert released.wait(10)
            return super().encode(waveform, window)

    asked = asyncio.ensure_future(recognizer_of(Slow({5.0: said("好")})).draft(sound(1), Hints()))
    await asyncio.sleep(0)
    assert not asked.done()
    released.set()
    assert (await asked).text == "好"


async def test_a_cancelled_question_stops_at_its_next_step(recognizer_of: NewRecognizer) -> None:
    begun, released = threading.Event(), threading.Event()

    class Slow(ScriptedEngine):
        def encode(self, waveform: np.ndarray, window: float) -> object:
            begun.set()
            assert released.wait(10)
            return super().encode(waveform, window)

    engine = Slow({5.0: said("甲", UNSURE), 30.0: said("乙")})
    ears = recognizer_of(engine)
    asked = asyncio.ensure_future(ears.final(sound(2), Hints()))
    await asyncio.to_thread(begun.wait, 10)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    released.set()
    engine.readings[5.0] = said("丙")
    assert (await ears.draft(sound(1), Hints())).text == "丙"
    assert engine.encodings == [5.0, 5.0], "the full window was not tried for nobody"
