"""The units of the benchmark: which system does what with which clip."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from app.speech import Speech
from core.audio.frames import Samples
from core.speech.ports import Style
from core.speech.silero import SileroVad
from core.text import Language
from core.turn.models import Listener
from core.turn.policies.patience import PROFILES
from core.turn.states import Settings
from tests.bench.turn_set import echo, heard, memory, own
from tests.bench.turn_set.align import Aligner
from tests.bench.turn_set.answering import to_json
from tests.bench.turn_set.clips import VOICES, Clip
from tests.bench.turn_set.evidence import as_json, listen
from tests.bench.turn_set.prepared import PreparedVoice, prepared_before
from tests.bench.turn_set.remarks import ANSWERS, QUESTIONS, Remark, react
from tests.bench.turn_set.rival import Pipecat
from tests.bench.turn_set.schedule import Unit
from tests.bench.turn_set.texts import STORIES

Found = dict[str, Any] | None


@dataclass(slots=True)
class Bench:
    """Everything that is used. clips, remarks: by the name of their units; pipecat: None without one."""

    speech: Speech
    folder: Path
    clips: Mapping[str, Clip]
    remarks: Mapping[str, Remark]
    questions: Mapping[Language, Samples]
    pipecat: Pipecat | None = None
    voices: dict[Language, PreparedVoice] | None = None
    aligner: Aligner | None = None

    async def story(self, language: Language) -> PreparedVoice:
        """The companion's own sentences, made once."""
        if self.voices is None:
            self.voices = {}
        if language not in self.voices:
            self.voices[language] = await prepared_before(self.speech.voice, STORIES[language])
        return self.voices[language]


async def question(speech: Speech, language: Language) -> Samples:
    """What begins a long answer: int16, mono, 16 kHz."""
    return await speech.synthesise(QUESTIONS[language], Style(voices=((language, VOICES[language][0]),)))


def by_turns(languages: Sequence[list[Clip]]) -> list[Clip]:
    """The languages in turn, so that a run that is broken off has both."""
    longest = max(len(one) for one in languages)
    return [one[number] for number in range(longest) for one in languages if number < len(one)]


def units(
    bench: Bench,
    late: int,
    room_seconds: float,
    sentences: int,
    memory_seconds: float,
    parts: Collection[str],
) -> list[Unit]:
    """All of these parts, in the order in which they are measured."""
    found: list[Unit] = []
    for number, (name, clip) in enumerate(bench.clips.items()):
        found += _alternating(number, _of_clip(bench, number, name, clip, late))
    for number, (name, remark) in enumerate(bench.remarks.items()):
        mine = [Unit(remark.kind, name, partial(_remark, bench, remark))]
        theirs = [Unit(f"pipecat {remark.kind}", name, partial(_their_remark, bench, remark))]
        found += _alternating(number, mine + (theirs if bench.pipecat else []))
    for language in QUESTIONS:
        found += [
            Unit("heard", f"{language} {text}", partial(_heard, bench, language, text))
            for text in STORIES[language][:sentences]
        ]
        found += [
            Unit("echo", f"{language} {level:g} dB", partial(_echo, bench, language, level, room_seconds))
            for level in echo.LEVELS
        ]
    found += [
        Unit("memory", "silence", partial(_memory, bench, False, memory_seconds)),
        Unit("memory", "talk", partial(_memory, bench, True, memory_seconds)),
    ]
    return [one for one in found if one.part in parts]


def _of_clip(bench: Bench, number: int, name: str, clip: Clip, late: int) -> list[Unit]:
    """Evidence, ours as it comes, ours without drafting for the first of each language, Pipecat."""
    found = [Unit("evidence", name, partial(_evidence, bench, clip))]
    if not clip.recorded:
        found += [Unit(profile, name, partial(_own, bench, clip, own.early(profile))) for profile in PROFILES]
        if number < 2 * late:
            found += [
                Unit(f"late {profile}", name, partial(_own, bench, clip, own.late(profile)))
                for profile in PROFILES
            ]
    if bench.pipecat:
        found.append(Unit("pipecat", name, partial(_theirs, bench, clip)))
    return found


def _alternating(number: int, units: list[Unit]) -> list[Unit]:
    return units[::-1] if number % 2 else units


async def _evidence(bench: Bench, clip: Clip) -> Found:
    speech = bench.speech
    return as_json(await listen(clip, Listener(SileroVad(), speech.recognizer, speech.end_of_turn)))


async def _own(bench: Bench, clip: Clip, settings: Settings) -> Found:
    played, line = await own.play(clip, bench.speech, settings)
    return to_json(played, line.as_dict() if line else None)


async def _theirs(bench: Bench, clip: Clip) -> Found:
    if bench.pipecat is None or not bench.pipecat.alive:
        return None
    return await bench.pipecat.clip(clip.language, clip.pcm, clip.ends)


async def _remark(bench: Bench, remark: Remark) -> Found:
    done = await react(remark, bench.questions[remark.language], bench.speech)
    if done is None:
        return {"silence": None, "ducked": None, "stopped": None}
    return {"silence": done.silence, "ducked": done.ducked, "stopped": done.stopped}


async def _their_remark(bench: Bench, remark: Remark) -> Found:
    if bench.pipecat is None or not bench.pipecat.alive:
        return None
    language = remark.language
    return await bench.pipecat.remark(language, bench.questions[language], ANSWERS[language], remark.pcm)


async def _heard(bench: Bench, language: Language, text: str) -> Found:
    if bench.aligner is None:
        bench.aligner = Aligner(bench.folder / "whisper-base")
    return await heard.measure(bench.speech, bench.aligner, bench.questions[language], text, language)


async def _echo(bench: Bench, language: Language, level: float, seconds: float) -> Found:
    voice = await bench.story(language)
    return await echo.listen(bench.speech, voice, language, bench.questions[language], level, seconds)


async def _memory(bench: Bench, talk: bool, seconds: float) -> Found:
    said = bench.questions["zh"] if talk else None
    return await memory.watch(bench.speech, await bench.story("zh"), "zh", said, seconds)
