"""Playing the turn-taking set to our own engine, in real time, answered as Pipecat is answered."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import numpy as np

from app.speech import Speech
from core.audio.file_duplex import FileDuplex
from core.audio.frames import OUTPUT_RATE, Samples
from core.clock import SystemClock
from core.speech.ports import Style
from core.speech.silero import SileroVad
from core.turn.captions import AnswerEnded, Caption, UserFinal
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import PROFILES
from core.turn.ports import Turn
from core.turn.states import Settings
from core.turn.timeline import TurnTimeline
from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.evidence import once_more
from tests.bench.turn_set.prepared import kokoro
from tests.bench.turn_set.rival import ANSWERS
from tests.bench.turn_set.swept import Played

AUDIBLE = 328  # of 32,768: −40 dBFS
LATEST = 12.0
_NEW_SOUND = 0.3
"""Seconds without sound after which sound is a new one."""


class OneSentence:
    """A responder with one answer, at once."""

    def __init__(self, answer: str) -> None:
        self.answer = answer

    async def reply(self, turn: Turn) -> AsyncIterator[str]:
        yield self.answer

    def failure(self, turn: Turn, error: Exception) -> str:
        return self.answer


class Unrecorded:
    """A recorder for which everything is durable at once: Pipecat writes nothing down either."""

    async def user_spoke(self, turn: Turn) -> None:
        """Nothing to keep."""

    async def assistant_spoke(self, *sentence: object) -> None:
        """Nothing to keep."""

    async def answer_ended(self, *outcome: object) -> None:
        """Nothing to keep."""


def early(profile: str) -> Settings:
    """As the product is set."""
    return Settings(patience=PROFILES[profile])


def late(profile: str) -> Settings:
    """Without drafting: asked when the pause is long enough to end a turn, answered when it has."""
    patience = PROFILES[profile]
    return Settings(patience=patience, draft_early=False, ask_after=patience.floor)


async def play(clip: Clip, speech: Speech, settings: Settings) -> tuple[Played, TurnTimeline | None]:
    """Say the clip in real time; hear when turns end and answers begin, until the last has sounded. With
    the timeline of the turn that was answered after the true end, in seconds of the clip."""
    clock, over = SystemClock(), asyncio.Event()
    async with FileDuplex(clock) as duplex:
        opened = clock.monotonic() - duplex.now()

        awaited: set[int] = set()

        def told(caption: Caption) -> None:
            if isinstance(caption, UserFinal) and duplex.now() > clip.ends - 0.1:
                awaited.add(caption.turn)
            if isinstance(caption, AnswerEnded) and caption.turn in awaited:
                over.set()

        engine = Engine(
            duplex,
            Listener(SileroVad(), speech.recognizer, speech.end_of_turn),
            Speaker(speech.voice, Style()),
            OneSentence(ANSWERS[clip.language]),
            Unrecorded(),
            clock=clock,
            settings=settings,
            on_change=told,
        )
        used = time.process_time()
        running = asyncio.create_task(engine.run())
        duplex.say_at(0.0, once_more(clip.pcm))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), clip.ends + LATEST)
        used = time.process_time() - used
        engine.close()
        await running
        # The voice finishes the piece it has in hand; the next answer must not wait behind it.
        await kokoro(speech).warm_up()
        lines = [line for line in engine.timelines if line.committed is not None]
        ends = tuple(line.committed - opened for line in lines if line.committed is not None)
        last = next(
            (
                line
                for line in lines
                if line.first_audio is not None and line.first_audio > opened + clip.ends
            ),
            None,
        )
        return Played(clip, ends, ends, tuple(sounds(duplex.heard)), used), last


def sounds(heard: Samples) -> list[float]:
    """When sound began after silence: seconds."""
    loud = np.flatnonzero(np.abs(heard.astype(np.int32)) > AUDIBLE)
    if not len(loud):
        return []
    begins = np.concatenate([[True], np.diff(loud) > _NEW_SOUND * OUTPUT_RATE])
    return [float(at) / OUTPUT_RATE for at in loud[begins]]
