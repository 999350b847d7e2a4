"""A turn driven from end to end with fakes, stopping at each of its moments so that something can happen there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import numpy as np

from core.brain.grounded import Grounded
from core.brain.model import Context, ReplyPart, TextDelta, ToolSpec
from core.conversation.cloud_speech import ConsentedRecognizer, ConsentedVoice
from core.conversation.conversation import Conversation
from core.conversation.doors import LOOK_AGAIN
from core.errors import Refused, UserFacing
from core.people import access, consent
from core.people.access import Access
from core.people.consent import PURPOSES, Purpose
from core.speech.ports import Hints, Samples, SpokenChunk, Style, Transcript
from core.vault.scope import Scope
from tests.unit.core.conversation.living import Living, settle, spoken

Moment = Literal["before", "listening", "drafted", "answering", "speaking", "after"]
MOMENTS: tuple[Moment, ...] = ("before", "listening", "drafted", "answering", "speaking", "after")
Happens = Callable[[Moment], Awaitable[None]]
SOUND = (np.arange(1600, dtype=np.int16),)
HOST = "cloud.example:443"


@dataclass
class Sent:
    """Everything that left the machine, by door, and what was cut off while it was on its way."""

    by: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)


class CloudChat:
    """Says one sentence, and a second when ``more`` is set."""

    name = "cloud"
    cloud = True

    def __init__(self, sent: Sent) -> None:
        self._sent = sent
        self.more = asyncio.Event()
        self.asked: list[Context] = []

    async def reply(self, context: Context, tools: tuple[ToolSpec, ...]) -> AsyncGenerator[ReplyPart, None]:
        self._sent.by.append("chat")
        self.asked.append(context)
        try:
            yield TextDelta(text="第一句。")
            await self.more.wait()
            yield TextDelta(text="第二句。")
        except (asyncio.CancelledError, GeneratorExit):
            self._sent.cut.append("chat")
            raise


class CloudEar:
    """Understands what it is told to."""

    def __init__(self, sent: Sent) -> None:
        self._sent = sent

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        self._sent.by.append("recogniser")
        return Transcript("听到了", "zh", 0.9)

    final = draft


class CloudVoice:
    """Ten milliseconds a sentence."""

    def __init__(self, sent: Sent) -> None:
        self._sent = sent

    async def speak(self, text: str, style: Style) -> AsyncGenerator[SpokenChunk, None]:
        self._sent.by.append("voice")
        yield SpokenChunk(np.zeros(240, np.int16), 0, len(text))


class Driven:
    """One person's spoken conversation with everything in a cloud. wang agreed to all, li to nothing."""

    def __init__(self, living: Living, conversation: Conversation, chat: CloudChat, sent: Sent) -> None:
        self.living = living
        self.conversation = conversation
        self.chat = chat
        self.sent = sent
        self._turns = 0
        doors = lambda: self.conversation.doors  # noqa: E731 - as the composition root hands it over
        self.ear = ConsentedRecognizer(CloudEar(sent), doors, HOST)
        self.voice = ConsentedVoice(CloudVoice(sent), doors, HOST)

    async def turn(self, text: str, happens: Happens) -> list[str]:
        """What was said to ``text``, or why nothing was. ``happens`` is awaited at every moment."""
        self._turns += 1
        turn = replace(spoken(self._turns, text), sound=SOUND)
        recorder, responder = self.conversation.recorder, self.conversation.responder
        self.chat.more.clear()
        await happens("before")
        await _tried(self.ear.draft(SOUND[0], Hints()))
        await happens("listening")
        await _tried(self.ear.final(SOUND[0], Hints()))
        said: list[str] = []
        parts = responder.reply(turn)

        async def read() -> None:
            said.extend([part async for part in parts])

        reading = asyncio.create_task(read())
        await asyncio.sleep(0)
        await happens("drafted")
        await recorder.user_spoke(turn)
        turn.committed.set()
        before = len(self.chat.asked)
        await self._pass(lambda: reading.done() or len(self.chat.asked) > before, advance=0)
        await happens("answering")
        await self._pass(reading.done, 3)
        self.chat.more.set()
        await self._pass(reading.done)
        failed: str | None = None
        try:
            await reading
        except UserFacing as error:
            failed = error.message_id
            said.append(responder.failure(turn, error))
        for index, sentence in enumerate(said):
            if index == 0:
                await happens("speaking")
            await _tried(_all(self.voice.speak(sentence, Style())))
            await recorder.assistant_spoke(turn.id, index, sentence, len(sentence), "measured", "finished")
        await recorder.answer_ended(turn.id, "failed" if failed else "finished", failed)
        await happens("after")
        return said

    async def log(self) -> list[Access]:
        scope = Scope(actor=self.living.wang.id, person=self.living.wang.id)
        return (await self.living.vault.read(lambda tx: access.entries(tx, scope, 1000)))[::-1]

    async def refused(self) -> set[str]:
        return {line.door for line in await self.log() if line.act == "refused"}

    async def granted(self) -> frozenset[Purpose]:
        return (await self.living.vault.read(lambda tx: consent.state(tx, self.conversation.scope))).granted

    async def _pass(
        self, condition: Callable[[], bool], looks: int = 10_000, advance: float = LOOK_AGAIN
    ) -> None:
        """Let time go on, a look at the consents at a step, until the condition holds."""
        for _ in range(looks):
            if condition():
                return
            self.living.clock.advance(advance)
            await asyncio.sleep(0.005)


async def driven(folder: Path, *, offline: bool = False) -> Driven:
    living = await settle(folder)
    for purpose in PURPOSES:
        await living.decide(living.wang, purpose, granted=True)
    sent = Sent()
    chat = CloudChat(sent)
    living.thinking(chat)
    living.equipment = replace(
        living.equipment, host=HOST, recordings=folder / "recordings", offline=Grounded() if offline else None
    )
    return Driven(living, await living.begin(), chat, sent)


async def nothing(_: Moment) -> None:
    """Nothing happens."""


async def _tried(work: Awaitable[object]) -> None:
    """What the engine does with a recogniser or voice that may not be asked: it goes on."""
    try:
        await work
    except Refused as error:
        assert error.message_id in ("conversation.hearing_closed", "conversation.voice_closed")  # noqa: PT017


async def _all(chunks: AsyncGenerator[SpokenChunk, None]) -> list[SpokenChunk]:
    return [chunk async for chunk in chunks]
