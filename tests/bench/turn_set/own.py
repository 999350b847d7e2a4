"""Playing the turn-taking set to our own engine, in real time, answered as Pipecat is answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import numpy as np

from app.speech import Speech
from core.audio.file_duplex import FileDuplex
from core.audio.frames import OUTPUT_RATE, Samples
from core.clock import SystemClock
from core.speech.ports import Style
from core.speech.silero import SileroVad
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import PROFILES
from core.turn.ports import Turn
from core.turn.states import Settings
from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.evidence import once_more
from tests.bench.turn_set.rival import ANSWERS, Played

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


async def play(clip: Clip, speech: Speech, profile: str) -> Played:
    """Say the clip, and hear when turns end and answers begin."""
    clock = SystemClock()
    async with FileDuplex(clock) as duplex:
        opened = clock.monotonic() - duplex.now()
        engine = Engine(
            duplex,
            Listener(SileroVad(), speech.recognizer, speech.end_of_turn),
            Speaker(speech.voice, Style()),
            OneSentence(ANSWERS[clip.language]),
            Unrecorded(),
            clock=clock,
            settings=Settings(patience=PROFILES[profile]),
        )
        running = asyncio.create_task(engine.run())
        duplex.say_at(0.0, once_more(clip.pcm))
        while duplex.now() < clip.ends + LATEST:
            await asyncio.sleep(0.05)
            if any(at > clip.ends for at in sounds(duplex.heard)):
                break
        engine.close()
        await running
        # The voice finishes the piece it has in hand; the next answer must not wait behind it.
        await speech.voice.warm_up()
        ends = [line.committed - opened for line in engine.timelines if line.committed is not None]
        return Played(clip, tuple(ends), tuple(ends), tuple(sounds(duplex.heard)))


def sounds(heard: Samples) -> list[float]:
    """When sound began after silence: seconds."""
    loud = np.flatnonzero(np.abs(heard.astype(np.int32)) > AUDIBLE)
    if not len(loud):
        return []
    begins = np.concatenate([[True], np.diff(loud) > _NEW_SOUND * OUTPUT_RATE])
    return [float(at) / OUTPUT_RATE for at in loud[begins]]
