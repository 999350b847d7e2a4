"""The speech models of this machine: loaded once, shared by every conversation's engine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from types import TracebackType

from core.audio.duplex import Duplex
from core.audio.resample import resample
from core.clock import Clock
from core.conversation.conversation import Conversation
from core.errors import Unavailable
from core.people.manner import Manner
from core.people.roles import Role
from core.speech.kokoro.synthesis import KokoroFiles
from core.speech.kokoro.voice import KokoroVoice
from core.speech.models import ModelStore
from core.speech.ports import Hints, Samples, Style
from core.speech.silero import SileroVad
from core.speech.smart_turn import SmartTurn
from core.speech.whisper.recognizer import WhisperRecognizer
from core.text import Language
from core.turn.attention import Attention
from core.turn.captions import Caption
from core.turn.engine import Engine, Listener, Speaker
from core.turn.policies.patience import PROFILES, Learned
from core.turn.ports import Delivery, Habits, Recorder
from core.turn.states import Settings as TurnSettings

_ESSENTIAL = ("whisper-base", "smart-turn-v3.2", "kokoro-82m-int8")
_PROBE: dict[Language, str] = {
    "zh": "今天的天气很好，我们去公园走走。",
    "en": "The weather is fine, let us go for a walk.",
}


class Speech:
    """Recogniser, end of turn and voice. An async context manager: entering loads and warms them.

    Raises Unavailable("app.models_missing") when they were not fetched. One executor each, so that
    speaking never waits behind listening.
    """

    def __init__(self, folder: Path) -> None:
        store = ModelStore(folder)
        missing = store.missing(_ESSENTIAL)
        if missing:
            raise Unavailable("app.models_missing", count=len(store.missing()), first=missing[0])
        self._executors = [ThreadPoolExecutor(1, name) for name in ("asr", "endpoint", "tts")]
        self._whisper = store.model_folder("whisper-base")
        self._smart_turn = store.path("smart-turn-v3.2", "smart-turn-v3.2-cpu.onnx")
        self._kokoro = KokoroFiles.within(folder)
        self.let_go()

    def let_go(self) -> None:
        """Drop the loaded models and their memory; :meth:`warm_up` loads them again. Not while an engine
        that was made from them runs."""
        hearing, ending, speaking = self._executors
        self.recognizer = WhisperRecognizer(self._whisper, hearing)
        self.end_of_turn = SmartTurn(self._smart_turn, ending)
        self.voice = KokoroVoice(self._kokoro, speaking, threads=min(2, os.cpu_count() or 1))

    async def warm_up(self) -> None:
        """Load everything and run it once, so that the first turn is as quick as the others."""
        await self.recognizer.warm_up()
        await self.end_of_turn.warm_up()
        await self.voice.warm_up()

    async def __aenter__(self) -> Speech:
        await self.warm_up()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for executor in self._executors:
            executor.shutdown(wait=True, cancel_futures=True)

    def engine(
        self,
        duplex: Duplex,
        conversation: Conversation,
        *,
        clock: Clock,
        words: tuple[str, ...] = (),
        on_change: Callable[[Caption], None] | None = None,
        recorder: Recorder | None = None,
        habits: Habits | None = None,
        manner: Manner | None = None,
        acknowledge_after: float | None = None,
        follow_up: float | None = None,
    ) -> Engine:
        """An engine for one conversation. words: what the household is likely to say. manner: what
        is known of the person's, habits: who keeps what is learned of it. follow_up: seconds it attends
        after an answer before it wants to be called by the role's name again; None: it always does."""
        role = conversation.role
        return Engine(
            duplex,
            Listener(SileroVad(), self.recognizer, self.end_of_turn, Hints(words=words)),
            Speaker(self.voice, style_of(role)),
            conversation.responder,
            recorder or conversation.recorder,
            clock=clock,
            settings=TurnSettings(
                acknowledge_after=acknowledge_after,
                language=role.language,
                patience=Learned(PROFILES[role.patience], manner.pauses if manner else ()),
                draft_early=not conversation.model_is_cloud,
            ),
            on_change=on_change,
            habits=habits,
            attention=Attention(follow_up, (role.name,)),
            delivery=Delivery(manner.speed, manner.volume) if manner else None,
        )

    async def synthesise(self, text: str, style: Style) -> Samples:
        """A whole text as sound: int16, mono, 16 kHz, with silence around it."""
        import numpy as np

        pieces = [chunk.pcm async for chunk in self.voice.speak(text, style)]
        quiet = np.zeros(2400, np.int16)
        return resample(np.concatenate([quiet, *pieces, quiet]), 24_000, 16_000)

    async def measure(self, language: Language) -> dict[str, float]:
        """Seconds for one sentence: to its first sound, to all of it, and to read it back."""
        from core.speech.ports import VAD_SAMPLES

        text, style = _PROBE[language], Style()
        began = time.monotonic()
        chunks = self.voice.speak(text, style)
        await anext(chunks)
        first = time.monotonic() - began
        async for _ in chunks:
            pass
        whole = time.monotonic() - began
        sound = await self.synthesise(text, style)
        marks = [time.monotonic()]
        await self.recognizer.draft(sound, Hints())
        marks.append(time.monotonic())
        await self.recognizer.final(sound, Hints())
        marks.append(time.monotonic())
        await self.end_of_turn.p_end(sound)
        marks.append(time.monotonic())
        SileroVad().probability(sound[:VAD_SAMPLES])
        marks.append(time.monotonic())
        spans = [later - earlier for earlier, later in pairwise(marks)]
        names = ("recogniser, draft", "recogniser, final", "end of turn", "voice activity")
        return {"voice, first sound": first, "voice, whole sentence": whole} | dict(
            zip(names, spans, strict=True)
        )


def style_of(role: Role) -> Style:
    """How a role speaks."""
    languages: tuple[Language, ...] = ("zh", "en")
    voices = tuple((language, role.voices[language]) for language in languages if language in role.voices)
    return Style(voices=voices, speed=role.speed)
