"""From the end of what someone says to the first audible sample of the answer, in the real pipeline.

Silero, Smart Turn, Whisper, Grounded on an encrypted household with one document, Kokoro and the turn
engine, in real time over the file duplex. The moment speech ended is read off the utterance that was
played into the microphone (the last 10 ms within 30 dB of its loudest), the first audible sample off
the recorded speaker channel (over −40 dBFS): the engine's own book-keeping is only believed for the
stages between. Every utterance is said to each pipeline in turn before the next utterance is.

Ours drafts: 0.2 s into a pause it recognises what there is, begins an answer and makes its first sound,
and says nothing before the pause has lasted as long as the profile asks for (elder 0.9 s, brisk 0.35 s,
after a sentence that sounds and reads as finished). The rivals are our own pipeline without that:

* *answer not drafted*: recognised early, answered only when the turn is over (a paid model's setting);
* *nothing early*: recognised only once the pause is long enough to end a turn;
* *nothing early, 30 s window*: and with Whisper padded to 30 s, as pipelines commonly run it.

What recognition hides is the difference between the last but one and the first of these, what answering
and the first synthesis hide that between *answer not drafted* and ours, utterance by utterance.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.demo.aloud import VoiceTalker
from app.demo.script import draw
from app.demo.stage import Stage, places_in, set_up
from app.speech import Speech, style_of
from core.audio.file_duplex import FileDuplex
from core.audio.frames import OUTPUT_RATE
from core.clock import SystemClock
from core.conversation.conversation import Conversation
from core.speech.ports import Hints, Recognizer, Samples, Transcript
from core.speech.silero import SileroVad
from core.speech.whisper.recognizer import WhisperRecognizer
from core.text import Language
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import PROFILES, Profile
from core.turn.states import Settings
from core.turn.timeline import TurnTimeline, summarise
from tests.bench.report import Figure, figure, percentile, publish, quick
from tests.bench.speech_set import LANGUAGES, PaddedEngine, Said, models_or_leave, recordings, synthetic

AUDIBLE = 328  # of 32,768: −40 dBFS
BEFORE, AFTER, LATEST = 0.4, 0.3, 40.0
OURS, NOT_DRAFTED, NOT_EARLY, PADDED = (
    "ours",
    "answer not drafted",
    "nothing early",
    "nothing early, 30 s window",
)
RIVALS = (NOT_EARLY, NOT_DRAFTED, PADDED)


class Padded:
    """A Recognizer that always looks through the full window, and once."""

    def __init__(self, folder: Path, executor: ThreadPoolExecutor) -> None:
        self.whisper = WhisperRecognizer(folder, executor, engine=PaddedEngine(folder, threads=2))

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        return await self.whisper.draft(audio, hints)

    final = draft


@dataclass(frozen=True, slots=True)
class Way:
    """One pipeline: its settings and its recogniser."""

    profile: str
    name: str
    settings: Settings
    recognizer: Recognizer


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one utterance in one pipeline. seconds: None when no answer sounded."""

    said: Said
    way: Way
    seconds: float | None
    timeline: TurnTimeline | None


def ways(profile: str, speech: Speech, padded: Recognizer) -> list[Way]:
    patience: Profile = PROFILES[profile]
    late = Settings(patience=patience, draft_early=False, ask_after=patience.floor)
    return [
        Way(profile, OURS, Settings(patience=patience), speech.recognizer),
        Way(profile, NOT_DRAFTED, Settings(patience=patience, draft_early=False), speech.recognizer),
        Way(profile, NOT_EARLY, late, speech.recognizer),
        Way(profile, PADDED, late, padded),
    ]


async def answered(
    said: Said, way: Way, speech: Speech, conversation: Conversation, words: tuple[str, ...]
) -> Answered:
    """Say it, and hear how long the answer takes to sound."""
    clock = SystemClock()
    async with FileDuplex(clock) as duplex:
        opened = clock.monotonic() - duplex.now()
        engine = Engine(
            duplex,
            Listener(SileroVad(), way.recognizer, speech.end_of_turn, Hints(words=words)),
            Speaker(speech.voice, style_of(conversation.role)),
            conversation.responder,
            conversation.recorder,
            clock=clock,
            settings=way.settings,
        )
        running = asyncio.create_task(engine.run())
        duplex.say_at(BEFORE, _once_more(said.pcm))
        ended = BEFORE + said.speech_ends
        sounding: TurnTimeline | None = None
        while sounding is None and duplex.now() < ended + LATEST:
            await asyncio.sleep(0.02)
            # A pause inside it may have been taken for its end; the answer to all of it counts.
            sounding = next(
                (
                    line
                    for line in engine.timelines
                    if line.first_audio is not None and line.first_audio > opened + ended
                ),
                None,
            )
        await asyncio.sleep(AFTER)
        engine.close()
        await running
        # The voice finishes the piece it has in hand; the next answer must not wait behind it.
        await speech.voice.warm_up()
        loud = np.flatnonzero(np.abs(duplex.heard[int(ended * OUTPUT_RATE) :].astype(np.int32)) > AUDIBLE)
    heard = len(loud) and sounding is not None
    return Answered(said, way, float(loud[0]) / OUTPUT_RATE if heard else None, sounding)


def _once_more(pcm: Samples) -> Samples:
    """The same to any ear, but not to the last bit: the recogniser remembers what it has read."""
    hiss = np.random.default_rng().integers(-2, 3, len(pcm), dtype=np.int16)
    return np.clip(pcm, -32_000, 32_000) + hiss


async def in_language(
    language: Language, speech: Speech, padded: Recognizer, profiles: Sequence[str], count: int
) -> list[Answered]:
    said = await synthetic(speech, language, count)
    if count > 1:
        said += [one for one in recordings() if one.language == language]
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banyan-bench-")))
        talker = VoiceTalker(speech, {}, lambda _: None)
        stage: Stage = await stack.enter_async_context(
            set_up(draw(0, language), places_in(folder, models_or_leave("latency")), talker, None)
        )
        await stage.household.knowledge.bind(stage.document, stage.shop)
        words = await stage.household.words(stage.shop)
        asked = [
            (way, await stage.household.begin(stage.first, stage.shop))
            for profile in profiles
            for way in ways(profile, speech, padded)
        ]
        return [
            await answered(one, way, speech, conversation, words)
            for one in said
            for way, conversation in asked
        ]


async def main(count: int) -> tuple[list[Figure], list[str]]:
    """Seconds."""
    folder = models_or_leave("latency")
    with ThreadPoolExecutor(1) as executor:
        padded = Padded(folder / "whisper-base", executor)
        await padded.whisper.warm_up()
        async with Speech(folder) as speech:
            found = [
                one
                for language in LANGUAGES
                for one in await in_language(language, speech, padded, list(PROFILES), count)
            ]
    figures = []
    for profile in PROFILES:
        for language in LANGUAGES:
            part = [one for one in found if one.way.profile == profile and one.said.language == language]
            figures += figures_of(f"{profile}, {language}", part)
    return figures, notes(found)


def figures_of(label: str, part: Sequence[Answered]) -> list[Figure]:
    """One profile in one language."""
    taken = {way: seconds(part, way) for way in (OURS, *RIVALS)}
    if not all(taken.values()):
        return []
    figures = [
        figure(f"speech end to first audible sample, {label}, {rank}", "s",
               percentile(list(taken[OURS].values()), share),
               {way: percentile(list(taken[way].values()), share) for way in RIVALS})
        for rank, share in (("p50", 0.5), ("p95", 0.95))
    ]  # fmt: skip
    for what, slower, faster in (
        ("recognition", NOT_EARLY, NOT_DRAFTED),
        ("answering and first synthesis", NOT_DRAFTED, OURS),
        ("both", NOT_EARLY, OURS),
    ):
        differences = [
            taken[slower][text] - taken[faster][text] for text in taken[slower] if text in taken[faster]
        ]
        if differences:
            figures.append(figure(f"hidden of {what}, {label}, p50", "s", percentile(differences, 0.5)))
    own = [one.timeline for one in part if one.way.name == OURS and one.timeline is not None]
    for stage, found in summarise(own).items():
        figures.append(figure(f"stage: {stage}, {label}, p50", "s", found.p50))
    return figures


def seconds(part: Sequence[Answered], way: str) -> dict[str, float]:
    """By what was said."""
    return {one.said.text: one.seconds for one in part if one.way.name == way and one.seconds is not None}


def notes(found: Sequence[Answered]) -> list[str]:
    utterances = _distinct(found)
    recorded = sum(said.recorded for said in utterances)
    unanswered = sum(one.seconds is None for one in found)
    lines = [
        f"{len(utterances)} utterances, {recorded} of them recordings of people, the others synthetic (Kokoro); "
        f"{len(found)} conversations' turns, {unanswered} without an answer.",
    ]
    for said in utterances:
        times = "; ".join(
            f"{one.way.profile} {one.way.name} " + ("—" if one.seconds is None else f"{one.seconds:.2f}")
            for one in found
            if one.said is said
        )
        lines.append(f"- {said.language} {said.seconds:.1f} s, {said.by}: {times}")
    return lines


def _distinct(found: Sequence[Answered]) -> list[Said]:
    distinct: list[Said] = []
    for one in found:
        if not any(one.said is said for said in distinct):
            distinct.append(one.said)
    return distinct


if __name__ == "__main__":
    measured, of = asyncio.run(main(1 if quick(__doc__) else 5))
    publish("latency", measured, notes=of)
