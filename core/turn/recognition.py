"""Puts the coordinator's questions to the recogniser, one at a time, and brings back the answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field

from core.errors import UserFacing
from core.speech.ports import EndOfTurn, Hints, Recognizer, Samples, Transcript
from core.text import Language
from core.turn.events import EndScore, Event, Final, HearingFailed, Partial

_log = logging.getLogger(__name__)
_Recognise = Callable[[Samples, Hints], Awaitable[Transcript]]
Spawn = Callable[[Coroutine[object, object, None]], object]


@dataclass(slots=True)
class _Segment:
    """A piece cut off a long turn, and its text once there is one."""

    pcm: Samples
    transcript: Transcript | None = None


@dataclass(slots=True)
class _TurnSound:
    """One turn's pieces so far; results for an older one are of no interest."""

    segments: list[_Segment] = field(default_factory=list)


class Recognition:
    """Two recognitions never run at once: this is often a machine of two cores.

    trust: a draft of the same sound at least this confident stands as the final text; 1.1 always asks
    again. Failures come back as ``HearingFailed``; whatever an adapter raises, nobody goes deaf.
    """

    def __init__(
        self,
        recognizer: Recognizer,
        end_of_turn: EndOfTurn | None,
        *,
        post: Callable[[Event], None],
        spawn: Spawn,
        hints: Hints,
        trust: float,
        keeps_sound: bool = False,
    ) -> None:
        self.hints = hints
        self._recognizer = recognizer
        self._end_of_turn = end_of_turn
        self._post = post
        self._spawn = spawn
        self._trust = trust
        self._keeps_sound = keeps_sound
        self._one_at_a_time = asyncio.Lock()
        self._turn = _TurnSound()
        self._newest = 0
        self._asked: Samples | None = None
        self._draft: tuple[int, Transcript] | None = None

    def settle(self, pcm: Samples) -> None:
        """Recognise a segment for good while the turn goes on."""
        self._turn.segments.append(_Segment(pcm))
        self._spawn(self._settle(self._turn))

    def glance(self, pcm: Samples, read: Callable[[Transcript | None], None]) -> None:
        """Read sound that belongs to no turn, and keep nothing of it."""
        self._spawn(self._glance(pcm, read))

    def ask(self, ask: int, pcm: Samples) -> None:
        self._newest, self._asked = ask, pcm
        self._spawn(self._recognise(ask, pcm, self._turn, final=False))
        if self._end_of_turn is not None:
            self._spawn(self._score(ask, pcm, self._end_of_turn))

    def finalize(self, ask: int, pcm: Samples) -> None:
        """The same sound again when it was asked about before: only silence has come since, and a
        recogniser may remember what it made of it."""
        same = ask == self._newest and self._asked is not None
        self._newest, self._asked = ask, self._asked if same else pcm
        assert self._asked is not None, "set above"
        self._spawn(self._recognise(ask, self._asked, self._turn, final=True))

    def sound(self, rest: Samples) -> tuple[Samples, ...]:
        """Everything said in this turn; empty unless sound is kept. rest: what was not cut off."""
        return (*(segment.pcm for segment in self._turn.segments), rest) if self._keeps_sound else ()

    def forget(self) -> None:
        """The turn is over; what is still being recognised of it is of no interest."""
        self._turn = _TurnSound()
        self._newest, self._asked = 0, None

    async def _recognise(self, ask: int, pcm: Samples, turn: _TurnSound, *, final: bool) -> None:
        recognise = self._recognizer.final if final else self._recognizer.draft
        try:
            async with self._one_at_a_time:
                if ask != self._newest:
                    return
                trusted = self._trusted(ask) if final else None
                transcript = trusted or await self._whole(turn, pcm, recognise)
        except Exception as error:  # noqa: BLE001 - an adapter's fault is reported, never fatal
            self._post(HearingFailed(ask, fault_of(error, "turn.recogniser_failed"), final))
            return
        text, language, confidence = transcript.text, transcript.language, transcript.confidence
        if final:
            self._post(Final(ask, text, language, confidence))
        else:
            self._draft = (ask, transcript)
            self._post(Partial(ask, text, language, confidence))

    def _trusted(self, ask: int) -> Transcript | None:
        if self._draft is None or self._draft[0] != ask:
            return None
        transcript = self._draft[1]
        return transcript if transcript.text and transcript.confidence >= self._trust else None

    async def _whole(self, turn: _TurnSound, pcm: Samples, recognise: _Recognise) -> Transcript:
        """The segments' texts and the rest's, as one."""
        await self._read(turn)
        rest = await recognise(pcm, self.hints)
        if not turn.segments:
            return rest
        parts = [*(s.transcript for s in turn.segments if s.transcript is not None), rest]
        spoken = [part for part in parts if part.text]
        if not spoken:
            return rest
        language = max(spoken, key=lambda part: len(part.text)).language
        confidence = min(part.confidence for part in spoken)
        return Transcript(joined([part.text for part in spoken], language), language, confidence)

    async def _read(self, turn: _TurnSound) -> None:
        for segment in turn.segments:
            if segment.transcript is None:
                segment.transcript = await self._recognizer.final(segment.pcm, self.hints)
                if not self._keeps_sound:
                    segment.pcm = segment.pcm[:0]

    async def _settle(self, turn: _TurnSound) -> None:
        try:
            async with self._one_at_a_time:
                await self._read(turn)
        except Exception as error:  # noqa: BLE001 - the segment keeps its sound and is read again later
            self._post(HearingFailed(0, fault_of(error, "turn.recogniser_failed"), final=False))

    async def _glance(self, pcm: Samples, read: Callable[[Transcript | None], None]) -> None:
        try:
            async with self._one_at_a_time:
                transcript = await self._recognizer.draft(pcm, self.hints)
        except Exception as error:  # noqa: BLE001 - asleep, a recogniser's fault is no one's trouble
            fault_of(error, "turn.recogniser_failed")
            read(None)
            return
        read(transcript)

    async def _score(self, ask: int, pcm: Samples, end_of_turn: EndOfTurn) -> None:
        try:
            self._post(EndScore(ask, await end_of_turn.p_end(pcm)))
        except Exception as error:  # noqa: BLE001 - evidence that fails is evidence that is missing
            fault_of(error, "turn.end_of_turn_failed")


def fault_of(error: Exception, otherwise: str) -> str:
    """The message id for an error. Its text may hold content, so only its kind is logged."""
    if isinstance(error, UserFacing):
        return error.message_id
    _log.error("%s: %s", otherwise, type(error).__name__)
    return otherwise


def joined(texts: list[str], language: Language) -> str:
    return ("" if language == "zh" else " ").join(text.strip() for text in texts)
