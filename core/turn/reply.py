"""One answer being made: its sentences as they come, and the sound of the next few."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass, field

from core.speech.ports import SpokenChunk, Style, Voice
from core.turn.events import Event, ReplyEnded, ReplyFailed, ReplySentence
from core.turn.manners import Obedience
from core.turn.ports import Responder, Turn
from core.turn.recognition import fault_of
from core.turn.sounding import Sounding, aligned

_AHEAD = 3
"""Sentences made before they sound. More would be wasted when someone cuts in."""


@dataclass(slots=True)
class Utterance:
    """One sentence and the sound of it made so far.

    complete: no more sound will come. broken: the voice failed, or it will never be said.
    apology: it says that answering failed, and is no part of the answer. sound: its number at the
    speaker, another one each time it is written anew; skipped: samples left out at its beginning then.
    sounding: where its sound and text come from, when no voice of ours makes it; then the text grows.
    """

    id: int
    turn: int
    index: int
    text: str
    apology: bool
    chunks: list[SpokenChunk] = field(default_factory=list)
    complete: bool = False
    broken: bool = False
    written: int = 0
    ended: bool = False
    sound: int = 0
    skipped: int = 0
    samples: int = 0
    heard: int = 0
    shown: bool = False
    sounding: Sounding | None = None

    @property
    def unheard(self) -> bool:
        """Whether there is, or was to be, more of it than was heard."""
        made = sum(len(chunk.pcm) for chunk in self.chunks)
        return self.broken or not self.complete or self.samples < made


class Reply:
    """Started for a draft: reads sentences and makes sound of the first only, until committed.

    changed: called whenever there is more to play.
    """

    def __init__(
        self,
        answer: int,
        turn: Turn,
        *,
        responder: Responder,
        voice: Voice,
        style: Style,
        ids: Iterator[int],
        post: Callable[[Event], None],
        changed: Callable[[], None],
    ) -> None:
        self.answer = answer
        self.turn = turn
        self.before = next(ids)
        """A number for what may be said before any of its sentences."""
        self.utterances: dict[int, Utterance] = {}
        self.obedience: Obedience | None = None
        """The wish about the voice that it answers, if it does."""
        self._responder = responder
        self._voice = voice
        self._style = style
        self._ids = ids
        self._post = post
        self._changed = changed
        self._to_say: asyncio.Queue[Utterance] = asyncio.Queue()
        self._released = asyncio.Event()
        self._ahead = asyncio.Semaphore(_AHEAD)
        self._error: Exception | None = None
        self._failed = False
        self._reading: asyncio.Task[None] | None = None
        self._saying: asyncio.Task[None] | None = None

    def start(self, spawn: Callable[[Coroutine[object, object, None]], asyncio.Task[None]]) -> None:
        self._reading = spawn(self._read())
        self._saying = spawn(self._say())

    def cancel(self) -> None:
        """Nothing more of it is made, and who made sound for it is told what was in vain."""
        for utterance in self.utterances.values():
            if utterance.sounding is not None and utterance.unheard:
                utterance.sounding.cut(utterance.samples)
        for task in (self._reading, self._saying):
            if task is not None:
                task.cancel()

    @property
    def released(self) -> bool:
        """Whether anything of it may sound."""
        return self._released.is_set()

    @property
    def audible(self) -> bool:
        """Whether there is sound of it."""
        return any(utterance.chunks for utterance in self.utterances.values())

    def release(self) -> None:
        """The turn is durable, or will never be: from now on sound may be heard."""
        self._released.set()

    def sounded(self) -> None:
        """One of its sentences is over; another may be made."""
        self._ahead.release()

    def withhold(self) -> None:
        """The turn could not be written down: nothing of the answer may be heard."""
        if self._reading is not None:
            self._reading.cancel()
        for utterance in self.utterances.values():
            utterance.chunks.clear()
        self._break()

    def apologise(self, error: str) -> None:
        """Say that answering failed, after what there is of the answer."""
        if self._reading is not None:
            self._reading.cancel()
        self._failed = False
        try:
            cause = self._error or RuntimeError(error)
            text = self._responder.failure(self.turn, cause)
        except Exception as again:  # noqa: BLE001 - reported as the answer's failure
            self._fail(again, "turn.reply_failed")
            return
        self._offer(text, apology=True)
        self._post(ReplyEnded(self.answer))

    async def _read(self) -> None:
        sentences = self._responder.reply(self.turn)
        try:
            async for sentence in sentences:
                if isinstance(sentence, Sounding):
                    self._offer(sentence.text, sounding=sentence)
                elif sentence.strip():
                    self._offer(sentence)
        except Exception as error:  # noqa: BLE001 - a responder's fault is said aloud
            self._fail(error, "turn.reply_failed")
        else:
            self._post(ReplyEnded(self.answer))
        finally:
            close = getattr(sentences, "aclose", None)
            if close is not None:
                await close()

    def _offer(self, text: str, *, apology: bool = False, sounding: Sounding | None = None) -> None:
        utterance = Utterance(next(self._ids), self.turn.id, len(self.utterances), text, apology)
        utterance.sounding = sounding
        utterance.broken = utterance.complete = self._failed
        self.utterances[utterance.id] = utterance
        self._to_say.put_nowait(utterance)
        self._post(ReplySentence(self.answer, utterance.id, text))

    async def _say(self) -> None:
        while True:
            utterance = await self._to_say.get()
            if utterance.index and not utterance.apology:
                await self._released.wait()
            if utterance.broken:
                continue
            if not utterance.apology:
                await self._ahead.acquire()
            try:
                async for chunk in self._sound_of(utterance):
                    if utterance.broken:
                        break
                    utterance.chunks.append(chunk)
                    self._reword(utterance)
                    self._changed()
            except Exception as error:  # noqa: BLE001 - a voice's fault is reported, and tried once more
                utterance.broken = True
                self._fail(error, "turn.voice_failed")
            self._reword(utterance, whole=True)
            utterance.complete = True
            self._changed()

    def _sound_of(self, utterance: Utterance) -> AsyncIterator[SpokenChunk]:
        if utterance.sounding is not None:
            return utterance.sounding.chunks()
        return self._voice.speak(utterance.text, self._style)

    def _reword(self, utterance: Utterance, *, whole: bool = False) -> None:
        """Sound that came before its text gets what there is of it."""
        sounding = utterance.sounding
        if sounding is None:
            return
        if sounding.text != utterance.text:
            utterance.text = sounding.text
            self._post(ReplySentence(self.answer, utterance.id, utterance.text))
        if whole and sounding.broken:
            utterance.broken = True
        elif whole:
            utterance.chunks[:] = aligned(utterance.text, utterance.chunks)

    def _fail(self, error: Exception, otherwise: str) -> None:
        self._error = error
        if otherwise == "turn.voice_failed":
            self._break()
        self._post(ReplyFailed(self.answer, fault_of(error, otherwise)))

    def _break(self) -> None:
        """Sentences that have not been made are never said."""
        self._failed = True
        for utterance in self.utterances.values():
            if not utterance.complete:
                utterance.broken = utterance.complete = True
        self._changed()
