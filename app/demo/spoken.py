"""The spoken demo: a scripted speaker's voice, the real pipeline, real time, a recording."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from app.demo.aloud import VoiceTalker
from app.demo.checks import Check, Report
from app.demo.run import play
from app.demo.script import Script, draw
from app.speech import Speech
from core.audio.frames import INPUT_RATE
from core.audio.wav import write
from core.speech.ports import Samples, Style
from core.text import Language

FIRST: dict[Language, str] = {"zh": "zm_yunxi", "en": "am_michael"}
SECOND: dict[Language, str] = {"zh": "zf_xiaobei", "en": "bf_emma"}


async def play_spoken(
    models: Path,
    language: Language,
    seed: int,
    *,
    sabotage: str | None,
    wav: Path,
    on_check: Callable[[Check], None],
    on_caption: Callable[[str], None],
) -> Report:
    """Load the models, make the speaker's lines, play, and write what sounded to ``wav``."""
    script = draw(seed, language)
    async with Speech(models) as speech:
        on_caption("…")
        voices = await speakers_lines(speech, script)
        talker = VoiceTalker(speech, voices, on_caption)
        with tempfile.TemporaryDirectory() as folder:
            question = Path(folder) / "question.wav"
            write(question, voices[script.first_person, script.long_question], INPUT_RATE)
            report = await play(
                script, talker, models, sabotage=sabotage, question=question, on_check=on_check
            )
        talker.save(wav)
    return report


async def speakers_lines(speech: Speech, script: Script) -> dict[tuple[str, str], Samples]:
    """Everything the two persons will say, as sound: int16, mono, 16 kHz, by person and text."""
    said = {
        script.first_person: (
            script.period_question,
            script.reason,
            script.freight_question,
            script.unanswerable,
            script.goal,
            script.goal_question,
            script.recall_question,
            script.taste,
            script.long_question,
            script.interruption,
        ),
        script.second_person: (script.goal_question,),
    }
    voices = {script.first_person: FIRST, script.second_person: SECOND}
    return {
        (person, text): await speech.synthesise(
            text, Style(voices=((script.language, voices[person][script.language]),))
        )
        for person, texts in said.items()
        for text in texts
    }
