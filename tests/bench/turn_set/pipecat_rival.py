"""Pipecat with its defaults, in an environment of its own, playing what it is told to.

Started by ``tests.bench.turn_set.rival``, with this project on the path for its Kokoro and nothing else. One
pipeline a language: Silero, Smart Turn v3.2 and the turn strategies as they come, faster-whisper on the same
base int8 files, the same voice. The first line it reads names the models and an utterance a language to warm
up with; every other line is one job, answered with one JSON line. A *clip* is played in real time and answered with one
short sentence: when turns were ended, when a model was asked, when sound began, what its own ears and recogniser
noticed and when, in seconds of the clip, and the processor time of the whole process. A *remark* is
spoken over a long answer: when the sound was still for 0.3 s, and whether the answer was given up.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
import time
import wave
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from loguru import logger
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import (
    InputAudioRawFrame,
    InterruptionFrame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    MetricsFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    UserStoppedSpeakingFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.metrics.metrics import TurnMetricsData
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.runner import PipelineRunner
from pipecat.pipeline.task import PipelineParams, PipelineTask
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import (
    LLMContextAggregatorPair,
    LLMUserAggregatorParams,
)
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.tts_service import TTSService
from pipecat.services.whisper.stt import WhisperSTTService
from pipecat.transcriptions.language import Language
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams

from core.speech.kokoro.synthesis import KokoroFiles
from core.speech.kokoro.voice import KokoroVoice
from core.speech.ports import Style

RATE, VOICE_RATE = 16_000, 24_000
AUDIBLE, SILENT = 328, 104
LATEST = 12.0
HEARD_OUT, STILL = 4.0, 0.3
EVENTS = ("ends", "asked", "audio", "interrupted", "starts", "stops", "complete", "incomplete", "texts")


class Noted:
    """What happened to the clip that is playing."""

    def __init__(self) -> None:
        self.began = 0.0
        self.events: dict[str, list[float]] = {}
        self.loud_until = 0.0
        self.sounding: list[float] = []
        """When each 10 ms over −50 dBFS ended."""

    def begin(self) -> None:
        self.began, self.sounding = time.monotonic(), []
        self.events = {name: [] for name in EVENTS}

    def note(self, what: str, at: float | None = None) -> None:
        if self.events:
            self.events[what].append(round((at or time.monotonic()) - self.began, 3))


class Microphone(BaseInputTransport):
    """Hears what is pushed, once it is ``ready``."""

    def __init__(self, params: TransportParams) -> None:
        super().__init__(params)
        self.ready = asyncio.Event()

    async def start(self, frame: Any) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)
        self.ready.set()


class Loudspeaker(BaseOutputTransport):
    """Plays in real time and notes when sound begins after 0.3 s without any."""

    def __init__(self, params: TransportParams, noted: Noted) -> None:
        super().__init__(params)
        self._noted = noted

    async def start(self, frame: Any) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def write_audio_frame(self, frame: Any) -> bool:
        pcm = np.frombuffer(frame.audio, np.int16)
        loud = np.flatnonzero(np.abs(pcm.astype(np.int32)) > AUDIBLE)
        now = time.monotonic()
        if len(loud):
            if now > self._noted.loud_until + 0.3:
                self._noted.note("audio", now + float(loud[0]) / frame.sample_rate)
            self._noted.loud_until = now + float(loud[-1]) / frame.sample_rate
        step = frame.sample_rate // 100
        peaks = np.abs(pcm[: len(pcm) // step * step].reshape(-1, step).astype(np.int32)).max(axis=1)
        self._noted.sounding += [now + (place + 1) / 100 for place in np.flatnonzero(peaks > SILENT)]
        await asyncio.sleep(len(pcm) / frame.sample_rate)
        return True


class Brain(FrameProcessor):
    """Answers everything with one sentence, at once."""

    def __init__(self, answer: str, noted: Noted) -> None:
        super().__init__()
        self.answer, self._noted = answer, noted

    async def process_frame(self, frame: Any, direction: Any) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, LLMContextFrame):
            self._noted.note("asked")
            await self.push_frame(LLMFullResponseStartFrame())
            await self.push_frame(LLMTextFrame(self.answer))
            await self.push_frame(LLMFullResponseEndFrame())
            return
        match frame:
            case UserStoppedSpeakingFrame():
                self._noted.note("ends")
            case InterruptionFrame():
                self._noted.note("interrupted")
            case VADUserStartedSpeakingFrame():
                self._noted.note("starts")
            case VADUserStoppedSpeakingFrame():
                self._noted.note("stops")
            case MetricsFrame():
                for one in frame.data:
                    if isinstance(one, TurnMetricsData):
                        self._noted.note("complete" if one.is_complete else "incomplete")
        await self.push_frame(frame, direction)


class Whisper(WhisperSTTService):
    """As it comes; notes when it has a text."""

    def __init__(self, noted: Noted, **settings: Any) -> None:
        super().__init__(**settings)
        self._noted = noted

    async def push_frame(self, frame: Any, *direction: Any) -> None:
        if isinstance(frame, TranscriptionFrame):
            self._noted.note("texts")
        await super().push_frame(frame, *direction)


class Kokoro(TTSService):
    """The voice of the other side of this benchmark."""

    def __init__(self, voice: KokoroVoice) -> None:
        super().__init__(sample_rate=VOICE_RATE)
        self._kokoro = voice

    async def run_tts(self, text: str, context_id: str | None = None) -> Any:
        async for chunk in self._kokoro.speak(text, Style()):
            pcm = chunk.pcm.tobytes()
            for at in range(0, len(pcm), 9_600):
                yield TTSAudioRawFrame(
                    audio=pcm[at : at + 9_600],
                    sample_rate=VOICE_RATE,
                    num_channels=1,
                    context_id=context_id,
                )


class Conversation:
    """The pipeline of one language, kept running between jobs."""

    def __init__(self, language: str, models: str, answer: str, voice: KokoroVoice) -> None:
        self.noted, self.answer = Noted(), answer
        params = TransportParams(
            audio_in_enabled=True,
            audio_out_enabled=True,
            audio_in_sample_rate=RATE,
            audio_out_sample_rate=VOICE_RATE,
        )
        self.microphone, loudspeaker = Microphone(params), Loudspeaker(params, self.noted)
        whisper = Whisper(
            self.noted,
            device="cpu",
            compute_type="int8",
            settings=WhisperSTTService.Settings(
                model=str(Path(models) / "whisper-base"),
                language=Language.ZH if language == "zh" else Language.EN,
            ),
        )
        pair = LLMContextAggregatorPair(
            LLMContext(), user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer())
        )
        self.brain = Brain(answer, self.noted)
        stages = [
            self.microphone,
            whisper,
            pair.user(),
            self.brain,
            Kokoro(voice),
            loudspeaker,
            pair.assistant(),
        ]
        self.task = PipelineTask(
            Pipeline(stages),
            params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=VOICE_RATE),
            # It waits while the other side plays, and must not think itself forgotten.
            idle_timeout_secs=None,
        )

    async def run(self) -> None:
        await PipelineRunner(handle_sigint=False).run(self.task)

    async def warm_up(self, file: str) -> None:
        """Everything of it has run once, as ours has, before anything is measured."""
        await self.microphone.ready.wait()
        await hear(self.microphone, np.zeros(2 * RATE, np.int16), lambda: False)
        await self.clip({"file": file, "ends": 1.0})

    async def clip(self, job: dict[str, Any]) -> dict[str, Any]:
        pcm, ends, noted = read(job["file"]), job["ends"], self.noted
        self.brain.answer = self.answer
        noted.begin()
        began, used = time.monotonic(), time.process_time()

        def answered() -> bool:
            now = time.monotonic()
            heard = [at for at in noted.events["audio"] if at > ends]
            return bool(heard) and now > noted.loud_until + 0.7 and now - noted.began > ends + 1.0

        await hear(self.microphone, np.concatenate([pcm, np.zeros(int(LATEST * RATE), np.int16)]), answered)
        return {
            **noted.events,
            "cpu": round(time.process_time() - used, 3),
            "seconds": round(time.monotonic() - began, 3),
        }

    async def remark(self, job: dict[str, Any]) -> dict[str, Any]:
        """Ask, let the answer sound for a second, speak over it, and wait until it is quiet again."""
        noted = self.noted
        self.brain.answer = job["answer"]
        noted.begin()

        def begun() -> bool:
            audio = noted.events["audio"]
            return bool(audio) and time.monotonic() > noted.began + audio[0] + 1.0

        question = read(job["question"])
        await hear(self.microphone, np.concatenate([question, np.zeros(20 * RATE, np.int16)]), begun)
        if not begun():
            return {"silence": None, "stopped": None}
        self.brain.answer = self.answer  # what it says to the remark may be short
        noted.events["interrupted"].clear()
        spoken = time.monotonic()
        await hear(self.microphone, read(job["file"]), lambda: False)
        await hear(self.microphone, np.zeros(int(HEARD_OUT * RATE), np.int16), lambda: False)
        edges = [spoken, *(at for at in noted.sounding if at > spoken), time.monotonic()]
        still = next((a for a, b in itertools.pairwise(edges) if b - a >= STILL), None)
        stopped = bool(noted.events["interrupted"])

        def quiet() -> bool:
            """It has answered the remark too, or will not."""
            again = any(noted.began + at > spoken + 0.3 for at in noted.events["audio"])
            return time.monotonic() > noted.loud_until + (1.0 if again else 6.0)

        await hear(self.microphone, np.zeros(30 * RATE, np.int16), quiet)
        return {"silence": None if still is None else round(still - spoken, 3), "stopped": stopped}


def read(path: str) -> Any:
    with wave.open(path) as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16)


async def hear(microphone: Microphone, pcm: Any, enough: Any) -> None:
    """In real time, until ``enough``."""
    began = time.monotonic()
    for at in range(0, len(pcm) - 319, 320):
        if enough():
            return
        frame = InputAudioRawFrame(audio=pcm[at : at + 320].tobytes(), sample_rate=RATE, num_channels=1)
        await microphone.push_audio_frame(frame)
        await asyncio.sleep(max(0.0, began + (at + 320) / RATE - time.monotonic()))


async def main() -> None:
    """Until there are no more lines."""
    logger.remove()
    told = json.loads(await asyncio.to_thread(sys.stdin.readline))
    with ThreadPoolExecutor(1) as executor:
        voice = KokoroVoice(KokoroFiles.within(Path(told["models"])), executor, threads=2)
        conversations = {
            language: Conversation(language, told["models"], answer, voice)
            for language, answer in told["answers"].items()
        }
        running = [asyncio.create_task(one.run()) for one in conversations.values()]
        for language, one in conversations.items():
            await one.warm_up(told["warm"][language])
        print(json.dumps({"ready": True}), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            job = json.loads(line)
            one = conversations[job["language"]]
            done = await (one.clip(job) if job["do"] == "clip" else one.remark(job))
            print(json.dumps(done), flush=True)
        for one in conversations.values():
            await one.task.cancel()
        await asyncio.gather(*running)


if __name__ == "__main__":
    asyncio.run(main())
