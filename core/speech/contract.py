"""What every ear and voice must do: suites of checks in plain asserts, for our adapters and plug-ins.

Ears are tried with ``Spoken``, a recording and its words; checks of one port are in one tuple.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

import numpy as np

from core.speech.ports import (
    VAD_SAMPLES,
    EndOfTurn,
    Hints,
    Recognizer,
    Samples,
    SpokenChunk,
    Style,
    Transcript,
    Voice,
    VoiceActivity,
)
from core.text import Language, normalise

_RATE = 16_000
MAX_ERRORS = 0.35
"""Share of the characters a recogniser may get wrong in a clean recording."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A clean recording of one sentence: int16, 16 kHz, with a little silence around it."""

    audio: Samples
    text: str
    language: Language


# Voice activity


def silence_is_no_speech(vad: VoiceActivity, _spoken: Spoken) -> None:
    quiet = [vad.probability(np.zeros(VAD_SAMPLES, np.int16)) for _ in range(30)]
    assert max(quiet[5:]) < 0.3, f"{max(quiet[5:])} for silence"


def speech_is_speech(vad: VoiceActivity, spoken: Spoken) -> None:
    heard = probabilities(vad, spoken.audio)
    assert all(0.0 <= one <= 1.0 for one in heard)
    assert np.mean(np.array(heard) > 0.5) > 0.4, "most of a spoken sentence is not heard as speech"


def reset_forgets_what_was_heard(vad: VoiceActivity, spoken: Spoken) -> None:
    vad.reset()
    first = probabilities(vad, spoken.audio)
    vad.reset()
    assert probabilities(vad, spoken.audio) == first


def only_32_ms_are_taken(vad: VoiceActivity, _spoken: Spoken) -> None:
    for samples in (0, VAD_SAMPLES - 1, VAD_SAMPLES + 1):
        try:
            vad.probability(np.zeros(samples, np.int16))
        except ValueError:
            continue
        raise AssertionError(f"{samples} samples were taken for 32 ms")


VoiceActivityCheck = Callable[[VoiceActivity, Spoken], None]
VOICE_ACTIVITY_CHECKS: tuple[VoiceActivityCheck, ...] = (
    silence_is_no_speech,
    speech_is_speech,
    reset_forgets_what_was_heard,
    only_32_ms_are_taken,
)


# End of turn


async def a_finished_sentence_sounds_more_finished_than_half_of_it(end: EndOfTurn, spoken: Spoken) -> None:
    half = await end.p_end(spoken.audio[: len(spoken.audio) // 2])
    assert await end.p_end(spoken.audio) > half


async def any_length_gets_a_probability(end: EndOfTurn, _spoken: Spoken) -> None:
    for samples in (0, 1, 100, _RATE * 8, _RATE * 20):
        assert 0.0 <= await end.p_end(np.zeros(samples, np.int16)) <= 1.0


async def only_the_last_eight_seconds_count(end: EndOfTurn, spoken: Spoken) -> None:
    recent = np.concatenate([np.zeros(8 * _RATE, np.int16), spoken.audio])[-8 * _RATE :]
    longer = np.concatenate([np.zeros(5 * _RATE, np.int16), recent])
    assert await end.p_end(longer) == await end.p_end(recent)


async def judging_leaves_the_sound_alone(end: EndOfTurn, spoken: Spoken) -> None:
    before = spoken.audio.copy()
    await end.p_end(spoken.audio)
    assert np.array_equal(before, spoken.audio)


EndOfTurnCheck = Callable[[EndOfTurn, Spoken], Awaitable[None]]
END_OF_TURN_CHECKS: tuple[EndOfTurnCheck, ...] = (
    a_finished_sentence_sounds_more_finished_than_half_of_it,
    any_length_gets_a_probability,
    only_the_last_eight_seconds_count,
    judging_leaves_the_sound_alone,
)


# Recognition


async def what_was_said_is_written(ears: Recognizer, spoken: Spoken) -> None:
    for hear in (ears.draft, ears.final):
        transcript = await hear(spoken.audio, Hints(language=spoken.language))
        assert transcript.language == spoken.language
        assert 0.0 < transcript.confidence <= 1.0
        wrong = error_rate(spoken.text, transcript.text)
        assert wrong <= MAX_ERRORS, f"{wrong:.0%} wrong: {transcript.text!r}"


async def the_language_is_found_without_a_hint(ears: Recognizer, spoken: Spoken) -> None:
    assert (await ears.draft(spoken.audio, Hints())).language == spoken.language


async def silence_says_nothing(ears: Recognizer, _spoken: Spoken) -> None:
    hints = Hints(words=("星河商店", "李明"), language="zh")
    for samples in (0, 1, 160, _RATE // 20, _RATE, _RATE * 3):
        for hear in (ears.draft, ears.final):
            transcript = await hear(np.zeros(samples, np.int16), hints)
            assert transcript.text == "", f"{samples} samples of silence said {transcript.text!r}"


async def noise_says_nothing(ears: Recognizer, _spoken: Spoken) -> None:
    hiss = np.random.default_rng(1).normal(0, 60, _RATE * 2).astype(np.int16)
    transcript = await ears.final(hiss, Hints(words=("星河商店", "李明")))
    assert transcript.text == "", f"noise said {transcript.text!r}"


async def hearing_leaves_the_sound_alone(ears: Recognizer, spoken: Spoken) -> None:
    before = spoken.audio.copy()
    await ears.final(spoken.audio, Hints())
    assert np.array_equal(before, spoken.audio)


async def several_may_ask_at_once(ears: Recognizer, spoken: Spoken) -> None:
    asked = [ears.draft(spoken.audio, Hints()), ears.final(spoken.audio, Hints())]
    answers: list[Transcript] = await asyncio.gather(*asked)
    assert all(answer.text for answer in answers)


async def a_question_may_be_taken_back(ears: Recognizer, spoken: Spoken) -> None:
    task = asyncio.ensure_future(ears.final(spoken.audio, Hints()))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert (await ears.draft(spoken.audio, Hints())).text


RecognizerCheck = Callable[[Recognizer, Spoken], Awaitable[None]]
RECOGNIZER_CHECKS: tuple[RecognizerCheck, ...] = (
    what_was_said_is_written,
    the_language_is_found_without_a_hint,
    silence_says_nothing,
    noise_says_nothing,
    hearing_leaves_the_sound_alone,
    several_may_ask_at_once,
    a_question_may_be_taken_back,
)


# Voices

SENTENCES = ("好的。", "Good morning. Some tea?", "我在 Apple 商店买了苹果。")
LONG = "您好，今天是星期一，天气很好。我们去公园走走，再去商店买三斤苹果吧！"


async def chunks_cover_the_text_in_order(voice: Voice) -> None:
    for text in SENTENCES:
        chunks = await spoken_by(voice, text)
        assert chunks, f"nothing was said of {text!r}"
        bounds = [chunk.start for chunk in chunks] + [len(text)]
        assert bounds[0] == 0
        assert [chunk.end for chunk in chunks] == bounds[1:], f"{text!r} is not covered: {bounds}"


async def sound_is_audible_and_about_as_long_as_its_text(voice: Voice) -> None:
    for text in SENTENCES:
        sound = np.concatenate([chunk.pcm for chunk in await spoken_by(voice, text)])
        assert sound.dtype == np.int16
        assert sound.ndim == 1
        assert np.abs(sound.astype(np.int32)).max() > 500, "silence"
        assert 0.02 < len(sound) / 24_000 / len(text) < 1.0, "implausibly short or long"


async def marks_grow_inside_their_chunk(voice: Voice) -> None:
    for text in SENTENCES:
        for chunk in await spoken_by(voice, text):
            places = [(mark.sample, mark.characters) for mark in chunk.marks]
            assert places == sorted(places)
            assert all(0 <= sample < len(chunk.pcm) for sample, _ in places)
            assert all(chunk.start <= characters <= chunk.end for _, characters in places)


async def the_first_clause_comes_first(voice: Voice) -> None:
    chunks = await spoken_by(voice, LONG)
    assert len(chunks) > 1
    assert chunks[0].end <= len(LONG) / 2, f"begins with all of {LONG[: chunks[0].end]!r}"


async def nothing_to_say_is_nothing(voice: Voice) -> None:
    for text in ("", " \n", "……", "。", "🙂"):
        assert await spoken_by(voice, text) == [], f"{text!r} was spoken"


async def a_voice_may_be_cut_off_and_speaks_again(voice: Voice) -> None:
    stream = voice.speak(LONG, Style())
    await anext(stream)
    if isinstance(stream, AsyncGenerator):
        await stream.aclose()
    assert await spoken_by(voice, SENTENCES[0])


async def speed_is_obeyed(voice: Voice) -> None:
    slow, fast = [
        sum(len(chunk.pcm) for chunk in await spoken_by(voice, SENTENCES[1], Style(speed=speed)))
        for speed in (0.8, 1.25)
    ]
    assert slow > 1.2 * fast


VoiceCheck = Callable[[Voice], Awaitable[None]]
VOICE_CHECKS: tuple[VoiceCheck, ...] = (
    chunks_cover_the_text_in_order,
    sound_is_audible_and_about_as_long_as_its_text,
    marks_grow_inside_their_chunk,
    the_first_clause_comes_first,
    nothing_to_say_is_nothing,
    a_voice_may_be_cut_off_and_speaks_again,
    speed_is_obeyed,
)


def probabilities(vad: VoiceActivity, audio: Samples) -> list[float]:
    """The detector's opinion of every whole 32 ms."""
    starts = range(0, len(audio) - VAD_SAMPLES + 1, VAD_SAMPLES)
    return [vad.probability(audio[start : start + VAD_SAMPLES]) for start in starts]


async def spoken_by(voice: Voice, text: str, style: Style | None = None) -> list[SpokenChunk]:
    """Everything a voice makes of a text."""
    return [chunk async for chunk in voice.speak(text, style or Style())]


def error_rate(said: str, written: str) -> float:
    """Edits a character of what was said, marks and case aside."""
    wanted = [c for c in normalise(said).lower() if c.isalnum()]
    found = [c for c in normalise(written).lower() if c.isalnum()]
    row = list(range(len(found) + 1))
    for index, one in enumerate(wanted, 1):
        diagonal, row[0] = row[0], index
        for column, other in enumerate(found, 1):
            best = min(row[column] + 1, row[column - 1] + 1, diagonal + (one != other))
            diagonal, row[column] = row[column], best
    return row[-1] / max(1, len(wanted))
