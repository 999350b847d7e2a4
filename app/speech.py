"""The speech models of this machine: loaded once, shared by every conversation's engine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from app.services import END_OF_TURN, Chosen, host, leaves, recogniser_service, voice_service
from core.audio.duplex import Duplex
from core.audio.resample import resample
from core.clock import Clock, SystemClock
from core.conversation.cloud_speech import ConsentedRecognizer, ConsentedVoice
from core.conversation.conversation import Conversation
from core.conversation.doors import Doors
from core.errors import Unavailable, UserFacing
from core.people.manner import Manner
from core.people.roles import Role
from core.speech.kokoro.synthesis import KokoroFiles
from core.speech.kokoro.voice import KokoroVoice
from core.speech.models import ModelStore
from core.speech.openai_speech import OpenAIRecognizer, OpenAIVoice
from core.speech.ports import EndOfTurn, Hints, Recognizer, Samples, Style, Voice
from core.speech.silero import SileroVad
from core.speech.smart_turn import SmartTurn
from core.speech.wake import WakeWord
from core.speech.whisper.recognizer import WhisperRecognizer
from core.text import Language
from core.turn.attention import Attention
from core.turn.captions import Caption
from core.turn.engine import Engine, Listener, Speaker
from core.turn.plugins import Port, Shelf, Surroundings
from core.turn.policies.patience import PROFILES, Learned, Patience
from core.turn.ports import Delivery, Habits, Recorder, Responder
from core.turn.states import Settings as TurnSettings

_Adapter = TypeVar("_Adapter")
_TRUST, _STANDS = 0.8, 0.0
"""How sure a first reading must be to stand; where others read what is said again, any does."""
_PROBE: dict[Language, str] = {
    "zh": "今天的天气很好，我们去公园走走。",
    "en": "The weather is fine, let us go for a walk.",
}


class Speech:
    """Recogniser, end of turn and voice. An async context manager: entering loads and warms our own
    models; nothing is sent to a server before somebody speaks.

    Raises Unavailable("app.models_missing") when they were not fetched, and what ``app.services`` refuses.
    on_fault: told of a plug-in that was set aside. One executor each, so that speaking never waits
    behind listening.
    """

    def __init__(
        self,
        folder: Path,
        chosen: Chosen | None = None,
        on_fault: Callable[[UserFacing], None] = lambda _: None,
    ) -> None:
        self._chosen = chosen or Chosen()
        self._on_fault = on_fault
        self._store = ModelStore(folder)
        missing = self._store.missing(self._chosen.models)
        if missing:
            raise Unavailable("app.models_missing", count=len(self._store.missing()), first=missing[0])
        self._executors = [ThreadPoolExecutor(1, name) for name in ("asr", "endpoint", "tts")]
        self._hearing_server = recogniser_service(self._chosen.recogniser)
        self._speaking_server = voice_service(self._chosen.voice)
        self.let_go()

    def let_go(self) -> None:
        """Drop the loaded models and their memory; :meth:`warm_up` loads them again. Not while an engine
        that was made from them runs."""
        self.recognizer = self._recogniser()
        self.end_of_turn = self._end_of_turn()
        self.voice = self._voice()

    async def warm_up(self) -> None:
        """Load everything of ours and run it once, so that the first turn is as quick as the others."""
        for model in (self.recognizer, self.end_of_turn, self.voice):
            if isinstance(model, WhisperRecognizer | SmartTurn | KokoroVoice):
                await model.warm_up()

    async def __aenter__(self) -> Speech:
        await self.warm_up()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server in (self._hearing_server, self._speaking_server):
            if isinstance(server, OpenAIRecognizer | OpenAIVoice):
                await server.aclose()
        for executor in self._executors:
            executor.shutdown(wait=True, cancel_futures=True)

    def _recogniser(self) -> Recognizer:
        if self._hearing_server is not None:
            return self._hearing_server
        executor = self._executors[0]
        ours: Recognizer = WhisperRecognizer(self._store.model_folder("whisper-base"), executor)
        return self._or_plugin("Recognizer", self._chosen.recogniser.plugin, ours, executor)

    def _end_of_turn(self) -> EndOfTurn | None:
        """None where only servers were chosen and the model is not here: words and pauses decide alone."""
        if self._store.missing((END_OF_TURN,)):
            return None
        return SmartTurn(self._store.path(END_OF_TURN, "smart-turn-v3.2-cpu.onnx"), self._executors[1])

    def _voice(self) -> Voice:
        if self._speaking_server is not None:
            return self._speaking_server
        executor, threads = self._executors[2], min(2, os.cpu_count() or 1)
        ours: Voice = KokoroVoice(KokoroFiles.within(self._store.folder), executor, threads=threads)
        return self._or_plugin("Voice", self._chosen.voice.plugin, ours, executor)

    def _consented_ear(self, doors: Callable[[], Doors]) -> Recognizer:
        """What leaves the machine asks at every sound; our own model hears instead where it is here."""
        chosen = self._chosen.recogniser
        if not leaves(chosen):
            return self.recognizer
        ours: Recognizer | None = None
        if not self._store.missing(("whisper-base",)):
            ours = WhisperRecognizer(self._store.model_folder("whisper-base"), self._executors[0])
        return ConsentedRecognizer(self.recognizer, doors, host(chosen), ours)

    def _consented_voice(self, doors: Callable[[], Doors]) -> Voice:
        """The same for what is said."""
        chosen = self._chosen.voice
        if not leaves(chosen):
            return self.voice
        ours: Voice | None = None
        if not self._store.missing(("kokoro-82m-int8",)):
            files = KokoroFiles.within(self._store.folder)
            ours = KokoroVoice(files, self._executors[2], threads=min(2, os.cpu_count() or 1))
        return ConsentedVoice(self.voice, doors, host(chosen), ours)

    def _or_plugin(self, port: Port, plugin: str, ours: _Adapter, executor: ThreadPoolExecutor) -> _Adapter:
        """The plug-in where one was chosen; ours goes on when it breaks."""
        chosen = self._chosen.recogniser if port == "Recognizer" else self._chosen.voice
        if chosen.kind != "plugin":
            return ours
        around = Surroundings(executor, SystemClock())
        return Shelf.installed(self._on_fault).adapter(port, plugin, around, ours)

    def engine(
        self,
        duplex: Duplex,
        conversation: Conversation,
        *,
        clock: Clock,
        words: tuple[str, ...] = (),
        on_change: Callable[[Caption], None] | None = None,
        responder: Responder | None = None,
        recorder: Recorder | None = None,
        habits: Habits | None = None,
        manner: Manner | None = None,
        acknowledge_after: float | None = None,
        attention: Attention | None = None,
        wake: WakeWord | None = None,
        patience: Patience | None = None,
        by_ear: bool = False,
        records: bool = False,
        doors: Callable[[], Doors] | None = None,
    ) -> Engine:
        """An engine for one conversation. doors: the consents of whoever is talking at the moment, where that
        may change. words: what the household is likely to say. manner: what
        is known of the person's, habits: who keeps what is learned of it. attention, wake: when it
        listens, and what wakes it; without, it always attends. patience: instead of the role's and the
        person's. by_ear: the responder is given the sound; our own reading only decides. records: turns
        carry their sound, because somebody agreed to keeping it."""
        role = conversation.role
        asked = doors or (lambda: conversation.doors)
        return Engine(
            duplex,
            Listener(
                SileroVad(),
                self._consented_ear(asked),
                self.end_of_turn,
                Hints(words=words),
                wake=wake,
                keeps_sound=by_ear or records,
                trust=_STANDS if by_ear else _TRUST,
            ),
            Speaker(self._consented_voice(asked), style_of(role)),
            responder or conversation.responder,
            recorder or conversation.recorder,
            clock=clock,
            settings=TurnSettings(
                acknowledge_after=acknowledge_after,
                language=role.language,
                patience=patience or Learned(PROFILES[role.patience], manner.pauses if manner else ()),
                draft_early=not (by_ear or conversation.model_is_cloud),
            ),
            on_change=on_change,
            habits=habits,
            attention=attention or Attention(None, (role.name,)),
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
        if self.end_of_turn is not None:
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
