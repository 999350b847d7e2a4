"""A conversation on real devices while a thousand documents are indexed beside it, in the same process.

PulseAudio's null devices stand for a sound card; sounddevice, echo cancelling, Silero, Whisper, Smart Turn,
Kokoro and the encrypted household are real and in real time. Somebody asks every ten seconds while
``household.knowledge.add`` takes one document after the other, as a face does: parsed, stored, cut into chunks
and embedded sentence by sentence on a thread of its own. Counted are input frames dropped and output
underruns by the duplex, how late a coroutine of the core loop wakes (every 10 ms), and how long the journal's
writes wait behind the indexer's. The same conversation without indexing stands beside it.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from app import wiring
from app.speech import Speech
from core.audio.echo_cancelling import EchoCancellingDuplex
from core.audio.frames import Health, Samples
from core.audio.sounddevice_duplex import SounddeviceDuplex
from core.audio.webrtc_echo import WebRtcEchoCanceller
from core.clock import SystemClock
from core.journal.events import Boundary, Outcome
from core.turn.ports import Recorder, Turn
from tests.bench.endurance import spoken
from tests.bench.endurance.home import Home, home
from tests.bench.report import Figure, absent, figure, percentile, publish, quick
from tests.bench.speech_set import models_or_leave
from tests.support.pulse import PROGRAMS, PulseServer, hurry, native_threads, null_devices

DOCUMENTS, FEW = 1000, 40
ALONE_SECONDS, EVERY = 40.0, 10.0
_SENTENCES = (
    "第{n}号说明书讲的是{thing}的用法。",
    "使用{thing}之前，请先把包装里的零件清点一遍。",
    "{thing}不能放在潮湿的地方，也不要让小孩子单独使用。",
    "第一次使用的时候，先用清水洗两遍，再用干布擦干。",
    "如果{thing}不工作，先看看插头有没有插好，再看看保险丝。",
    "保修期是{months}个月，从签收的那一天算起。",
    "修理要带上发票和保修卡，地址在说明书的最后一页。",
    "The {thing} is made for home use only and must be switched off before cleaning.",
)
_THINGS = ("电饭锅", "热水壶", "电风扇", "收音机", "台灯", "洗衣机", "血压计", "助听器")


@dataclass
class Meanwhile:
    """late: seconds each 10 ms waking of the loop came too late. writes: seconds of each journal write."""

    late: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    turns: int = 0
    answers: int = 0
    seconds: float = 0.0
    documents: int = 0
    health: Health = field(default_factory=Health)

    async def watch(self) -> None:
        while True:
            due = time.monotonic() + 0.01
            await asyncio.sleep(0.01)
            self.late.append(time.monotonic() - due)


class Timed:
    """A recorder whose writes are timed."""

    def __init__(self, recorder: Recorder, kept: Meanwhile) -> None:
        self._recorder = recorder
        self._kept = kept

    async def user_spoke(self, turn: Turn) -> None:
        began = time.monotonic()
        await self._recorder.user_spoke(turn)
        self._kept.writes.append(time.monotonic() - began)
        self._kept.turns += 1

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: Boundary, outcome: Outcome
    ) -> None:
        began = time.monotonic()
        await self._recorder.assistant_spoke(turn, index, text, heard, boundary, outcome)
        self._kept.writes.append(time.monotonic() - began)

    async def answer_ended(self, turn: int, outcome: Outcome, error: str | None) -> None:
        await self._recorder.answer_ended(turn, outcome, error)
        self._kept.answers += outcome == "finished"


def document(number: int) -> str:
    """Eight sentences, no two documents the same."""
    thing = _THINGS[number % len(_THINGS)]
    return "".join(s.format(n=number, thing=thing, months=6 + number % 30) for s in _SENTENCES)


async def conversation(
    server: PulseServer, speech: Speech, at: Home, said: Sequence[Samples], count: int
) -> Meanwhile:
    """Talk for as long as ``count`` documents take; for a fixed time without any."""
    clock, kept = SystemClock(), Meanwhile()
    talk = await at.begin()
    before = native_threads()
    async with EchoCancellingDuplex(
        SounddeviceDuplex(clock, "pulse", "pulse"), WebRtcEchoCanceller()
    ) as duplex:
        hurry(native_threads() - before)
        words = await at.household.words(at.role)
        engine = speech.engine(
            duplex, talk, clock=clock, words=words, recorder=Timed(talk.recorder, kept), acknowledge_after=1.5
        )
        running = asyncio.create_task(engine.run())
        began = time.monotonic()
        watching, asking = asyncio.create_task(kept.watch()), asyncio.create_task(_ask(server, said))
        if count:
            for number in range(count):
                await at.household.knowledge.add(
                    f"说明书 {number}", "bench.txt", document(number), by=at.person
                )
        else:
            await asyncio.sleep(ALONE_SECONDS)
        kept.seconds, kept.documents = time.monotonic() - began, count
        for task in (watching, asking):
            task.cancel()
        await asyncio.gather(watching, asking, return_exceptions=True)
        kept.health = duplex.health()
        engine.close()
        await running
    await talk.end()
    return kept


async def _ask(server: PulseServer, said: Sequence[Samples]) -> None:
    number = 0
    while True:
        await asyncio.sleep(1.0)
        mouth = server.speak(said[number % len(said)])
        await asyncio.to_thread(mouth.__enter__)
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(mouth.__exit__, None, None, None)
        number += 1


def figures_of(alone: Meanwhile, beside: Meanwhile) -> list[Figure]:
    def pair(what: str, share: float, values: str) -> Figure:
        ours = 1000 * percentile(getattr(beside, values) or [0.0], share)
        rival = 1000 * percentile(getattr(alone, values) or [0.0], share)
        return figure(what, "ms", ours, {"without indexing": rival})

    return [
        figure("input frames dropped while indexing", "", beside.health.dropped_frames, target=0),
        figure("output underruns while indexing", "", beside.health.underruns, target=0),
        pair("the core loop wakes late, p50", 0.5, "late"),
        pair("the core loop wakes late, p99", 0.99, "late"),
        pair("the core loop wakes late, worst", 1.0, "late"),
        pair("a journal write, p50", 0.5, "writes"),
        pair("a journal write, p95", 0.95, "writes"),
        figure("documents indexed", "a second", beside.documents / beside.seconds),
    ]


async def main(count: int) -> tuple[list[Figure], list[str]]:
    models = models_or_leave("indexing")
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banyan-indexing-")))
        server = stack.enter_context(null_devices())
        speech = await stack.enter_async_context(Speech(models))
        clips = await spoken.made(speech, spoken.QUESTIONS)
        encoder = await asyncio.to_thread(wiring.embedder)
        at = await stack.enter_async_context(home(folder, models, dense=encoder))
        said = list(clips.values())
        alone = await conversation(server, speech, at, said, 0)
        beside = await conversation(server, speech, at, said, count)
    notes = [
        f"{name}: {kept.seconds:.0f} s, {kept.turns} turns, {kept.answers} answers heard to their end, "
        f"{kept.health.frames_in} frames heard, {kept.documents} documents."
        for name, kept in (("without indexing", alone), ("while indexing", beside))
    ]
    if encoder is None:
        notes.append("No embedder is installed (extra `semantic`): only text was indexed.")
    return figures_of(alone, beside), notes


if __name__ == "__main__":
    import shutil

    short = quick(__doc__)
    if lacking := [name for name in PROGRAMS if not shutil.which(name)]:
        absent("indexing", f"{', '.join(lacking)}: apt-get install pulseaudio libasound2-plugins")
    measured, of = asyncio.run(main(FEW if short else DOCUMENTS))
    publish("indexing", measured, notes=of)
