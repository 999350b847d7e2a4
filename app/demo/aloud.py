"""Talking aloud in the demo: a scripted speaker in front of the real engine, in real time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np

from app import heap
from app.demo.cut import cut_sentence
from app.demo.heard import sounded_characters, without_last_word
from app.demo.talker import Exchange, Interruption, exchange_of
from app.demo.watch import Watch
from app.speech import Speech
from core.audio.file_duplex import FileDuplex
from core.audio.frames import INPUT_RATE, OUTPUT_RATE
from core.audio.resample import resample
from core.audio.wav import write_conversation
from core.clock import SystemClock
from core.conversation.conversation import Conversation
from core.speech.ports import Hints, Samples
from core.turn.timeline import TurnTimeline, summarise

_LATEST_ANSWER = 90.0
"""Seconds after which a demo that got no answer gives up."""
_AROUND = OUTPUT_RATE // 4
_INTERRUPT_AT = 0.4
"""Share of the long sentence that is listened to before cutting in."""


class VoiceTalker:
    """lines: what each person can say, as sound (16 kHz), by name and text. tell: shows a caption."""

    mode = "voice"

    def __init__(
        self, speech: Speech, lines: Mapping[tuple[str, str], Samples], tell: Callable[[str], None]
    ) -> None:
        self._speech = speech
        self._lines = lines
        self._tell = tell
        self._timelines: list[TurnTimeline] = []
        self._recordings: list[tuple[Samples, Samples]] = []

    @asynccontextmanager
    async def line(self, conversation: Conversation, words: tuple[str, ...]) -> AsyncIterator[_SpokenLine]:
        clock = SystemClock()
        duplex = FileDuplex(clock)
        watch = Watch(conversation, self._tell)
        async with duplex:
            engine = self._speech.engine(
                duplex,
                conversation,
                clock=clock,
                words=words,
                on_change=watch.on_change,
                recorder=watch,
            )
            running = asyncio.create_task(engine.run())
            try:
                yield _SpokenLine(self._speech, conversation, duplex, watch, self._lines)
            finally:
                duplex.end_input()
                await running
        self._timelines += engine.timelines
        self._recordings.append((duplex.microphone, duplex.heard))

    @asynccontextmanager
    async def resting(self) -> AsyncIterator[None]:
        self._speech.let_go()
        heap.give_back()
        yield
        await self._speech.warm_up()

    def timings(self) -> dict[str, Any]:
        return {
            stage: {"count": found.count, "p50": round(found.p50, 3), "p95": round(found.p95, 3)}
            for stage, found in summarise(self._timelines).items()
        }

    def save(self, path: Path) -> None:
        """Everything that sounded, one conversation after the other: left who spoke, right Banyan."""
        path.parent.mkdir(parents=True, exist_ok=True)
        left, right = [], []
        for microphone, speaker in self._recordings:
            seconds = max(len(microphone) / INPUT_RATE, len(speaker) / OUTPUT_RATE) + 0.5
            left.append(_padded(microphone, int(seconds * INPUT_RATE)))
            right.append(_padded(speaker, int(seconds * OUTPUT_RATE)))
        if left:
            write_conversation(path, np.concatenate(left), np.concatenate(right))


class _SpokenLine:
    def __init__(
        self,
        speech: Speech,
        conversation: Conversation,
        duplex: FileDuplex,
        watch: Watch,
        lines: Mapping[tuple[str, str], Samples],
    ) -> None:
        self._speech = speech
        self._conversation = conversation
        self._duplex = duplex
        self._watch = watch
        self._lines = lines

    async def say(self, text: str) -> Exchange:
        before = len(await self._conversation.journal.history())
        said = self._watch.answers
        self._speak(text)
        async with asyncio.timeout(_LATEST_ANSWER):
            await self._watch.until(lambda: self._watch.answers > said and self._watch.idle)
        return await exchange_of(self._conversation, text, self._watch.reply, before)

    async def interrupt(self, question: str, interruption: str) -> Interruption:
        self._speak(question)
        watch = self._watch
        async with asyncio.timeout(_LATEST_ANSWER):
            await watch.until(lambda: watch.share >= _INTERRUPT_AT)
            began = self._speak(interruption)
            await watch.until(lambda: watch.interrupted)
            recorded = self._duplex.heard
            await watch.until(lambda: not watch.interrupted and watch.idle)
        before, cut = await cut_sentence(self._conversation)
        sounding = np.flatnonzero(recorded)
        answer = recorded[max(0, sounding[0] - _AROUND) : sounding[-1] + _AROUND]
        read = await self._speech.recognizer.final(resample(answer, OUTPUT_RATE, INPUT_RATE), Hints())
        sounded = sounded_characters(before, cut.text, read.text)
        last = int(sounding[-1]) / OUTPUT_RATE
        return Interruption(
            question=question,
            interruption=interruption,
            sentence=cut.text,
            heard=cut.heard,
            boundary=cut.boundary,
            sounded=sounded,
            surely=without_last_word(cut.text, sounded),
            basis="recogniser on the recorded speaker channel up to the cut",
            next_reply=watch.reply,
            details={
                "recogniser_read": read.text,
                "interruption_began_at": round(began, 3),
                "speaker_silent_from": round(last, 3),
                "seconds_from_voice_to_silence": round(last - began, 3),
            },
        )

    def _speak(self, text: str) -> float:
        """Begin to say it; when its first sample falls, in seconds of the recording."""
        pcm = self._lines[self._conversation.person.name, text]
        return self._duplex.feed(pcm) - len(pcm) / INPUT_RATE


def _padded(pcm: Samples, length: int) -> Samples:
    return np.pad(pcm[:length], (0, max(0, length - len(pcm))))
