"""Answers by ear: hands a turn's sound to a speech-to-speech model, and what comes back to the engine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

from core.audio.frames import INPUT_RATE
from core.brain.model import ToolCall, ToolResult, Usage
from core.brain.realtime import Dropped, Overheard, Part, RealtimeModel, Sound, SoundOver, Words
from core.brain.responder import MAX_CALLS, ToolAnswered, ToolAsked
from core.brain.sections import system_text
from core.brain.tools import failed
from core.brain.urgent import Urgency, urgency
from core.clock import Clock
from core.conversation.conversation import Conversation
from core.conversation.gather import Gathered
from core.conversation.responder import tool_event
from core.conversation.soundings import Soundings
from core.conversation.told import Told
from core.errors import Refused, Unavailable, UserFacing
from core.turn.ports import Turn
from core.turn.sounding import Sounding

log = logging.getLogger(__name__)

BACK_OFF = (0.5, 1.0, 2.0)
"""Seconds before the second, third and fourth try to reach the service within one turn."""
ROUNDS = 4
"""Responses per turn; the last one offers no tools."""
_OUTSTANDING = 2.0
"""Seconds that what the service still writes down is waited for at the end."""


class RealtimeResponder:
    """The engine's ``Responder`` over one conversation. Own it and ``aclose`` it before the vault.

    Nothing is connected and nothing sent before a turn is committed, durable and consented to; then its
    sound goes, and no other. on_notice: told a message id that the person should hear of. The role's
    instructions, its memories and its documents are those of the cascaded engine, and so are its tools.
    """

    def __init__(
        self,
        conversation: Conversation,
        model: RealtimeModel,
        *,
        clock: Clock,
        on_notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._household = conversation.responder
        self._recorder = conversation.recorder
        self._recorder.by_ear = True
        self._doors = conversation.doors
        self._session = conversation.journal.session.id
        self._instructions = conversation.role.instructions
        self._model = model
        self._clock = clock
        self._notice = on_notice
        self._told = Told()
        self._was_connected = False
        self._turns: dict[str, int] = {}
        self._overheard: asyncio.Queue[Overheard] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None
        self.spent: list[Usage] = []
        self._answering: tuple[str, Turn, _Done] | None = None
        model.on_overheard = self._overhear

    async def reply(self, turn: Turn) -> AsyncIterator[str | Sounding]:
        """See ``core.turn.ports.Responder``. Raises Refused("brain.no_cloud_consent") before anything is
        sent, and Unavailable when the service fails; a turn that was cut off by a lost connection is put
        once more to a new one unless something of its answer has been given."""
        fixed = self._household.without_model(turn)
        if fixed is not None:
            yield fixed
            await turn.committed.wait()
            await self._recorder.settle(turn.id, None)
            return
        await turn.committed.wait()
        gathered = await self._household.gathered(turn)
        done = _Done()
        for wait in (*BACK_OFF, None):
            try:
                async with aclosing(self._consented(turn, gathered, done)) as answer:
                    async for part in answer:
                        yield part
                break
            except Dropped:
                self._turns.pop(self._recorder.audio(turn.id) or "", None)
                if done.something or wait is None:
                    raise
                self._notice("brain.realtime_lost")
                await self._clock.sleep_until(self._clock.monotonic() + wait)

    async def prepare(self) -> None:
        """Connect before anything is said, so that the first answer does not wait for it; nothing but the
        role is told. Only with the person's consent. A service that is not there is found missing when it
        is asked."""
        try:
            await self._connect()
        except Unavailable as error:
            log.info("realtime: not there yet: %s", error.message_id)

    def failure(self, turn: Turn, error: Exception) -> str:
        return self._household.failure(turn, error)

    async def written(self) -> None:
        """Everything the service has understood so far is in the journal."""
        await self._overheard.join()

    async def aclose(self) -> None:
        """Wait a little for what is still being written down, then close everything. Turns of which
        nothing came keep their first reading."""
        deadline = self._clock.monotonic() + _OUTSTANDING
        while self._turns and self._model.connected and self._clock.monotonic() < deadline:
            await self._clock.sleep_until(self._clock.monotonic() + 0.1)
        await self._model.aclose()
        writing, self._writing = self._writing, None
        if writing is not None:
            await self.written()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        for turn in self._turns.values():
            await self._recorder.settle(turn, None)
        self._turns.clear()

    async def _consented(
        self, turn: Turn, gathered: Gathered, done: _Done
    ) -> AsyncGenerator[str | Sounding, None]:
        """One try, asked for before it and watched while it lasts: a withdrawal ends the connection."""
        attempt = self._attempt(turn, gathered, done)
        if self._model.cloud:
            seconds = round(sum(map(len, turn.sound)) / INPUT_RATE, 1)
            try:
                await self._doors.send("realtime", self._model.name, seconds, "seconds")
                async with aclosing(self._doors.stream(attempt, "realtime", self._model.name)) as watched:
                    async for part in watched:
                        yield part
            except Refused as error:
                if error.message_id != "conversation.cloud_closed":
                    raise
                await attempt.aclose()
                await self._recorder.settle(turn.id, None)
                await self._model.aclose()
                raise Refused("brain.no_cloud_consent", model=self._model.name) from error
            return
        async with aclosing(attempt) as answer:
            async for part in answer:
                yield part

    async def _attempt(
        self, turn: Turn, gathered: Gathered, done: _Done
    ) -> AsyncGenerator[str | Sounding, None]:
        """One try on one connection."""
        if not self._model.connected:
            await self._connect()
        for said in self._told.untold(gathered.turns):
            self._model.remember(said)
        seq, reference = self._recorder.seq(turn.id), self._recorder.audio(turn.id)
        assert seq is not None, "a turn is durable before it is answered"
        assert reference is not None, "a turn that is answered by ear has a sound"
        self._told.heard(self._session, seq)
        if self._model.transcribes:
            self._turns[reference] = turn.id
        self._answering = (reference, turn, done)
        self._model.hear(turn.sound, reference)
        if not self._model.transcribes:
            await self._recorder.settle(turn.id, None)
        instructions = system_text(gathered.context)
        for left in range(ROUNDS - 1, -1, -1):
            calls: list[ToolCall] = []
            parts = self._model.answer(instructions, offer_tools=left > 0)
            async with aclosing(self._round(parts, calls, done)) as round_:
                async for part in round_:
                    done.something = done.spoke = True
                    yield part
            if done.pressing is not None:
                yield done.pressing.sentence
                return
            if not calls:
                break
            done.something = True
            await self._run(turn, calls)
        if not done.spoke:
            raise Unavailable("brain.no_answer", model=self._model.name)

    async def _connect(self) -> None:
        await self._model.connect(self._instructions, self._household.toolbox.offered())
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_down())
        for turn in self._turns.values():
            await self._recorder.settle(turn, None)
        self._turns.clear()
        self._told = Told()
        if self._was_connected:
            self._notice("brain.realtime_again")
        self._was_connected = True

    async def _round(
        self, parts: AsyncGenerator[Part, None], calls: list[ToolCall], done: _Done
    ) -> AsyncGenerator[str | Sounding, None]:
        """One response; its tool calls are put into ``calls``."""
        soundings = Soundings(self._model.cut, done.room)
        try:
            async with aclosing(parts):
                async for part in parts:
                    if done.pressing is not None:
                        soundings.break_off()
                        return
                    match part:
                        case Sound() | Words() | SoundOver():
                            for new in soundings.take(part):
                                yield new
                        case ToolCall():
                            calls.append(part)
                        case Usage():
                            self.spent.append(part)
        except UserFacing:
            soundings.break_off()
            raise
        finally:
            done.room = soundings.room
            soundings.end()
        for text in soundings.written():
            yield text

    async def _run(self, turn: Turn, calls: list[ToolCall]) -> None:
        for index, call in enumerate(calls):
            self._recorder.use(turn.id, [tool_event(ToolAsked(call=call))])
            result: ToolResult = (
                await self._household.toolbox.run(call, _at_once)
                if index < MAX_CALLS
                else failed(call, "too many calls at once")
            )
            self._recorder.use(turn.id, [tool_event(ToolAnswered(result=result))])
            self._model.give(result)

    def _overhear(self, overheard: Overheard) -> None:
        """Danger that our own reading missed and theirs did not: the answer gives way to the fixed words."""
        self._overheard.put_nowait(overheard)
        if self._answering is not None and overheard.text:
            reference, turn, done = self._answering
            if reference == overheard.reference:
                done.pressing = urgency(overheard.text, turn.language, spoken=turn.spoken)

    async def _write_down(self) -> None:
        """What the service understood becomes the turn's text, whenever it comes."""
        while True:
            overheard = await self._overheard.get()
            try:
                turn = self._turns.pop(overheard.reference, None)
                if turn is not None:
                    await self._recorder.settle(turn, overheard.text)
            except UserFacing:
                self._notice("turn.not_recorded")
            finally:
                self._overheard.task_done()


class _Done:
    """What a turn has come to. something: asking again would repeat it; pressing: danger heard in it;
    room: samples of sound that may still come."""

    def __init__(self) -> None:
        self.something = False
        self.spoke = False
        self.pressing: Urgency | None = None
        self.room = Soundings.ROOM


async def _at_once() -> None:
    """The turn is committed already."""
