"""Pipecat with its defaults on the clips of the turn-taking set, in an environment of its own.

Started by ``tests.bench.turn_set.rival``: ``python FILE MANIFEST``, with this project on the path for its Kokoro
and nothing else. One pipeline a language: Silero, Smart Turn v3.2 and the turn strategies as they come,
faster-whisper on the same base int8 files, the same voice. Each clip is played in real time and answered with
one short sentence; the next begins when the answer has sounded. Prints one JSON line a clip: when turns were
ended, when a model was asked, when sound began, in seconds of the clip. Then each remark is spoken over a long
answer, and a line tells when the sound was still for 0.3 s and whether the answer was given up.
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
    TTSAudioRawFrame,
    UserStoppedSpeakingFrame,
)
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
        self.events = {"ends": [], "asked": [], "audio": [], "interrupted": []}

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
        if isinstance(frame, UserStoppedSpeakingFrame):
            self._noted.note("ends")
        if isinstance(frame, InterruptionFrame):
            self._noted.note("interrupted")
        await self.push_frame(frame, direction)


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


async def converse(job: dict[str, Any], voice: KokoroVoice) -> None:
    """All clips of one language."""
    noted = Noted()
    params = TransportParams(
        audio_in_enabled=True,
        audio_out_enabled=True,
        audio_in_sample_rate=RATE,
        audio_out_sample_rate=VOICE_RATE,
    )
    microphone, loudspeaker = Microphone(params), Loudspeaker(params, noted)
    whisper = WhisperSTTService(
        device="cpu",
        compute_type="int8",
        settings=WhisperSTTService.Settings(
            model=str(Path(job["models"]) / "whisper-base"),
            language=Language.ZH if job["language"] == "zh" else Language.EN,
        ),
    )
    pair = LLMContextAggregatorPair(
        LLMContext(), user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer())
    )
    brain = Brain(job["answer"], noted)
    stages = [
        microphone,
        whisper,
        pair.user(),
        brain,
        Kokoro(voice),
        loudspeaker,
        pair.assistant(),
    ]
    task = PipelineTask(
        Pipeline(stages), params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=VOICE_RATE)
    )

    async def play() -> None:
        await microphone.ready.wait()
        await hear(microphone, np.zeros(2 * RATE, np.int16), lambda: False)
        over = time.monotonic() + job["seconds"]
        for clip in job["clips"]:
            if time.monotonic() > over:
                break
            pcm = read(clip["file"])
            quiet = np.zeros(int(LATEST * RATE), np.int16)
            noted.begin()

            def answered(ends: float = clip["ends"]) -> bool:
                now = time.monotonic()
                heard = [at for at in noted.events["audio"] if at > ends]
                return bool(heard) and now > noted.loud_until + 0.7 and now - noted.began > ends + 1.0

            await hear(microphone, np.concatenate([pcm, quiet]), answered)
            print(json.dumps({"number": clip["number"], **noted.events}), flush=True)
        brain.answer = job.get("long_answer", "")
        over = time.monotonic() + job.get("remark_seconds", 0.0)
        for remark in job.get("remarks", ()):
            if time.monotonic() > over:
                break
            await interrupt(microphone, noted, read(job["question"]), remark)
        await task.cancel()

    await asyncio.gather(PipelineRunner(handle_sigint=False).run(task), play())


async def interrupt(microphone: Microphone, noted: Noted, question: Any, remark: dict[str, Any]) -> None:
    """Ask, let the answer sound for a second, speak over it, and wait until it is quiet again."""
    noted.begin()

    def begun() -> bool:
        audio = noted.events["audio"]
        return bool(audio) and time.monotonic() > noted.began + audio[0] + 1.0

    await hear(microphone, np.concatenate([question, np.zeros(20 * RATE, np.int16)]), begun)
    if not begun():
        return
    noted.events["interrupted"].clear()
    spoken = time.monotonic()
    await hear(microphone, read(remark["file"]), lambda: False)
    await hear(microphone, np.zeros(int(HEARD_OUT * RATE), np.int16), lambda: False)
    edges = [spoken, *(at for at in noted.sounding if at > spoken), time.monotonic()]
    still = next((a for a, b in itertools.pairwise(edges) if b - a >= STILL), None)
    report = {
        "remark": remark["number"],
        "silence": None if still is None else round(still - spoken, 3),
        "stopped": bool(noted.events["interrupted"]),
    }
    print(json.dumps(report), flush=True)
    quiet = np.zeros(30 * RATE, np.int16)
    await hear(microphone, quiet, lambda: time.monotonic() > noted.loud_until + 3.0)


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


async def main(jobs: list[dict[str, Any]]) -> None:
    logger.remove()
    with ThreadPoolExecutor(1) as executor:
        for job in jobs:
            voice = KokoroVoice(KokoroFiles.within(Path(job["models"])), executor, threads=2)
            async for _ in voice.speak(job["answer"], Style()):  # dictionaries and network are warm, as ours
                pass
            await converse(job, voice)


if __name__ == "__main__":
    asyncio.run(main(json.loads(Path(sys.argv[1]).read_text("utf-8"))))
