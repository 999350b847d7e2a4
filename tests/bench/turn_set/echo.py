"""Nobody speaks but the companion, in a room that gives its voice back: does it ever interrupt itself?

Kokoro's own sentences through simulated rooms at several levels, the real canceller, the real Silero and the
real recogniser behind it. In virtual time (``turn_set.hastened``); the sentences were made beforehand.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from app.speech import Speech
from core.audio.echo_path import EchoPath
from core.audio.frames import Samples
from core.text import Language
from core.turn.captions import AnswerEnded, AssistantSentence, StateChanged, UserFinal
from tests.bench.report import Figure, figure
from tests.bench.turn_set.prepared import PreparedVoice
from tests.bench.turn_set.rehearsal import rehearsal
from tests.bench.turn_set.texts import STORIES

LEVELS = (0.0, -6.0, -12.0, -20.0)
"""dB of the echo beside what was played: as loud as the voice itself, to a speaker across the room."""
ROOMS = {0.0: 0.3, -6.0: 0.6, -12.0: 0.15, -20.0: 0.3}
"""Seconds until each room's echo is 60 dB down."""
SECONDS = 75.0
"""Of each level in each language: ten minutes of four levels and two."""
_ASKED_AT = 0.5


async def listen(
    speech: Speech,
    voice: PreparedVoice,
    language: Language,
    question: Samples,
    level: float,
    seconds: float = SECONDS,
) -> dict[str, Any]:
    """One room: what it took for somebody, in ``seconds`` after the question."""
    room = EchoPath(gain_db=level, reverberation=ROOMS[level], seed=int(-level) + 1)
    endless = list(itertools.islice(itertools.cycle(STORIES[language]), 60))
    script = [(_ASKED_AT, question)]
    asked = _ASKED_AT + len(question) / 16_000
    async with rehearsal(speech, voice, endless, script, room) as under_way:
        await under_way.time.run(lambda: under_way.duplex.now() >= asked + seconds)
        told, state = list(under_way.told), under_way.echo  # before closing stops what sounds
    # What was asked is the one turn that somebody really took.
    turns = [caption.text for _, caption in told if isinstance(caption, UserFinal)][1:]
    return {
        "level": level,
        "language": language,
        "seconds": seconds,
        "charged": round(under_way.time.charged, 1),
        "answered": any(isinstance(caption, AssistantSentence) for _, caption in told),
        "turns": turns,
        "stopped": sum(isinstance(one, AnswerEnded) and one.outcome == "interrupted" for _, one in told),
        "overlaps": sum(one == StateChanged("overlap") for _, one in told),
        "canceller": state.state if state else "none",
        "erle_db": None if state is None or state.erle_db is None else round(state.erle_db, 1),
    }


def figures_of(found: Mapping[str, Mapping[str, Any]]) -> tuple[list[Figure], list[str]]:
    if not found:
        return [], []
    rooms = list(found.values())
    minutes = sum(one["seconds"] for one in rooms) / 60
    stops = sum(one["stopped"] for one in rooms)
    overlaps = sum(one["overlaps"] for one in rooms)
    figures = [
        figure(f"self-interruptions in {minutes:.3g} min of echo", "", stops, target=0.0),
        figure(f"turns taken by its own echo in {minutes:.3g} min", "", sum(len(one["turns"]) for one in rooms),
               target=0.0),
        figure(f"times it lowered its voice for its own echo in {minutes:.3g} min", "", overlaps),
    ]  # fmt: skip
    notes = [
        f"Echo: {minutes:.3g} virtual minutes at {', '.join(f'{level:g}' for level in LEVELS)} dB, real canceller, "
        "Silero and recogniser, sentences prepared; real time while a model worked "
        f"({sum(one['charged'] for one in rooms):.0f} s)."
    ]
    notes += [
        f"- echo {one['level']:g} dB, {one['language']}: canceller {one['canceller']}, ERLE {one['erle_db']} dB, lowered "
        f"{one['overlaps']} times, stopped {one['stopped']}"
        + (f", heard itself say {one['turns']!r}" if one["turns"] else "")
        + ("" if one["answered"] else ", NEVER ANSWERED")
        + "."
        for one in rooms
    ]
    return figures, notes
